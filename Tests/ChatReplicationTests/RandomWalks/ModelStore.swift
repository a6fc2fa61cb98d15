import ChatModel
import ChatStore

@testable import ChatReplication

/// A model of the store, as far as it concerns one peer.
struct ModelStore {
    private(set) var cursor = Cursor.start
    private(set) var stored: Set<Digest> = []
    /// The retry id; 0 for none.
    private(set) var lowest = LogID.zero
    /// The lowest id of a message of a later form; 0 for none.
    private(set) var later = LogID.zero

    mutating func apply(_ page: PageToApply) -> Applied {
        var applied = Applied()
        cursor = page.nextCursor
        applied.skipped = page.unreadable.count
        for id in page.unreadable { lower(to: id) }
        for entry in page.entries {
            switch entry {
            case .gone(_, let digest):
                if stored.insert(digest).inserted { applied.stored += 1 } else { applied.known += 1 }
            case .laterForm(let id, let form, _):
                applied.firstLaterForm = LaterFormMessage(id: id, form: form)
                later = later == .zero ? id : min(later, id)
            case .bad(let id, let bad):
                applied.quarantined += 1
                applied.firstRefused = RefusedMessage(id: id, refusal: bad.reason)
                lower(to: id)
            case .message: break  // The model has none.
            }
        }
        if let id = page.retryID { lower(to: id) }
        applied.messagesInLog = stored.count
        return applied
    }

    private mutating func lower(to id: LogID) { lowest = lowest == .zero ? id : min(lowest, id) }

    /// Moves the cursor back to the retry id, as each start does.
    ///
    /// - Parameter isUpgraded: whether the program has learnt the later form.
    mutating func retry(isUpgraded: Bool) {
        if lowest > .zero { cursor = cursor.cut(before: lowest) }
        lowest = .zero
        guard isUpgraded else { return }
        if later > .zero { cursor = cursor.cut(before: later) }
        later = .zero
    }

    /// Returns the ids of a log that are neither stored nor will be requested again: they lie before the cursor's newest
    /// position in the log, before the retry id, and before the messages of a later form.
    func missed(of log: ModelLog) -> [LogID] {
        [(cursor, lowest), (lowest > .zero ? cursor.cut(before: lowest) : cursor, .zero)].flatMap { cursor, lowest in
            guard let common = cursor.positions.first(where: log.has) else { return [LogID]() }
            return log.entries
                .filter { $0.position.id <= common.id && (lowest == .zero || $0.position.id < lowest) }
                .filter { later == .zero || $0.position.id < later }
                .filter { !stored.contains($0.digest) }.map(\.position.id)
        }
    }
}
