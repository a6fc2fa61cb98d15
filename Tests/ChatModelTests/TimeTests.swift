import ChatModel
import Testing

@Suite struct TimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00"), (999, "1970-01-01 00:00:00"), (1_000, "1970-01-01 00:00:01"),
            (951_782_399_000, "2000-02-28 23:59:59"), (951_782_400_000, "2000-02-29 00:00:00"),
            (951_868_800_000, "2000-03-01 00:00:00"), (1_294_219_800_000, "2011-01-05 09:30:00"),
            (1_330_473_600_000, "2012-02-29 00:00:00"), (1_793_491_200_000, "2026-11-01 00:00:00"),
            (4_102_444_799_999, "2099-12-31 23:59:59"), (4_107_542_399_000, "2100-02-28 23:59:59"),
            (4_107_542_400_000, "2100-03-01 00:00:00"), (253_402_300_800_000, "10000-01-01 00:00:00"),
            (281_474_976_710_655, "10889-08-02 05:31:50"),
        ] as [(UInt64, String)])
    func `a time is written in UTC`(milliseconds: UInt64, text: String) {
        #expect(UnixTime(milliseconds: milliseconds).description == text)
    }

    @Test func `the largest time can be written`() {
        #expect(UnixTime(milliseconds: .max).description.hasSuffix(":51"))
    }

    @Test func `arithmetic stops at the ends of the range`() {
        let (zero, end) = (UnixTime(milliseconds: 0), UnixTime(milliseconds: .max))
        #expect(end + 1 == end)
        #expect(zero + .max == end)
        #expect(zero - end == 0)
        #expect(end - zero == .max)
    }

    @Test(
        arguments: [
            (.zero, 0), (.microseconds(999), 0), (.milliseconds(1), 1), (.milliseconds(1999), 1999),
            (.seconds(2_592_000) + .milliseconds(300), 2_592_000_300), (.milliseconds(-1), 0), (.seconds(-2), 0),
        ] as [(Duration, UInt64)])
    func `a duration has whole milliseconds`(duration: Duration, milliseconds: UInt64) {
        #expect(duration.milliseconds == milliseconds)
    }

    @Test func `a stamp has its millisecond, and its counter carries into the next`() {
        let time = UnixTime(milliseconds: 1_294_219_800_000)
        #expect(Stamp(time).time == time)
        #expect(Stamp(time).rawValue == 1_294_219_800_000 * 65_536)
        #expect(Stamp(rawValue: Stamp(time).rawValue | 0xffff).time == time)
        #expect(Stamp(rawValue: Stamp(time).rawValue | 0xffff).successor == Stamp(time + 1))
    }

    @Test func `the successor of the last stamp is the last stamp`() {
        let end = Stamp(rawValue: .max)
        #expect(end.successor == end)
        #expect(end.time.milliseconds == 281_474_976_710_655)
        #expect(Stamp(UnixTime(milliseconds: 281_474_976_710_655)).rawValue == .max << 16)
        #expect(Stamp(UnixTime(milliseconds: 281_474_976_710_656)) == end)
        #expect(Stamp(UnixTime(milliseconds: .max)) == end)
    }

    @Test func `the display stamp is at most five minutes after the arrival`() {
        let arrival = UnixTime(milliseconds: 1_800_000_000_000)
        let limit = Stamp(arrival + 300_000)
        for stamp in [Stamp.zero, Stamp(arrival), limit] { #expect(stamp.displayStamp(arrival: arrival) == stamp) }
        for stamp in [limit.successor, Stamp(rawValue: .max)] { #expect(stamp.displayStamp(arrival: arrival) == limit) }
        #expect(Stamp(rawValue: .max).displayStamp(arrival: UnixTime(milliseconds: .max)) == Stamp(rawValue: .max))
    }
}
