/// The revision of a value: a number that rises when the value changes. A pure value.
///
/// The number rises at most once in each interval. So a client gets at most one answer in each interval, and gets it at
/// once after a quiet interval.
struct Revision<Value: Equatable & Sendable>: Sendable {
    private let interval: Duration
    private var number: UInt64
    private var numbered: Value
    private var raised: Duration

    /// - Parameters:
    ///   - first: the number of `value`.
    ///   - interval: the shortest time between two numbers.
    init(_ value: Value, first: UInt64, interval: Duration) {
        number = first
        numbered = value
        self.interval = interval
        raised = .zero - interval
    }

    /// Returns the number of `value`: the next number, or for a change within the interval the last one.
    ///
    /// - Parameter now: a reading of a monotonic clock, zero or more.
    mutating func number(of value: Value, at now: Duration) -> UInt64 {
        if value != numbered, now - raised >= interval {
            (numbered, raised) = (value, now)
            number &+= 1
        }
        return number
    }

    /// Returns the time until `value` gets its number; nil if it has it already.
    func delay(of value: Value, at now: Duration) -> Duration? {
        value == numbered ? nil : raised + interval - now
    }
}
