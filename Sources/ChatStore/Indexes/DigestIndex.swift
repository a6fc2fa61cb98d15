internal import ChatModel
internal import LMDB

/// The stored messages by digest. A digest has one record with a message; records of earlier ids are gone.
struct DigestIndex: LogIndex {
    static let tableName = "digests"

    private let table: Table<[UInt8], DigestRecord>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table(Self.tableName)
    }

    func get(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> DigestRecord? {
        try table.get(digest.bytes, in: transaction)
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

/// What the store has of a message, as 8 bytes: the state of its values (1 byte, see ``LogEntry/Values``), id (7 bytes,
/// big-endian).
struct DigestRecord: TableValue, Equatable {
    let id: UInt64
    let values: LogEntry.Values

    init(id: UInt64, values: LogEntry.Values) {
        self.id = id
        self.values = values
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(values.rawValue) << 56 | id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(8)
        let number = try bytes.bigEndian(at: 0, as: UInt64.self)
        guard let values = LogEntry.Values(rawValue: UInt8(number >> 56)) else { throw MalformedRecord() }
        self.values = values
        id = number & 0x00ff_ffff_ffff_ffff
    }
}

extension Tables {
    var digestIndex: DigestIndex { indexes[DigestIndex.self] }
}
