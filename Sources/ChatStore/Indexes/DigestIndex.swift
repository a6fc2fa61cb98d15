internal import ChatModel
internal import LMDB

/// The stored messages by digest. A digest has one record with a message; records of earlier ids are gone.
struct DigestIndex: LogIndex {
    static let tableName = "digests"

    let table: Table<[UInt8], DigestRecord>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table(Self.tableName)
    }

    func get(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> DigestRecord? {
        try table.get(digest.bytes, in: transaction)
    }

    /// Returns the digests that the index has for these ids.
    ///
    /// - Complexity: O(n)
    func digests(
        of ids: Set<UInt64>, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64: [Digest]] {
        var digests: [UInt64: [Digest]] = [:]
        try table.scan(in: transaction) { key, record in
            if ids.contains(record.id) { digests[record.id, default: []].append(try Digest(bytes: key)) }
            return .next
        }
        return digests
    }

    /// The number of stored messages.
    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try table.count(in: transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let values = entry.values else { return }
        try table.put(entry.digest.bytes, DigestRecord(id: entry.id.rawValue, values: values), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        try table.delete(entry.digest.bytes, in: &transaction)
    }

    func remove(_ damaged: DamagedMessage, in transaction: inout WriteTransaction) throws {
        try table.delete(damaged.message.digest.bytes, in: &transaction)
    }

    /// Notes that the record of a message is damaged, so that the message no longer counts as stored.
    ///
    /// If the index lacks the digest, adds it as that of a message with its values.
    func setDamaged(_ digest: Digest, at id: UInt64, in transaction: inout WriteTransaction) throws {
        let values = try get(digest, in: transaction)?.values ?? .present
        try table.put(digest.bytes, DigestRecord(id: id, values: values, isDamaged: true), in: &transaction)
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        let record = try get(entry.digest, in: transaction)
        guard let values = entry.values else {
            return record?.id == entry.id.rawValue
                ? .store("Message \(entry.id) is gone, but the index has its digest with this id.") : nil
        }
        return record == DigestRecord(id: entry.id.rawValue, values: values)
            ? nil
            : .store(
                "The digest of message \(entry.id) is missing in the index, belongs to another message, or the index is wrong about the message's values."
            )
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each message has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        let count = check.scan(table, in: snapshots)
        if !check.isPossible(count, in: snapshots) {
            check.note(.store("The index of digests has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// The state and the id of a stored message, as 8 bytes: the state of its values (1 byte, see ``LogEntry/Values``; 4 is
/// added if the record is damaged), id (7 bytes, big-endian).
struct DigestRecord: TableValue, Equatable {
    private static let damagedFlag: UInt8 = 4

    let id: UInt64
    let values: LogEntry.Values
    /// Whether the record is noted as damaged, so that the store takes the message again.
    let isDamaged: Bool

    init(id: UInt64, values: LogEntry.Values, isDamaged: Bool = false) {
        self.id = id
        self.values = values
        self.isDamaged = isDamaged
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        let state = values.rawValue | (isDamaged ? Self.damagedFlag : 0)
        bytes.append(bigEndian: UInt64(state) << 56 | id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(8)
        let number = try bytes.bigEndian(at: 0, as: UInt64.self)
        let state = UInt8(number >> 56)
        guard let values = LogEntry.Values(rawValue: state & ~Self.damagedFlag) else { throw MalformedRecord() }
        isDamaged = state & Self.damagedFlag != 0
        self.values = values
        id = number & 0x00ff_ffff_ffff_ffff
    }
}

extension Tables {
    var digestIndex: DigestIndex { indexes[DigestIndex.self] }
}
