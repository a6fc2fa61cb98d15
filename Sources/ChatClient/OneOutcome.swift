internal import Synchronization

/// The outcome of one operation that another thread ends: the first outcome counts. One task waits for it.
package final class OneOutcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case ended(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// - Returns: whether the value is the outcome; false if there was one already.
    @discardableResult
    package func end(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .ended: return (false, nil)
            case .open:
                state = .ended(value)
                return (true, nil)
            case .awaited(let waiter):
                state = .ended(value)
                return (true, waiter)
            }
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
                    if case .ended(let value) = state { return value }
                    state = .awaited(waiter)
                    return nil
                }
                if let ended { waiter.resume(returning: ended) }
            }
        } onCancel: {
            end(cancelled)
        }
    }
}
