import ChatModel
import Testing

@testable import ChatReplication

/// How many useless bytes a peer may send.
struct WastedBytesTests {
    private static let hour = Duration.seconds(60 * 60)

    /// Lets a peer send garbage pages as fast as it may for some hours, and returns their bytes.
    private func wasted(in hours: Int, _ waste: inout WastedBytes, from start: Duration = .zero) -> Int {
        var (now, bytes) = (start, 0)
        while now < start + Self.hour * hours {
            now += waste.pause(at: now) + .milliseconds(100)
            waste.received(Limits.pulledPageBytes, at: now)
            bytes += Limits.pulledPageBytes
        }
        return bytes
    }

    @Test func `a peer wastes at most a burst and the bytes of each hour`() {
        var waste = WastedBytes()
        let first = wasted(in: 1, &waste)
        #expect((1280 << 20...1300 << 20).contains(first), "\(first)")
        let later = wasted(in: 10, &waste, from: Self.hour)
        #expect((2540 << 20...2580 << 20).contains(later), "\(later)")
    }

    @Test func `answers with new messages cost nothing, and time brings the burst back`() {
        var waste = WastedBytes()
        for _ in 0..<10_000 {
            waste.received(1 << 20, at: .zero)
            waste.brought(1 << 20)
        }
        #expect(waste.pause(at: .zero) == .zero)
        _ = wasted(in: 1, &waste)
        #expect(waste.pause(at: Self.hour) > .zero)
        #expect(waste.pause(at: Self.hour * 2) == .zero)
        let later = wasted(in: 1, &waste, from: Self.hour * 10)
        #expect((1280 << 20...1300 << 20).contains(later), "\(later)")
    }
}
