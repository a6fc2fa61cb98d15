import ChatExchange
import ChatModel
import ChatStore

@testable import ChatReplication

/// A model of the store, as far as it concerns one peer.
struct ModelStore {
    private var cursors = PeerCursors.start
    private(set) var stored: Set<Digest> = []
    private(set) var gaps = Gaps()

    var cursor: Cursor { cursors.current }

    var otherCursors: [Cursor] { cursors.others.map(\.cursor) }

    mutating func apply(_ page: PageToApply) -> Applied {
        apply(page.entries, page.part, unreadable: page.unreadable, next: page.nextCursor)
    }

    mutating func apply(_ page: GapPage) -> Applied {
        apply(page.entries, page.part, unreadable: page.unreadable, next: nil, newest: page.newest)
    }

    private mutating func apply(
        _ entries: [LogPage.Entry], _ part: PagePart?, unreadable: Int, next: Cursor?, newest: LogPosition? = nil
    ) -> Applied {
        var applied = Applied()
        applied.skipped = unreadable
        let verdicts = entries.map { entry -> JudgedPage.Verdict in
            switch entry {
            case .gone(_, let digest):
                if stored.insert(digest).inserted { applied.stored += 1 } else { applied.known += 1 }
                return .known
            case .laterForm(let id, let form, _):
                applied.firstLaterForm = LaterFormMessage(id: id, form: form)
                return .laterForm(id, form: form)
            case .bad(let id, let bad):
                applied.quarantined += 1
                applied.firstRefused = RefusedMessage(id: id, refusal: bad.reason)
                return .bad(id, bad)
            case .message: return .known  // The model has none.
            }
        }
        var judged = part?.judged(entries, verdicts, isLast: next != nil)
        judged?.newest = newest
        judged?.change(&gaps, &cursors, to: next, knowing: 1)
        applied.otherCursors = otherCursors
        applied.messagesInLog = stored.count
        return applied
    }

    /// Returns the ids of a log that are neither stored nor will be requested again: they lie before the newest position that a
    /// cursor has in the log, and in no gap. Gaps count for another cursor than the current one only up to the id up to which
    /// both logs are the same.
    func missed(of log: ModelLog) -> [LogID] {
        let all = [PeerCursors.Other(cursor: cursor, shared: cursor.newest.id)] + cursors.others
        return all.flatMap { cursor -> [LogID] in
            guard let common = cursor.cursor.positions.first(where: log.has) else { return [] }
            return log.entries
                .filter { entry in
                    let id = entry.position.id
                    return id <= common.id && !stored.contains(entry.digest)
                        && !(id <= cursor.shared && gaps.contains(id))
                }
                .map(\.position.id)
        }
    }

    /// Returns whether all gaps end before the cursor.
    var hasGapsBeforeCursor: Bool {
        (gaps.notStored + gaps.laterForms).allSatisfy { $0.last <= cursor.newest.id }
    }
}
