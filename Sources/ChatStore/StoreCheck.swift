internal import ChatModel
internal import LMDB

/// The consistency walk: whether log, marks, indexes, next id and counters of a store fit together.
struct StoreCheck {
    /// What is listed at most; a store in ruins has more.
    static let maximumProblems = 100

    let tables: Tables

    func problems(in transaction: borrowing ReadTransaction) throws -> [String] {
        var problems: [String] = []
        let lastID = try checkLog(&problems, in: transaction)
        try checkIndexes(&problems, in: transaction)
        try checkNextID(after: lastID, &problems, in: transaction)
        try checkKeys(&problems, in: transaction)
        try checkQuarantine(&problems, in: transaction)
        return Array(problems.prefix(Self.maximumProblems))
    }

    /// Each record is what was stored, continues the chain of marks, and stands in every index.
    private func checkLog(_ problems: inout [String], in transaction: borrowing ReadTransaction) throws -> UInt64 {
        var mark = Mark.zero
        var lastID: UInt64 = 0
        var found: [String] = []
        try tables.log.scan(in: transaction) { id, bytes in
            lastID = id
            guard let record = try? Record(reading: bytes), let entry = try? record.entry(at: LogID(key: id))
            else {
                found.append("Message \(id) is damaged.")
                mark = Record.mark(of: bytes) ?? mark
                return .next
            }
            mark = mark.appending(record.digest)
            if record.mark != mark { found.append("The mark of message \(id) does not continue the chain.") }
            mark = record.mark
            try checkIndexes(of: entry, record, &found, in: transaction)
            return found.count < Self.maximumProblems ? .next : .stop
        }
        problems += found
        return lastID
    }

    private func checkIndexes(
        of entry: LogEntry, _ record: Record, _ problems: inout [String], in transaction: borrowing ReadTransaction
    ) throws {
        let id = entry.id.rawValue
        if try tables.digests.get(record.digest.bytes, in: transaction) != id {
            problems.append("The digest of message \(id) is not in the index, or is another message's.")
        }
        guard case .message(let message) = entry.body else { return }
        if try !tables.rooms.contains(RoomKey(message.fields.room, id), in: transaction) {
            problems.append("Message \(id) is missing in its room.")
        }
        if try !tables.order.contains(OrderKey(message.stamp.shown(arrival: record.arrival), id), in: transaction) {
            problems.append("Message \(id) is missing in the order of messages.")
        }
    }

    /// With each record in every index, equal counts say that the indexes hold nothing else.
    private func checkIndexes(_ problems: inout [String], in transaction: borrowing ReadTransaction) throws {
        let count = try tables.log.count(in: transaction)
        let counts = [
            ("digests", try tables.digests.count(in: transaction)), ("rooms", try tables.rooms.count(in: transaction)),
            ("order", try tables.order.count(in: transaction)),
        ]
        for (name, entries) in counts where entries != count {
            problems.append("The index \(name) has \(entries) entries for \(count) messages.")
        }
    }

    private func checkNextID(
        after lastID: UInt64, _ problems: inout [String], in transaction: borrowing ReadTransaction
    ) throws {
        let next = try tables.meta.get(.nextID, in: transaction) ?? 1
        if next <= lastID { problems.append("The next id \(next) is not above the last one, \(lastID).") }
    }

    private func checkKeys(_ problems: inout [String], in transaction: borrowing ReadTransaction) throws {
        var found: [String] = []
        try tables.keysByID.scan(in: transaction) { id, key in
            if try tables.keys.get(key, in: transaction)?.id != id {
                found.append("The key of message \(id) is not in the table of keys.")
            }
            if try !tables.log.contains(id, in: transaction) { found.append("Message \(id) has a key and is missing.") }
            return found.count < Self.maximumProblems ? .next : .stop
        }
        if try tables.keys.count(in: transaction) != tables.keysByID.count(in: transaction) {
            found.append("The two tables of keys differ in length.")
        }
        problems += found
    }

    private func checkQuarantine(_ problems: inout [String], in transaction: borrowing ReadTransaction) throws {
        var used: [[UInt8]: QuarantineUse] = [:]
        try tables.quarantine.scan(in: transaction) { key, entry in
            used[key.peer, default: QuarantineUse()].entries += 1
            used[key.peer, default: QuarantineUse()].bytes += UInt64(entry.raw.count)
            return .next
        }
        var found: [String] = []
        try tables.peers.scan(in: transaction) { peer, record in
            let use = used.removeValue(forKey: peer) ?? QuarantineUse()
            if use.entries != record.quarantine.entries || use.bytes != record.quarantine.bytes {
                found.append("The share of \(String(decoding: peer, as: UTF8.self)) in the quarantine is miscounted.")
            }
            return .next
        }
        for peer in used.keys {
            found.append("The quarantine holds something of no peer, \(String(decoding: peer, as: UTF8.self)).")
        }
        problems += found
    }
}
