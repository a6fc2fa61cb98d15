internal import Synchronization

/// A value and the tasks that sleep until it changes. A sleeping task uses memory but no thread.
///
/// Each task decides under the value's lock whether it sleeps, so that it misses no change.
package final class SignalledValue<Value: Sendable, Topic: Hashable & Sendable>: Sendable {
    package enum Wake {
        case all
        case topics(Set<Topic>)
        case none
    }

    private typealias Sleeper = CheckedContinuation<Void, Never>

    private struct State {
        var value: Value
        var lastToken: UInt64 = 0
        var sleepers: [Topic: [UInt64: Sleeper]] = [:]

        mutating func take(_ token: UInt64, of topic: Topic) -> Sleeper? {
            let sleeper = sleepers[topic]?.removeValue(forKey: token)
            if sleepers[topic]?.isEmpty == true { sleepers[topic] = nil }
            return sleeper
        }

        mutating func take(_ wake: Wake) -> [Sleeper] {
            switch wake {
            case .all:
                defer { sleepers = [:] }
                return sleepers.values.flatMap(\.values)
            case .topics(let topics):
                return topics.flatMap { sleepers.removeValue(forKey: $0).map { Array($0.values) } ?? [] }
            case .none:
                return []
            }
        }
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value { state.withLock { $0.value } }

    /// The number of sleeping tasks.
    package var sleeperCount: Int {
        state.withLock { $0.sleepers.values.reduce(0) { $0 + $1.count } }
    }

    /// Changes the value and wakes tasks.
    ///
    /// - Parameter body: changes the value and returns the tasks to wake.
    package func change(_ body: (inout Value) -> Wake) {
        let woken = state.withLock { state in
            let wake = body(&state.value)
            return state.take(wake)
        }
        for sleeper in woken { sleeper.resume() }
    }

    /// Sleeps until the topic is woken or the task is cancelled. Returns immediately unless `maySleep` returns true.
    package func sleep(on topic: Topic, if maySleep: @Sendable (Value) -> Bool) async {
        let token = state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                let sleeps = state.withLock { state in
                    // A later cancellation finds the sleeper and wakes it.
                    guard maySleep(state.value), !Task.isCancelled else { return false }
                    state.sleepers[topic, default: [:]][token] = sleeper
                    return true
                }
                if !sleeps { sleeper.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.take(token, of: topic) }
            sleeper?.resume()
        }
    }
}
