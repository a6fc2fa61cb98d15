/// The waiters that a signal has to wake, a few at a time. A pure value.
///
/// Each task that wakes asks for the next waiter. So a few waiters are on their way at any time, and other tasks, such as
/// the one that answers a post, wait for these only and not for thousands.
struct WakeQueue {
    /// The number of waiters that are woken at one time. Of slices from 16 to 10,000, this one delivered fastest to 5,000
    /// waiting clients. docs/decisions/2026-11-23-waiting-requests.md says how long a post waits at the same time.
    static let slice = 256

    private var waiters: ArraySlice<Waiter> = []
    /// Whether tasks that were woken will call ``next()``.
    private var isRunning = false

    mutating func append(_ more: some Sequence<Waiter>) {
        waiters.append(contentsOf: more)
    }

    /// Returns the first waiters to wake; none while earlier ones are on their way, because each of them brings the next.
    ///
    /// - Invariant: every waiter that was appended causes exactly one call of ``next()``, whether it was woken or has
    ///   ended in the queue. So the queue becomes empty.
    mutating func start() -> [Waiter] {
        guard !isRunning, !waiters.isEmpty else { return [] }
        isRunning = true
        defer { waiters.removeFirst(min(Self.slice, waiters.count)) }
        return Array(waiters.prefix(Self.slice))
    }

    /// Returns the waiter to wake after one from the queue has woken or ended.
    mutating func next() -> Waiter? {
        if let waiter = waiters.popFirst() { return waiter }
        waiters = []
        isRunning = false
        return nil
    }
}
