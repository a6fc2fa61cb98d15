/// A time of the wall clock: milliseconds since 1970-01-01 00:00:00 UTC, without leap seconds.
///
/// Results of arithmetic beyond the range are clamped to its ends.
public struct UnixTime: Hashable, Comparable, Sendable {
    public let milliseconds: UInt64

    public init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    public static func + (time: UnixTime, milliseconds: UInt64) -> UnixTime {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(milliseconds)
        return UnixTime(milliseconds: overflow ? .max : sum)
    }

    /// Returns the milliseconds from `earlier` to `later`; 0 if `later` is not later.
    public static func - (later: UnixTime, earlier: UnixTime) -> UInt64 {
        later > earlier ? later.milliseconds - earlier.milliseconds : 0
    }

    public static func < (left: UnixTime, right: UnixTime) -> Bool { left.milliseconds < right.milliseconds }
}

extension UnixTime: CustomStringConvertible {
    /// The time in UTC, such as `2011-01-05 09:30:00`: the format of the 2011 article's database.
    public var description: String {
        let seconds = milliseconds / 1000
        let (year, month, day) = Self.civil(daysSince1970: seconds / 86_400)
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2)) "
            + "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
    }

    private static func digits(_ number: UInt64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Returns the proleptic Gregorian date (Howard Hinnant, "chrono-compatible low-level date algorithms",
    /// civil_from_days).
    private static func civil(daysSince1970: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
        let days = daysSince1970 + 719_468  // Since 0000-03-01: years begin in March and end with the leap day.
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
