internal import Synchronization

/// The outcome of one operation that another thread ends: the first outcome counts. One task waits for it.
package final class OneOutcome<Value: Sendable>: Sendable {
    private struct State {
        var outcome: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// - Returns: whether the value is the outcome; false if there was one already.
    @discardableResult
    package func end(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            guard state.outcome == nil else { return (false, nil) }
            state.outcome = value
            return (true, state.waiter)
        }
        waiter?.resume(returning: value)
        return isFirst
    }

    /// Returns the outcome. If the task is cancelled before there is one, the outcome is `cancelled`.
    ///
    /// Only one task may call this function, once.
    package func value(ifCancelled cancelled: Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ended = state.withLock { state -> Value? in
                    state.waiter = waiter
                    return state.outcome
                }
                if let ended { waiter.resume(returning: ended) }
            }
        } onCancel: {
            end(cancelled)
        }
    }
}
