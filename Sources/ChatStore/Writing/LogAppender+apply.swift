internal import ChatModel
internal import LMDB

extension LogAppender {
    /// Stores the messages of a peer's page, quarantines the bad ones and moves the peer's cursor.
    ///
    /// - Parameter highestForm: the highest form of messages that the program knows.
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``. The caller must then abort the transaction.
    mutating func apply(
        _ page: JudgedPage, of peer: PeerID, knowing highestForm: UInt64, in transaction: inout WriteTransaction
    ) throws -> Applied {
        var applied = Applied()
        var record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
        if record.isRetrying { try emptyQuarantine(of: peer, &record, in: &transaction) }
        if let cursor = page.cursor { record.cursor = cursor }
        for verdict in page.verdicts {
            switch verdict {
            case .good(let message) where !group.takes(message.message.group):
                record.countForeign()
                applied.foreign += 1
            case .good(let message):
                if try take(message, in: &transaction) {
                    applied.stored += 1
                } else {
                    applied.known += 1
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
                let noted = record.laterForms ?? LaterForms(lowestID: id, knownForm: highestForm)
                record.laterForms = noted.adding(id, knowing: highestForm)
            case .bad(let id, let message):
                applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: message.reason)
                record.lowerRetryID(to: id)
                if try quarantine(message, id, of: peer, &record, in: &transaction) {
                    applied.quarantined += 1
                } else {
                    record.countSkipped()
                    applied.skipped += 1
                }
            case .unreadable(let id):
                record.lowerRetryID(to: id)
                record.countSkipped()
                applied.skipped += 1
            }
        }
        if let id = page.retryID { record.lowerRetryID(to: id) }
        if let asked = page.asked { record.asked = asked }
        applied.messagesInLog = try tables.digestIndex.count(in: transaction)
        try tables.peers.put(peer.bytes, record, in: &transaction)
        return applied
    }

    /// Quarantines a bad message, the same raw form once.
    ///
    /// - Returns: false if the peer's quarantine is full.
    private func quarantine(
        _ message: BadMessage, _ id: LogID, of peer: PeerID, _ record: inout PeerRecord,
        in transaction: inout WriteTransaction
    ) throws -> Bool {
        let key = QuarantineKey(peer, raw: message.raw)
        if try tables.quarantine.contains(key, in: transaction) { return true }
        guard record.quarantine.add(byteCount: message.raw.count) else { return false }
        let entry = QuarantineRecord(
            id: id, time: now, reason: message.reason.code.rawValue, raw: message.raw)
        try tables.quarantine.put(key, entry, in: &transaction)
        return true
    }

    /// Empties the quarantine of a peer. A message that is still bad comes again with the retry.
    private func emptyQuarantine(
        of peer: PeerID, _ record: inout PeerRecord, in transaction: inout WriteTransaction
    ) throws {
        var keys: [QuarantineKey] = []
        try tables.quarantine.scan(QuarantineKey.range(of: peer), in: transaction) { key, _ in
            keys.append(key)
            return .next
        }
        for key in keys { try tables.quarantine.delete(key, in: &transaction) }
        record.quarantine = QuarantineUse()
        record.isRetrying = false
    }

    /// Moves a peer's cursor back as ``PeerRecord/retry(knowing:)``. The quarantine is emptied when the peer's first page
    /// arrives.
    func retry(_ peer: PeerID, knowing highestForm: UInt64, in transaction: inout WriteTransaction) throws {
        guard var record = try tables.peers.get(peer.bytes, in: transaction), record.retry(knowing: highestForm) else {
            return
        }
        try tables.peers.put(peer.bytes, record, in: &transaction)
    }
}
