internal import ChatModel
internal import LMDB

extension LogAppender {
    /// Stores the messages of a peer's page, quarantines the bad ones, moves the peer's cursor and notes the gaps that
    /// the page leaves.
    ///
    /// - Parameter highestForm: the highest form of messages that the program knows.
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``. The caller must then abort the transaction.
    mutating func apply(
        _ page: JudgedPage, of peer: PeerID, knowing highestForm: UInt64, in transaction: inout WriteTransaction
    ) throws -> Applied {
        var applied = Applied()
        var record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
        if page.beginsRound { record.skipped = 0 }
        if let part = page.part {
            let id = part.replacesAfter(at: record.cursors, to: page.cursor)
            try emptyQuarantine(of: peer, after: id, through: part.through?.id, &record, in: &transaction)
        }
        try jumpIfRestored(page.verdicts, in: &transaction)
        for verdict in page.verdicts { try apply(verdict, of: peer, &record, &applied, in: &transaction) }
        applied.skipped += page.unreadable
        record.countSkipped(applied.skipped)
        var part = page.part
        try part?.addGapsOfGone { try tables.digestIndex.get($0, in: transaction) != nil }
        let hasGaps = try note(
            part, of: peer, &record.cursors, to: page.cursor, knowing: highestForm, in: &transaction)
        // Skipped messages are in gaps. Without a gap, the peer's log no longer has them.
        if !hasGaps { record.skipped = 0 }
        if let asked = page.asked { record.asked = asked }
        applied.otherCursors = record.cursors.others.map(\.cursor)
        applied.messagesInLog = try tables.digestIndex.count(in: transaction)
        try tables.peers.put(peer.bytes, record, in: &transaction)
        return applied
    }

    private mutating func apply(
        _ verdict: JudgedPage.Verdict, of peer: PeerID, _ record: inout PeerRecord, _ applied: inout Applied,
        in transaction: inout WriteTransaction
    ) throws {
        switch verdict {
        case .good(let message) where !group.takes(message.message.group):
            record.countForeign()
            applied.foreign += 1
        case .good(let message):
            switch try take(message, in: &transaction) {
            case .stored: applied.stored += 1
            case .healed:
                applied.stored += 1
                applied.healed += 1
            case .known: applied.known += 1
            }
        case .known:
            applied.known += 1
        case .gone:
            break
        case .foreign:
            record.countForeign()
            applied.foreign += 1
        case .laterForm(let id, let form):
            applied.firstLaterForm = applied.firstLaterForm ?? LaterFormMessage(id: id, form: form)
        case .bad(let id, let message):
            applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: message.reason)
            if try quarantine(message, id, of: peer, &record, in: &transaction) {
                applied.quarantined += 1
            } else {
                applied.skipped += 1
            }
        }
    }

    /// Moves the cursors of a peer, and replaces the gaps in the part of the peer's log that a page covers.
    ///
    /// - Returns: whether messages of the peer's log may be missing for another reason than a later form.
    private func note(
        _ part: JudgedPage.Part?, of peer: PeerID, _ cursors: inout PeerCursors, to next: Cursor?,
        knowing highestForm: UInt64, in transaction: inout WriteTransaction
    ) throws -> Bool {
        let earlier = try tables.gaps(of: peer, in: transaction)
        var gaps = earlier
        if let part {
            part.change(&gaps, &cursors, to: next, knowing: highestForm)
        } else if let next {
            cursors.replaceCurrent(with: next)
        }
        try tables.replaceGaps(earlier, with: gaps, of: peer, in: &transaction)
        return !gaps.notStored.isEmpty
    }

    /// Quarantines a bad message. The same bytes are kept once for each id.
    ///
    /// - Returns: false if the peer's quarantine is full.
    private func quarantine(
        _ message: BadMessage, _ id: LogID, of peer: PeerID, _ record: inout PeerRecord,
        in transaction: inout WriteTransaction
    ) throws -> Bool {
        let key = QuarantineKey(peer, id, raw: message.raw)
        if try tables.quarantine.contains(key, in: transaction) { return true }
        guard record.quarantine.add(byteCount: message.raw.count) else { return false }
        let entry = QuarantineRecord(time: now, reason: message.reason.code.rawValue, raw: message.raw)
        try tables.quarantine.put(key, entry, in: &transaction)
        return true
    }

    /// Removes the messages of a part of the peer's log from the quarantine. A message that is still bad comes with the
    /// page and is quarantined again.
    private func emptyQuarantine(
        of peer: PeerID, after id: LogID, through last: LogID?, _ record: inout PeerRecord,
        in transaction: inout WriteTransaction
    ) throws {
        guard record.quarantine.entries > 0 else { return }
        var removed: [(key: QuarantineKey, byteCount: Int)] = []
        let range = QuarantineKey.range(of: peer, after: id, through: last)
        try tables.quarantine.scan(range, in: transaction) { key, entry in
            removed.append((key, entry.raw.count))
            return .next
        }
        for (key, byteCount) in removed {
            try tables.quarantine.delete(key, in: &transaction)
            record.quarantine.remove(byteCount: byteCount)
        }
    }
}
