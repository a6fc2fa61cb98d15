internal import Synchronization

/// A value and the tasks that wait until it changes.
///
/// Each task decides under the value's lock whether it waits, so that it misses no change.
package final class SignalledValue<Value: Sendable, Topic: Hashable & Sendable>: Sendable {
    package enum Wake {
        case all
        /// The waiters of the first topic are woken first.
        case topics([Topic])
        case none
    }

    private struct State {
        var value: Value
        var lastToken: UInt64 = 0
        var waiters: [Topic: [UInt64: Waiter]] = [:]
        var woken = WakeQueue()

        mutating func enter(_ waiter: Waiter, _ topic: Topic) -> UInt64 {
            lastToken += 1
            waiters[topic, default: [:]][lastToken] = waiter
            return lastToken
        }

        /// Removes a waiter. Returns another one to wake, if the waiter was taken from its topic.
        mutating func leave(_ token: UInt64, _ topic: Topic) -> Waiter? {
            guard waiters[topic]?.removeValue(forKey: token) != nil else { return woken.next() }
            if waiters[topic]?.isEmpty == true { waiters[topic] = nil }
            return nil
        }

        mutating func wake(_ wake: Wake) {
            switch wake {
            case .all:
                for waiters in waiters.values { woken.append(waiters.values) }
                waiters = [:]
            case .topics(let topics):
                for topic in topics {
                    if let waiters = waiters.removeValue(forKey: topic) { woken.append(waiters.values) }
                }
            case .none:
                break
            }
        }
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value { state.withLock { $0.value } }

    /// The number of tasks that wait and were not woken.
    package var waiterCount: Int {
        state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } }
    }

    /// Changes the value and wakes tasks.
    ///
    /// - Parameter body: changes the value and returns the tasks to wake.
    package func change(_ body: (inout Value) -> Wake) {
        let first = state.withLock { state in
            let wake = body(&state.value)
            state.wake(wake)
            return state.woken.start()
        }
        for waiter in first { waiter.wake() }
    }

    /// Runs `sleep` while the waiter waits for the topic. Does not run it unless `mayWait` returns true.
    ///
    /// - Parameter sleep: sleeps with the waiter.
    package func wait(
        for topic: Topic, with waiter: Waiter, if mayWait: (Value) -> Bool, sleep: () async -> Void
    ) async {
        let token = state.withLock { state in
            mayWait(state.value) ? state.enter(waiter, topic) : nil
        }
        guard let token else { return }
        await sleep()
        state.withLock { $0.leave(token, topic) }?.wake()
    }
}
