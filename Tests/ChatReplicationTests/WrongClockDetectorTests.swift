import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

struct WrongClockDetectorTests {
    private static let now = UnixTime(milliseconds: 1_793_516_400_000)

    @Test(arguments: [0, 1, Stamp.tolerance])
    func `clocks that differ by at most five minutes agree`(milliseconds: UInt64) {
        #expect(ClockDifference(peer: Self.now, own: Self.now + milliseconds) == nil)
        #expect(ClockDifference(peer: Self.now + milliseconds, own: Self.now) == nil)
    }

    @Test func `a clock can be ahead or behind by any time`() throws {
        let days: Int64 = 400 * 86_400_000
        let later = Self.now + UInt64(days)
        #expect(ClockDifference(peer: later, own: Self.now)?.aheadMilliseconds == days)
        #expect(ClockDifference(peer: Self.now, own: later)?.aheadMilliseconds == -days)
        let (first, last) = (UnixTime(milliseconds: 0), UnixTime(milliseconds: .max))
        #expect(ClockDifference(peer: last, own: first)?.aheadMilliseconds == Int64.max)
        #expect(ClockDifference(peer: first, own: last)?.aheadMilliseconds == -Int64.max)
    }

    @Test func `a wrong clock is news once, and again after the clocks have agreed`() throws {
        let peer = try #require(PeerID("http://peer:8080"))
        let clocks = ClockDifference(peer: Self.now + 400 * 86_400_000, own: Self.now)
        var detector = WrongClockDetector()
        #expect(detector.news(of: peer, nil, nil) == nil)
        #expect(detector.news(of: peer, clocks, .seconds(1)) == clocks)
        #expect(detector.news(of: peer, clocks, .seconds(2)) == nil)
        #expect(detector.news(of: peer, nil, .seconds(3)) == nil)
        #expect(detector.news(of: peer, clocks, .seconds(4)) == clocks)
    }

    @Test func `the difference follows a correction of this node's clock`() throws {
        let head = PageHead(
            node: SigningKey().publicKey, name: "peer", instance: .random(), group: .none, low: .zero, high: .zero,
            next: .start, now: Self.now)
        var report = PullReport()
        report.received(head, at: .seconds(5))
        var anchor = WallAnchor()
        anchor.set(now: .seconds(65), wall: Self.now + 400 * 86_400_000)
        #expect(report.clockDifference(anchor)?.aheadMilliseconds == Int64(60_000 - 400 * 86_400_000))
        anchor.set(now: .seconds(65), wall: Self.now + 60_000)
        #expect(report.clockDifference(anchor) == nil)
    }
}
