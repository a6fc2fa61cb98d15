public import ChatModel
internal import Synchronization

/// The damaged records that readers have met and that the store has not noted yet.
///
/// Each id is handed out once in a lifetime, however often it is met.
public final class MetDamage: Sendable {
    /// Counts each time that records are met for the first time.
    public let signal = ChangeSignal()

    private struct State {
        var waiting: Set<UInt64> = []
        var known: Set<UInt64> = []
    }

    private let state = Mutex(State())

    init() {}

    /// Adds the ids of damaged records, such as those that a check has found.
    public func met(_ ids: [LogID]) {
        guard !ids.isEmpty else { return }
        let isNew = state.withLock { state in
            let before = state.waiting.count
            for id in ids.map(\.rawValue) where !state.known.contains(id) {
                // More could not be noted either.
                guard state.known.count < DamagedRecord.maximumCount else { break }
                state.known.insert(id)
                state.waiting.insert(id)
            }
            return state.waiting.count > before
        }
        if isNew { signal.changed() }
    }

    /// Removes the lowest ids that wait, at most `limit`, and returns them.
    func take(_ limit: Int) -> [UInt64] {
        state.withLock { state in
            let ids = Array(state.waiting.sorted().prefix(limit))
            state.waiting.subtract(ids)
            return ids
        }
    }

    /// Puts ids back that could not be noted. They wait until they are met again, so that a failure does not repeat at once.
    func meetAgain(_ ids: [UInt64]) {
        state.withLock { $0.known.subtract(ids) }
    }
}
