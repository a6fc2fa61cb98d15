internal import Synchronization

/// Counts changes of something, and is where those wait who want to know of the next one: a waiter costs memory, no
/// thread.
public final class ChangeWatch: Sendable {
    private struct State {
        var count: UInt64 = 0
        var lastToken: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// How many changes there were.
    public var count: UInt64 { state.withLock { $0.count } }

    /// How many wait.
    public var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Called after each change.
    public func changed() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when there have been more than `count` changes, or when the task is cancelled.
    public func change(after count: UInt64) async {
        let token = state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let sleeps = state.withLock { state in
                    // A cancellation that comes later finds the waiter and wakes it.
                    guard state.count <= count, !Task.isCancelled else { return false }
                    state.waiters[token] = waiter
                    return true
                }
                if !sleeps { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: token) }
            waiter?.resume()
        }
    }
}
