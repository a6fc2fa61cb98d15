import ChatModel
import TestSupport
import Testing

@Suite struct HybridClockTests {
    private static let date = UnixTime.testBuildDate

    @Test func `a wall clock at or after the build date is used, whatever the store contains`() {
        for now in [Self.date, Self.date + 1, UnixTime(milliseconds: 4_102_444_800_000), Stamp.latest.time] {
            for latest in [0, .max] as [UInt64] {
                let latest = UnixTime(milliseconds: latest)
                #expect(HybridClock.now(wallClock: now, buildDate: Self.date, latestArrival: latest) == now)
            }
        }
    }

    @Test func `a wall clock after the latest stamp shows the time of the latest stamp`() {
        for wallClock in [Stamp.latest.time + 1, UnixTime(milliseconds: .max)] {
            let now = HybridClock.now(wallClock: wallClock, buildDate: Self.date, latestArrival: Self.date)
            #expect(now == Stamp.latest.time)
        }
    }

    @Test(arguments: [0, 1, 1_294_219_800_000, UnixTime.testBuildDate.milliseconds - 1])
    func `the latest arrival replaces an unset wall clock, for ten years after the build date`(
        wallClock: UInt64
    ) {
        let decade: UInt64 = 3653 * 24 * 3_600_000
        for (latest, now) in [
            (UnixTime(milliseconds: 0), Self.date), (Self.date, Self.date + 1), (Self.date + 5, Self.date + 6),
            (Self.date + (decade - 1), Self.date + decade), (Self.date + decade, Self.date + decade),
            (UnixTime(milliseconds: .max), Self.date + decade),
        ] {
            let wallClock = UnixTime(milliseconds: wallClock)
            #expect(HybridClock.now(wallClock: wallClock, buildDate: Self.date, latestArrival: latest) == now)
        }
    }

    @Test func `a new stamp is the time of the clock, or the successor of a newer stamp`() {
        let now = Self.date + 1_000
        #expect(HybridClock.stamp(now: now, newest: nil) == Stamp(now))
        #expect(HybridClock.stamp(now: now, newest: Stamp(Self.date)) == Stamp(now))
        #expect(HybridClock.stamp(now: now, newest: Stamp(now)) == Stamp(now).successor)
        #expect(HybridClock.stamp(now: now, newest: Stamp(now + 300_000)) == Stamp(now + 300_000).successor)
    }

    @Test func `the horizon is the end of the millisecond five minutes from now`() {
        let now = Self.date
        #expect(HybridClock.horizon(now: now).time == now + 300_000)
        #expect(HybridClock.horizon(now: now).successor == Stamp(now + 300_001))
        #expect(HybridClock.horizon(now: UnixTime(milliseconds: .max)) == Stamp(rawValue: .max))
        #expect(HybridClock.horizon(now: UnixTime(milliseconds: 0)).time.milliseconds == 300_000)
    }

    @Test func `a message says its origin's clock if its stamp is over a second ahead`() {
        for ahead in [0, 1, 1000] as [UInt64] {
            #expect(HybridClock.sent(at: Self.date, stamp: Stamp(Self.date + ahead)) == nil)
        }
        #expect(HybridClock.sent(at: Self.date, stamp: Stamp(Self.date + 1001)) == Self.date)
        #expect(HybridClock.sent(at: Self.date, stamp: .zero) == nil)
    }

    @Test func `the largest stamp is followed by itself`() {
        let end = Stamp(rawValue: .max)
        #expect(HybridClock.stamp(now: UnixTime(milliseconds: .max), newest: nil) == end)
        #expect(HybridClock.stamp(now: Self.date, newest: end) == end)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `the stamps of one node ascend when its clock jumps at random`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var newest: Stamp?
        for _ in 0..<1_000 {
            let wallClock = UnixTime(milliseconds: .random(in: 0...4_102_444_800_000, using: &generator))
            let latest = newest?.time ?? UnixTime(milliseconds: 0)
            let now = HybridClock.now(wallClock: wallClock, buildDate: Self.date, latestArrival: latest)
            let stamp = HybridClock.stamp(now: now, newest: newest)
            if let newest { #expect(stamp > newest) }
            newest = stamp
        }
    }
}
