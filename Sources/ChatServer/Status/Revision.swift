/// Numbers what is told of something that changes, no more often than somebody reads: a pure value.
///
/// The number is raised when something has changed since it was last raised, but not sooner than an interval after
/// that. So a client that asks again as soon as it is answered is answered a few times a second however busy the node is,
/// and at once where nothing had changed for a while.
struct Revision<Seen: Equatable & Sendable>: Sendable {
    private let interval: Duration
    private var number: UInt64
    private var told: Seen
    private var raised: Duration

    /// - Parameters:
    ///   - first: the first number.
    ///   - interval: the least time between two.
    init(_ seen: Seen, first: UInt64, interval: Duration) {
        number = first
        told = seen
        self.interval = interval
        raised = .zero - interval
    }

    /// The number under which `seen` is told.
    ///
    /// - Parameter now: a monotonic clock's reading.
    mutating func number(of seen: Seen, at now: Duration) -> UInt64 {
        if seen != told, now - raised >= interval {
            (told, raised) = (seen, now)
            number &+= 1
        }
        return number
    }

    /// How long what has changed is to be kept back; nothing where nothing has.
    func delay(of seen: Seen, at now: Duration) -> Duration? {
        seen == told ? nil : raised + interval - now
    }
}
