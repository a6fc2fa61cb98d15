internal import Synchronization

/// The wait of one task for the first of several events: a signal, a timeout, the departure of the other side.
///
/// One task sleeps, as often as it likes. Each event that may wake the task keeps the waiter, so a task needs no child
/// tasks to wait for several events. A sleeping task uses memory but no thread.
package final class Waiter: Sendable {
    private enum State {
        case awake
        case asleep(CheckedContinuation<Void, Never>)
        /// Woken while the task did not sleep.
        case woken
        case ended
    }

    private let state = Mutex(State.awake)

    package init() {}

    /// Whether ``end()`` was called.
    package var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Returns when the waiter is woken or ended. Returns immediately if it was woken since the last sleep, or has ended.
    ///
    /// Only one task may call this function. It does not return when that task is cancelled: see ``withWaiter(_:)``.
    package func sleep() async {
        await withCheckedContinuation { sleeper in
            let sleeps = state.withLock { state in
                switch state {
                case .awake:
                    state = .asleep(sleeper)
                    return true
                case .woken:
                    state = .awake
                    return false
                case .ended:
                    return false
                case .asleep:
                    preconditionFailure("Two tasks sleep with one waiter.")
                }
            }
            if !sleeps { sleeper.resume() }
        }
    }

    /// Ends the present sleep, or the next one if the task does not sleep.
    package func wake() { leave(for: .woken) }

    /// Ends the present sleep and all later ones.
    package func end() { leave(for: .ended) }

    private func leave(for target: State) {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch (state, target) {
            case (.ended, _):
                return nil
            case (.asleep(let sleeper), .woken):
                state = .awake
                return sleeper
            case (.asleep(let sleeper), _):
                state = target
                return sleeper
            default:
                state = target
                return nil
            }
        }
        sleeper?.resume()
    }
}

/// Runs `body` with a waiter that ends when the task is cancelled.
package func withWaiter<Result>(_ body: (Waiter) async throws -> Result) async rethrows -> Result {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
        try await body(waiter)
    } onCancel: {
        waiter.end()
    }
}
