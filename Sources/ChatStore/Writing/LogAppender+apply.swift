internal import ChatModel
internal import LMDB

extension LogAppender {
    /// Stores what a peer's page brings and moves its cursor, together.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``. The transaction is then to be dropped.
    mutating func apply(_ page: JudgedPage, of peer: PeerID, in transaction: inout WriteTransaction) throws -> Applied {
        var applied = Applied()
        var record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
        if record.isRetrying { try dropEvidence(against: peer, &record, in: &transaction) }
        for verdict in page.verdicts {
            switch verdict {
            case .good(let message):
                if try holds(message.message.digest, in: transaction) {
                    applied.known += 1
                } else {
                    _ = try append(message, in: &transaction)
                    applied.stored += 1
                }
            case .known:
                applied.known += 1
            case .gone:
                break
            case .bad(let id, let message):
                applied.firstReason = applied.firstReason ?? "id \(id): \(message.reason.sentence)"
                record.notStored(id)
                if try quarantine(message, id, of: peer, &record, in: &transaction) {
                    applied.quarantined += 1
                } else {
                    record.skip(id)
                    applied.skipped += 1
                }
            case .unreadable(let id):
                record.skip(id)
                applied.skipped += 1
            }
        }
        if let id = page.retryFrom { record.notStored(id) }
        applied.messagesHeld = try tables.log.count(in: transaction)
        if let cursor = page.cursor { record.cursor = cursor }
        try tables.peers.put(peer.bytes, record, in: &transaction)
        return applied
    }

    /// Keeps the evidence; false where the peer's share is used up. The same raw form is kept once.
    private func quarantine(
        _ message: BadMessage, _ id: LogID, of peer: PeerID, _ record: inout PeerRecord,
        in transaction: inout WriteTransaction
    ) throws -> Bool {
        let key = QuarantineKey(peer, raw: message.raw)
        if try tables.quarantine.contains(key, in: transaction) { return true }
        guard record.quarantine.add(byteCount: message.raw.count) else { return false }
        let entry = QuarantineRecord(
            id: id, arrival: now, reason: message.reason.code.rawValue, raw: message.raw)
        try tables.quarantine.put(key, entry, in: &transaction)
        return true
    }

    /// What is still bad comes again.
    private func dropEvidence(
        against peer: PeerID, _ record: inout PeerRecord, in transaction: inout WriteTransaction
    ) throws {
        var evidence: [QuarantineKey] = []
        try tables.quarantine.scan(QuarantineKey.range(of: peer), in: transaction) { key, _ in
            evidence.append(key)
            return .next
        }
        for key in evidence { try tables.quarantine.delete(key, in: &transaction) }
        record.quarantine = QuarantineUse()
        record.isRetrying = false
    }

    /// Sets the cursor of a peer back before what was not stored, so that it is walked again from there and judged anew. The
    /// evidence is kept until the peer's first page comes.
    func retry(_ peer: PeerID, in transaction: inout WriteTransaction) throws {
        guard var record = try tables.peers.get(peer.bytes, in: transaction), record.lowestNotStored > .zero else {
            return
        }
        record.isRetrying = true
        record.cursor = record.cursor.cut(before: record.lowestNotStored)
        record.skipped = 0
        record.lowestNotStored = .zero
        try tables.peers.put(peer.bytes, record, in: &transaction)
    }
}
