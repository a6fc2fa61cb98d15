import ChatModel
import Testing

struct AllowanceTests {
    private static let hour = Duration.seconds(60 * 60)
    private static let rate = Allowance.Rate(burst: 4000, then: 1000, in: hour)

    /// Spends as much as possible for some hours, 10 at a time, and returns how much that was.
    private func spent(in hours: Int, _ allowance: inout Allowance, from start: Duration = .zero) -> Int {
        var (now, spent) = (start, 0)
        while now < start + Self.hour * hours {
            now += allowance.pause(at: now) + .milliseconds(1)
            allowance.spend(10, at: now)
            spent += 10
        }
        return spent
    }

    @Test func `a burst may be spent, and the rate from then on`() {
        var allowance = Allowance(Self.rate)
        #expect((4990...5030).contains(spent(in: 1, &allowance)))
        #expect((9990...10_030).contains(spent(in: 10, &allowance, from: Self.hour)))
    }

    @Test func `what is given back costs nothing, and time brings the burst back`() {
        var allowance = Allowance(Self.rate)
        for _ in 0..<10_000 {
            allowance.spend(10, at: .zero)
            allowance.giveBack(10)
        }
        #expect(allowance.isWhole(at: .zero))
        _ = spent(in: 1, &allowance)
        #expect(!allowance.isWhole(at: Self.hour))
        #expect(allowance.pause(at: Self.hour) > .zero)
        #expect(allowance.isWhole(at: Self.hour * 6))
        #expect((4990...5030).contains(spent(in: 1, &allowance, from: Self.hour * 6)))
    }

    @Test func `bytes of many days do not overflow`() {
        var allowance = Allowance(Allowance.Rate(burst: 1 << 40, then: 1 << 40, in: .seconds(24 * 60 * 60)))
        for _ in 0..<100 { allowance.spend(1 << 40, at: .zero) }
        #expect(allowance.pause(at: .zero) == .seconds(99 * 24 * 60 * 60))
    }
}
