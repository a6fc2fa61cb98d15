public import ChatModel
internal import Synchronization

/// The damaged records that readers have met or a check has found, and that the store has not noted yet.
public final class MetDamage: Sendable {
    /// Counts each time that records are added.
    public let signal = ChangeSignal()

    private struct State {
        var waiting: Set<UInt64> = []
        /// The ids that were added before. Readers meet the same record again and again.
        var known: Set<UInt64> = []
    }

    private let state = Mutex(State())

    init() {}

    /// Adds the ids of damaged records that a reader has met, each id once until ``forget(_:)``.
    public func met(_ ids: [LogID]) { add(ids) { $0.known.contains($1) } }

    /// Adds the ids of records that a check has found, also those that were added before: such a record may be readable again.
    public func found(_ ids: [LogID]) { add(ids) { $0.waiting.contains($1) } }

    private func add(_ ids: [LogID], unless isKnown: (State, UInt64) -> Bool) {
        guard !ids.isEmpty else { return }
        let isNew = state.withLock { state in
            let before = state.waiting.count
            for id in ids.map(\.rawValue) where !isKnown(state, id) {
                // The store would not note more.
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

    /// Puts ids back that could not be noted. They wait for the next attempt, which ``signal`` does not announce.
    func putBack(_ ids: [UInt64]) {
        state.withLock { $0.waiting.formUnion(ids) }
    }

    /// Forgets the ids of records that are readable again, so that ``met(_:)`` adds them once more after new damage.
    func forget(_ ids: [LogID]) {
        state.withLock { $0.known.subtract(ids.map(\.rawValue)) }
    }
}
