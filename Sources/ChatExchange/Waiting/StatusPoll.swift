package import ChatModel
package import ChatStore
internal import Synchronization

/// Numbers the states of a node's status, and delays requests until the status has another number.
package final class StatusPoll: Sendable {
    /// Counters that only grow and tell whether the status has changed.
    private struct Counters: Hashable {
        let changes: UInt64
        let failureChanges: UInt64
        let high: LogID
    }

    private let store: ChatStore
    private let changes: ChangeSignal
    private let requests: WaitingRequests
    private let time: any TimeSource
    private let start: Duration
    private let revision: Mutex<Revision<Counters>>

    /// The shortest time between two numbers: a person reads no more than four changes a second.
    package static let interval = Duration.milliseconds(250)

    /// - Parameter changes: notified of each change of the status that is not a commit to the store.
    package init(store: ChatStore, changes: ChangeSignal, requests: WaitingRequests, time: any TimeSource) {
        self.store = store
        self.changes = changes
        self.requests = requests
        self.time = time
        start = time.monotonic
        // A random number, so that a client of an earlier instance sees another one. Below 2^53: JavaScript's numbers
        // are exact up to there.
        let counters = Self.counters(store, changes)
        revision = Mutex(Revision(counters, first: .random(in: 0..<(1 << 52)), interval: Self.interval))
    }

    /// The number of the present status.
    ///
    /// Read it before the status: a change between the two reads is then reported twice, and never missed.
    package var number: UInt64 {
        let (counters, now) = (self.counters, self.now)
        return revision.withLock { $0.number(of: counters, at: now) }
    }

    private var counters: Counters { Self.counters(store, changes) }

    private static func counters(_ store: ChatStore, _ changes: ChangeSignal) -> Counters {
        Counters(changes: changes.count, failureChanges: store.failureChanges.count, high: store.commits.high)
    }

    private var now: Duration { time.monotonic - start }

    /// Returns when the number changes from `number`, or at the timeout, departure, shutdown or waiting limit.
    package func change(
        from number: UInt64, within duration: Duration, onDeparture: WaitingRequests.OnDeparture
    ) async {
        guard number == self.number else { return }
        _ = await requests.wait(within: duration, onDeparture: onDeparture) { waiter in
            while number == self.number, !waiter.hasEnded, !store.commits.isClosed {
                await nextNumber(with: waiter)
            }
        }
    }

    /// Returns when the status may have another number, and soon after the waiter has ended.
    private func nextNumber(with waiter: Waiter) async {
        let (counters, now) = (self.counters, self.now)
        if let delay = revision.withLock({ $0.delay(of: counters, at: now) }) {
            // At most the interval: not worth a timer that ends with the waiter.
            try? await time.sleep(for: delay)
        } else {
            await store.commits.next(after: counters.high, on: .log, with: waiter) {
                await store.failureChanges.next(after: counters.failureChanges, with: waiter) {
                    await changes.next(after: counters.changes, with: waiter) { await waiter.sleep() }
                }
            }
        }
    }
}
