import ChatExchange
import ChatModel
import ChatStore

@testable import ChatReplication

/// A model of the store, as far as it concerns one peer.
struct ModelStore {
    private(set) var cursor = Cursor.start
    private(set) var stored: Set<Digest> = []
    private(set) var gaps = Gaps()

    mutating func apply(_ page: PageToApply) -> Applied {
        defer { cursor = page.nextCursor }
        return apply(page.entries, page.part, unreadable: page.unreadable, next: page.nextCursor)
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
        judged?.change(&gaps, at: cursor, to: next, knowing: 1)
        applied.messagesInLog = stored.count
        return applied
    }

    /// Returns the ids of a log that are neither stored nor will be requested again: they lie before the cursor's newest
    /// position in the log, and in no gap.
    func missed(of log: ModelLog) -> [LogID] {
        guard let common = cursor.positions.first(where: log.has) else { return [] }
        return log.entries
            .filter { $0.position.id <= common.id && !stored.contains($0.digest) && !gaps.contains($0.position.id) }
            .map(\.position.id)
    }

    /// Returns whether all gaps end before the cursor.
    var hasGapsBeforeCursor: Bool {
        (gaps.notStored + gaps.laterForms).allSatisfy { $0.last <= cursor.newest.id }
    }
}
