package import ChatModel
package import ChatStore

/// Numbers the states of a node's status, and delays requests until the status has another number.
package final class StatusPoll: Sendable {
    private let store: ChatStore
    private let changes: ChangeSignal
    private let requests: WaitingRequests
    private let time: any TimeSource
    /// A random number, so that a client of an earlier instance sees another one. Below 2^52: JavaScript's numbers are exact
    /// up to 2^53.
    private let first = UInt64.random(in: 0..<(1 << 52))

    /// The time from a change to the answer, in which further changes are awaited: a person reads no more than four changes
    /// a second.
    package static let interval = Duration.milliseconds(250)

    /// - Parameter changes: notified of each change of the status that is not a commit to the store.
    package init(store: ChatStore, changes: ChangeSignal, requests: WaitingRequests, time: any TimeSource) {
        self.store = store
        self.changes = changes
        self.requests = requests
        self.time = time
    }

    /// Counters that only grow, at least one of them at each change of the status.
    private struct Counters {
        let changes: UInt64
        let failureChanges: UInt64
        let high: LogID
    }

    private var counters: Counters {
        Counters(changes: changes.count, failureChanges: store.failureChanges.count, high: store.commits.high)
    }

    private func number(of counters: Counters) -> UInt64 {
        first &+ counters.changes &+ counters.failureChanges &+ counters.high.rawValue
    }

    /// The number of the present status.
    ///
    /// Read it before the status: a change between the two reads is then reported twice, and never missed.
    package var number: UInt64 { number(of: counters) }

    /// Returns ``interval`` after the number has changed from `number`, or at the timeout, departure, shutdown or waiting limit.
    /// Returns at once if `duration` is zero.
    package func change(
        from number: UInt64, within duration: Duration, onDeparture: WaitingRequests.OnDeparture
    ) async {
        guard duration > .zero else { return }
        _ = await requests.wait(within: duration, onDeparture: onDeparture) { waiter in
            while case let counters = counters, self.number(of: counters) == number, !waiter.hasEnded,
                !store.commits.isClosed
            {
                await store.commits.next(after: counters.high, on: .log, with: waiter) {
                    await store.failureChanges.next(after: counters.failureChanges, with: waiter) {
                        await changes.next(after: counters.changes, with: waiter) { await waiter.sleep() }
                    }
                }
            }
            // Not worth a timer that ends with the waiter.
            if !waiter.hasEnded { try? await time.sleep(for: Self.interval) }
        }
    }
}
