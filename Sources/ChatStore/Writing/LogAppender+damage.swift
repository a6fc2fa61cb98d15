public import ChatModel
internal import LMDB

/// The result of noting damaged records.
public struct NotedDamage: Hashable, Sendable {
    /// The ids of damaged records whose messages are requested from peers from now on.
    public var wanted: [LogID] = []
    /// The ids of damaged records whose digests are not known yet.
    public var unidentified: [LogID] = []
    /// The ids of records that were noted as damaged before, and are readable again.
    public var undone: [LogID] = []
    /// The number of damaged records that are not noted, because the store has noted too many.
    public var refused = 0

    public init() {}

    public var isEmpty: Bool { self == NotedDamage() }

    mutating func add(_ other: NotedDamage) {
        wanted += other.wanted
        unidentified += other.unidentified
        undone += other.undone
        refused += other.refused
    }
}

/// Notes damaged records, and stores their messages again.
///
/// Nothing here writes to a damaged record: see ``DamagedRecord``.
extension LogAppender {
    /// Notes records that a reader or a check found damaged. A record that is readable again loses its note.
    ///
    /// - Parameter candidates: digests that the records may have had, by id. A digest counts only if the chain of marks or the index
    ///   of digests proves it.
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``. The caller must then abort the transaction.
    mutating func noteDamage(
        _ ids: [UInt64], candidates: [UInt64: [Digest]] = [:], in transaction: inout WriteTransaction
    ) throws -> NotedDamage {
        var result = NotedDamage()
        try correctDamageTimes(in: &transaction)
        // In the order of ids, because a mark follows from the one before.
        for id in ids.sorted() {
            let noted = try tables.damagedRecords.get(UInt32(clamping: id), in: transaction)
            if let entry = try readableEntry(id, in: transaction) {
                if let noted { try drop(noted, of: entry, &result, in: &transaction) }
                continue
            }
            guard noted == nil || noted?.state == .unidentified else { continue }
            if noted == nil {
                guard try hasRoomForNote(in: transaction) else {
                    result.refused += 1
                    continue
                }
                try count(.damaged, 1, in: &transaction)
            }
            let gap = try ChainGap(of: id, tables, in: transaction)
            guard let found = try identity(id, gap, candidates[id] ?? [], in: transaction) else {
                if noted == nil {
                    try tables.damagedRecords.put(
                        UInt32(clamping: id), DamagedRecord(noted: now, .unidentified), in: &transaction)
                }
                if candidates[id] == nil { result.unidentified.append(LogID(key: id)) }
                continue
            }
            try note(id, gap, found, &result, in: &transaction)
        }
        notedDamage.add(result)
        return result
    }

    /// Whether the store may note one more damaged record.
    private func hasRoomForNote(in transaction: borrowing WriteTransaction) throws -> Bool {
        let open = try tables.meta.get(.damaged, in: transaction) ?? 0
        let count = try tables.damagedRecords.count(in: transaction)
        return open < DamagedRecord.maximumOpen && count < DamagedRecord.maximumCount
    }

    /// Corrects the times of damaged messages that were noted while the clock ran ahead: they are wanted since now.
    /// Otherwise no peer would be asked for them before the clock has reached those times again.
    ///
    /// - Complexity: O(log n), unless a message is wanted since a time in the future. Then O(n) in the damaged records.
    mutating func correctDamageTimes(in transaction: inout WriteTransaction) throws {
        let latest = now + Stamp.tolerance
        guard let last = try tables.wantedIndex.table.last(in: transaction), last.key.since > latest else { return }
        var ahead: [(id: UInt32, record: DamagedRecord, digest: Digest)] = []
        try tables.damagedRecords.scan(in: transaction) { id, record in
            if record.noted > latest, case .wanted(_, let digest) = record.state { ahead.append((id, record, digest)) }
            return .next
        }
        for (id, record, digest) in ahead {
            try tables.wantedIndex.remove(digest, damagedAt: record.noted, in: &transaction)
            try tables.wantedIndex.table.put(WantedKey(since: now, digest: digest), Empty(), in: &transaction)
            try tables.damagedRecords.put(id, DamagedRecord(noted: now, record.state), in: &transaction)
        }
    }

    /// Notes a damaged record whose mark and digest are known.
    private mutating func note(
        _ id: UInt64, _ gap: ChainGap, _ found: (mark: Mark, digest: Digest), _ result: inout NotedDamage,
        in transaction: inout WriteTransaction
    ) throws {
        let stored = try tables.digestIndex.get(found.digest, in: transaction)
        if let stored, stored.id != id {
            // The record was gone, or is an older copy of a message.
            try tables.damagedRecords.put(
                UInt32(clamping: id), DamagedRecord(noted: now, .gone(found.mark, found.digest)), in: &transaction)
            return try count(.damaged, -1, in: &transaction)
        }
        let arrival = gap.bytes.flatMap(Record.arrival)
        try tables.damagedRecords.put(
            UInt32(clamping: id), DamagedRecord(noted: now, .wanted(found.mark, found.digest)), in: &transaction)
        try tables.digestIndex.setDamaged(found.digest, at: id, in: &transaction)
        try tables.wantedIndex.insert(
            found.digest, damagedAt: now, arrival: arrival, values: stored?.values ?? .present, in: &transaction)
        result.wanted.append(LogID(key: id))
    }

    /// Stores a message under a new id, because its record is damaged. The damaged record becomes gone.
    ///
    /// - Parameter stored: the index's entry for the message.
    /// - Throws: ``StoreError`` with `ids-exhausted` before anything is written; ``LMDBError``.
    mutating func heal(
        _ verified: VerifiedMessage, _ stored: DigestRecord, in transaction: inout WriteTransaction
    ) throws {
        try settle(in: &transaction)
        let (id, digest) = (stored.id, verified.message.digest)
        if let noted = try tables.damagedRecords.get(UInt32(clamping: id), in: transaction),
            case .wanted(let mark, _) = noted.state
        {
            let bytes = try tables.log.get(UInt32(clamping: id), in: transaction)
            let damaged = LogEntry(
                position: LogPosition(id: LogID(key: id), mark: mark),
                arrival: bytes.flatMap(Record.arrival) ?? Stamp.latest.time, body: .message(verified.message),
                isErased: false)
            try tables.indexes.remove(damaged, in: &transaction)
            try tables.wantedIndex.remove(digest, damagedAt: noted.noted, in: &transaction)
            let gone = DamagedRecord(noted: noted.noted, .gone(mark, digest))
            if bytes == nil, let entry = gone.goneEntry(at: LogID(key: id)) {
                try tables.log.put(UInt32(clamping: id), tables.recordFormat.encode(entry), in: &transaction)
                try tables.damagedRecords.delete(UInt32(clamping: id), in: &transaction)
            } else {
                try tables.damagedRecords.put(UInt32(clamping: id), gone, in: &transaction)
            }
            try count(.damaged, -1, in: &transaction)
            try count(.healed, 1, in: &transaction)
        }
        let new = try append(verified, isErased: stored.values == .erased, in: &transaction)
        try tables.postKeys.move(from: id, to: new.rawValue, in: &transaction)
    }

    private func count(_ name: Meta, _ change: Int, in transaction: inout WriteTransaction) throws {
        let number = Int(clamping: try tables.meta.get(name, in: transaction) ?? 0) + change
        try tables.meta.put(name, UInt64(max(0, number)), in: &transaction)
    }
}

// MARK: - Records that are readable again

extension LogAppender {
    /// Removes the note of a record that is readable again, for example because a bit was wrong in memory and not on
    /// the disk. If its message was stored again meanwhile, the record becomes gone.
    private func drop(
        _ noted: DamagedRecord, of entry: LogEntry, _ result: inout NotedDamage, in transaction: inout WriteTransaction
    ) throws {
        let id = entry.id.rawValue
        let stored = try tables.digestIndex.get(entry.digest, in: transaction)
        if stored?.id == id {
            try putBack(entry, noted, in: &transaction)
        } else if entry.values != nil {
            // The other record may be damaged, too. Then this one stays as it is until that one has healed.
            guard let stored, try readableEntry(stored.id, in: transaction) != nil else { return }
            try tables.log.put(UInt32(clamping: id), tables.recordFormat.encode(entry.gone), in: &transaction)
        }
        try tables.damagedRecords.delete(UInt32(clamping: id), in: &transaction)
        if noted.isOpen { try count(.damaged, -1, in: &transaction) }
        result.undone.append(entry.id)
    }

    /// Corrects the indexes for a record that is not damaged any more.
    private func putBack(_ entry: LogEntry, _ noted: DamagedRecord, in transaction: inout WriteTransaction) throws {
        try tables.wantedIndex.remove(entry.digest, damagedAt: noted.noted, in: &transaction)
        try tables.digestIndex.remove(entry, in: &transaction)
        guard entry.values != nil else { return }
        try tables.digestIndex.insert(entry, in: &transaction)
        try tables.wantedIndex.insert(entry, in: &transaction)
    }
}

// MARK: - Identity

extension LogAppender {
    /// Returns the mark and the digest that a damaged record had; nil if nothing proves them.
    private func identity(
        _ id: UInt64, _ gap: ChainGap, _ candidates: [Digest], in transaction: borrowing WriteTransaction
    ) throws -> (mark: Mark, digest: Digest)? {
        for digest in candidates {
            let isIndexed = try tables.digestIndex.get(digest, in: transaction)?.id == id
            if let mark = gap.mark(of: digest, isIndexed: isIndexed) { return (mark, digest) }
        }
        return nil
    }
}

/// A damaged record and its neighbours in the chain of marks.
///
/// A mark that continues another one is right, also if it is in a damaged record: 16 bytes of SHA-256 do not agree by
/// chance.
struct ChainGap {
    let id: UInt64
    /// The bytes of the record; nil if the log has no record with the id.
    let bytes: [UInt8]?
    /// The mark of the record before; nil if that one is damaged and unidentified.
    private let before: Mark?
    /// The mark in the record itself, which may be damaged.
    private let own: Mark?
    /// The next record in the log.
    private let after: [UInt8]?
    private let isFollowedByWhole: Bool

    init(of id: UInt64, _ tables: Tables, in transaction: borrowing some Transaction & ~Copyable) throws {
        self.id = id
        bytes = try tables.log.get(UInt32(clamping: id), in: transaction)
        own = bytes.flatMap(Record.mark)
        let next = try tables.log.first(.after(UInt32(clamping: id)), in: transaction)
        after = next?.value
        isFollowedByWhole = next.map { tables.recordFormat.isWhole($0.value, at: UInt64($0.key)) } ?? false
        if let previous = try tables.log.last(.before(UInt32(clamping: id)), in: transaction) {
            before = try tables.mark(of: previous.value, at: UInt64(previous.key), in: transaction)
        } else {
            before = .zero
        }
    }

    /// Returns the mark of the record if the record had this digest; nil if nothing proves that.
    ///
    /// - Parameter isIndexed: whether the index of digests has this digest with the id of the record.
    func mark(of digest: Digest, isIndexed: Bool) -> Mark? {
        if let before {
            let mark = before.appending(digest)
            if mark == own || isContinued(mark) { return mark }
            // If the next record is whole, it shows that the mark was another one.
            return isIndexed && !isFollowedByWhole ? mark : nil
        }
        guard isIndexed, let own, isContinued(own) else { return nil }
        return own
    }

    /// Whether the chain of marks alone proves that the record had this digest.
    func fits(_ digest: Digest) -> Bool { mark(of: digest, isIndexed: false) != nil }

    /// Whether the next record continues from this mark.
    private func isContinued(_ mark: Mark) -> Bool {
        guard let after, let digest = Record.digest(of: after) else { return false }
        return mark.appending(digest) == Record.mark(of: after)
    }
}
