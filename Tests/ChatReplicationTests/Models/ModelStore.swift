import ChatExchange
import ChatModel
import ChatStore

@testable import ChatReplication

/// A model of the store, as far as it concerns one peer.
struct ModelStore {
    private(set) var stored: Set<Digest> = []
    /// Those of the stored messages whose values are missing.
    private(set) var valueless: Set<Digest> = []
    private(set) var refused: Set<Digest> = []
    private(set) var cursors = PeerCursors.start
    /// By ascending positions.
    private(set) var exceptions: [PeerException] = []
    /// The largest number of exceptions.
    var maximumExceptions = Limits.exceptions
    var due: [DueMessage] = []
    var group = GroupID.none
    /// Whether new messages wait, because the store has taken in as many of their origin as it does in a day.
    var isSpent = false

    /// Any verified message: the puller does not look into it.
    private static let sample = try! VerifiedMessage(verifying: ModelPeer.sample)  // It is signed with its key.

    var settled: LogPosition { cursors.settled }

    /// Stores a message that came from elsewhere.
    mutating func add(_ digest: Digest, hasValues: Bool = true) {
        stored.insert(digest)
        if hasValues { valueless.remove(digest) } else { valueless.insert(digest) }
    }

    /// Forgets how far the peer's log is read, as a program with other rules does.
    mutating func forgetPositions() { (cursors, exceptions) = (.start, []) }

    /// Damages a stored message.
    mutating func damage(_ digest: Digest) { stored.remove(digest) }

    /// What the store has of the log, as `Tables.claim` says it.
    var claim: SettledClaim {
        var claim = SettledClaim(settled: settled)
        for (index, exception) in exceptions.enumerated() where exception.before.id < claim.settled.id {
            guard let digest = exception.digest, index < Limits.lackedIDs else {
                claim.settled = exception.before
                break
            }
            if isMissing(digest, withValues: false) { claim.lacks.append(exception.last) }
        }
        return claim
    }

    func missing(_ messages: [WantedMessage]) -> [Digest] {
        messages.filter { isMissing($0.digest, withValues: $0.needsValues) }.map(\.digest)
    }

    private func isMissing(_ digest: Digest, withValues: Bool) -> Bool {
        !stored.contains(digest) || withValues && valueless.contains(digest)
    }

    func found(rowsFrom id: LogID?) -> FoundMessages {
        let rows = id.map { id in exceptions.filter { $0.before.id >= id }.prefix(Rounds.rowsAtOnce) } ?? []
        return FoundMessages(rows: Array(rows), due: due)
    }

    mutating func store(_ job: StoreJob) -> StoredAnswer {
        let entries = job.page?.entries ?? []
        let judged = JudgedEntries(entries, entries.map(verdict), by: nil)
        guard !job.onlyMoves(judged) else {
            return StoredAnswer(uncommitted: job, judged, messagesInLog: stored.count)
        }
        let applied = apply(job.judgedPage(judged), entries)
        return StoredAnswer(applied, named: job.named(in: judged), relayed: job.relayed(in: judged))
    }

    /// Judges an entry as `PageIntake` does, except that the digest of a bad message says that it is bad.
    private func verdict(on entry: LogPage.Entry) -> JudgedPage.Verdict {
        let isMissing = entry.digest.map { self.isMissing($0, withValues: entry.hasValues) } == true
        return switch entry {
        case .laterForm(let id, let form, _): .laterForm(id, form: form)
        case .bad(let id, let refusal): .unusable(id, refusal)
        case .listed(_, let message) where !group.accepts(message.group): .foreign(nil)
        case .listed(_, let message) where isMissing && isSpent: .waiting(message.digest, message.origin)
        case .gone, .damaged, .listed: isMissing ? .wanted : .known
        case .message where !isMissing: .known
        case .message(_, let message) where !group.accepts(message.group): .foreign(message.digest)
        case .message(let id, let message) where message.digest.isBad:
            .refused(id, Refusal(.badSignature, "Forged."), message.digest)
        case .message(_, let message) where isSpent: .waiting(message.digest, message.origin)
        case .message: .good(Self.sample)
        }
    }

    /// Stores a page as `LogAppender` does.
    private mutating func apply(_ page: JudgedPage, _ entries: [LogPage.Entry]) -> Applied {
        var applied = Applied()
        for (entry, verdict) in zip(entries, page.verdicts) { apply(verdict, entry, &applied) }
        exceptions.removeAll { row in
            guard page.asked.contains(row), let digest = row.digest else { return false }
            return applied.ended.contains(digest) || stored.contains(digest)
        }
        for row in page.exceptions where row.digest.map(stored.contains) != true {
            exceptions.removeAll { $0.before.id == row.before.id }
            exceptions.append(row)
        }
        exceptions.sort { $0.before.id < $1.before.id }
        while exceptions.count > maximumExceptions {
            let (last, previous) = (exceptions.removeLast(), exceptions.removeLast())
            exceptions.append(
                PeerException(after: previous.before, through: last.last, nil, .unread, since: last.since))
        }
        if !applied.waiting.isEmpty, case .forward(_, _, let end, _) = page.settling, end.id > settled.id {
            let before = exceptions.last?.reason == .waiting ? exceptions.removeLast().before : settled
            exceptions.append(
                PeerException(after: before, through: end.id, nil, .waiting, since: UnixTime(milliseconds: 0)))
        }
        if let settling = page.settling { settle(settling, applied.settled) }
        if let asked = page.due { due.removeAll { $0 <= asked } }
        (applied.cursors, applied.messagesInLog) = (cursors, stored.count)
        applied.claim = claim
        return applied
    }

    private mutating func apply(_ verdict: JudgedPage.Verdict, _ entry: LogPage.Entry, _ applied: inout Applied) {
        switch verdict {
        case .good:
            guard let digest = entry.digest, case .message(_, let message) = entry else { return }
            add(digest, hasValues: !message.fields.lacksValues)
            applied.stored += 1
            applied.ended.insert(digest)
        case .known: applied.known += 1
        case .wanted: break
        case .foreign(let digest), .stranger(let digest):
            applied.foreign += 1
            if let digest { applied.passed.insert(digest) }
        case .waiting(let digest, let origin): applied.waiting[digest] = origin
        case .laterForm(let id, let form):
            applied.firstLaterForm = applied.firstLaterForm ?? LaterFormMessage(id: id, form: form)
        case .refused(let id, let refusal, let digest):
            applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: refusal)
            applied.refused += 1
            applied.ended.insert(digest)
            refused.insert(digest)
        case .unusable(let id, let refusal):
            applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: refusal)
        }
    }

    private mutating func settle(_ settling: Settling, _ passable: Set<Digest>) {
        switch settling {
        case .forward(let after, let wants, let end, let passing):
            guard settled == after else { return }
            let first = wants.first {
                !passable.contains($0.digest) && isMissing($0.digest, withValues: $0.needsValues)
            }
            let position = first?.before ?? end
            if position.id > after.id { cursors.advance(to: position, passing: passing) }
        case .back(let position, isOtherLog: false):
            if position.id < settled.id { cursors.goBack(to: position) }
            exceptions.removeAll { $0.before.id >= position.id }
        case .back(let position, isOtherLog: true):
            let shared = cursors.change(to: position) { id in exceptions.first { $0.before.id >= id }?.before.id }
            exceptions.removeAll { $0.before.id >= shared }
        }
    }
}
