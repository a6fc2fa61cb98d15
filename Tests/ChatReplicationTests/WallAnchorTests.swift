import ChatModel
import Testing

@testable import ChatReplication

struct WallAnchorTests {
    private func time(_ milliseconds: UInt64) -> UnixTime { UnixTime(milliseconds: milliseconds) }

    @Test func `a reading has the same time until the wall clock is set`() {
        var anchor = WallAnchor()
        anchor.set(now: .seconds(10), wall: time(1_000_010_000))
        #expect(anchor.time(of: .seconds(4)) == time(1_000_004_000))
        anchor.set(now: .seconds(20), wall: time(1_000_020_003))
        #expect(anchor.time(of: .seconds(4)) == time(1_000_004_000))
        anchor.set(now: .seconds(30), wall: time(2_000_030_000))
        #expect(anchor.time(of: .seconds(4)) == time(2_000_004_000))
        anchor.set(now: .seconds(40), wall: time(0))
        #expect(anchor.time(of: .seconds(4)) == time(0))
    }
}
