package import ChatModel
internal import Synchronization

/// Delays requests until an event, a timeout, the departure of the other side or the shutdown of the node.
///
/// A waiting request uses memory, but no thread, no task of its own and no transaction of the store. One task, in
/// ``run()``, watches the time for all of them.
package final class WaitingRequests: Sendable {
    /// Registers a closure that is called when the other side has left, at once if it has left already.
    package typealias OnDeparture = (_ departed: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var isClosed = false
        var lastToken: UInt64 = 0
        var waits: [UInt64: (waiter: Waiter, deadline: Duration)] = [:]
        /// Woken when the first request begins to wait.
        var clock: Waiter?
    }

    private let maximum: Int
    private let time: any TimeSource
    private let state = Mutex(State())

    /// The shortest and the longest pause of ``run()``. A request may wait one shortest pause longer than it asked for. A
    /// request for less than a second may wait up to a second, because it does not shorten a pause that has begun.
    private static let pauses = Duration.milliseconds(50)...Duration.seconds(1)

    /// - Parameter maximum: the number of requests that may wait at one time.
    package init(maximum: Int, time: any TimeSource) {
        self.maximum = maximum
        self.time = time
    }

    /// Returns the result of `body`, or nil if the request may not wait: after ``close()``, and while `maximum` other
    /// requests wait.
    ///
    /// - Parameters:
    ///   - onDeparture: called at most once, before `body`.
    ///   - body: sleeps with the waiter, and has to return soon after the waiter has ended. It ends when the duration is
    ///     over, when the other side leaves, with ``close()`` and when the task is cancelled.
    package func wait<Outcome>(
        within duration: Duration, onDeparture: OnDeparture, _ body: (Waiter) async throws -> Outcome
    ) async rethrows -> Outcome? {
        try await withWaiter { waiter in
            guard duration > .zero, let token = enter(waiter, within: duration) else { return nil }
            defer { leave(token) }
            onDeparture { waiter.end() }
            return try await body(waiter)
        }
    }

    /// Ends the waits whose time is over, until the task is cancelled.
    package func run() async {
        await withWaiter { clock in
            state.withLock { $0.clock = clock }
            while !clock.hasEnded {
                if let deadline = endOverdue() {
                    let pause = (deadline - time.monotonic).clamped(to: Self.pauses)
                    try? await time.sleep(for: pause)
                } else {
                    await clock.sleep()
                }
            }
        }
    }

    /// Ends all waits. Later requests do not wait.
    package func close() {
        state.withLock { $0.isClosed = true }
        endAll()
    }

    /// Ends all waits.
    package func endAll() {
        for wait in state.withLock(\.waits.values) { wait.waiter.end() }
    }

    private func enter(_ waiter: Waiter, within duration: Duration) -> UInt64? {
        let deadline = time.monotonic + duration
        let (token, clock) = state.withLock { state -> (UInt64?, Waiter?) in
            guard !state.isClosed, state.waits.count < maximum else { return (nil, nil) }
            let clock = state.waits.isEmpty ? state.clock : nil
            state.lastToken += 1
            state.waits[state.lastToken] = (waiter, deadline)
            return (state.lastToken, clock)
        }
        clock?.wake()
        return token
    }

    private func leave(_ token: UInt64) {
        state.withLock { $0.waits[token] = nil }
    }

    /// Ends the waits whose deadline has passed.
    ///
    /// - Returns: the next deadline; nil if no other request waits.
    /// - Complexity: O(waits)
    private func endOverdue() -> Duration? {
        let now = time.monotonic
        let (overdue, next) = state.withLock { state in
            let overdue = state.waits.filter { $0.value.deadline <= now }
            // Removed here and not when the requests leave: the next request wakes the clock if no other one waits, and the
            // clock sleeps without a timer if no other one waits.
            for token in overdue.keys { state.waits[token] = nil }
            return (overdue.values.map(\.waiter), state.waits.values.map(\.deadline).min())
        }
        for waiter in overdue { waiter.end() }
        return next
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
