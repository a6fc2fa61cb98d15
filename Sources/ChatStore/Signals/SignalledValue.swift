internal import Synchronization

/// A value that changes, and the tasks that sleep until it has: one that sleeps costs memory, never a thread.
///
/// Whether a task goes to sleep is decided by the value under the lock that changes it, so that no change is missed.
final class SignalledValue<Value: Sendable, Topic: Hashable & Sendable>: Sendable {
    enum Wake {
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

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// How many tasks sleep.
    var sleeperCount: Int {
        state.withLock { $0.sleepers.values.reduce(0) { $0 + $1.count } }
    }

    /// - Parameter body: changes the value, and says whom that wakes.
    func change(_ body: (inout Value) -> Wake) {
        let woken = state.withLock { state in
            let wake = body(&state.value)
            return state.take(wake)
        }
        for sleeper in woken { sleeper.resume() }
    }

    /// Returns when the topic is woken or the task is cancelled; at once where the value does not let it sleep.
    func sleep(on topic: Topic, if maySleep: @Sendable (Value) -> Bool) async {
        let token = state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                let sleeps = state.withLock { state in
                    // A cancellation that comes later finds the sleeper and wakes it.
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
