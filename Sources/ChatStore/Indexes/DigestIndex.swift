internal import ChatModel
internal import LMDB

/// The stored messages by digest. A digest has one record with a message; records of earlier ids are gone.
struct DigestIndex: LogIndex {
    private let table: SetTable<OneSet, DigestEntry>

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.digests, in: transaction)
    }

    func get(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> DigestRecord? {
        let range = KeyRange(lower: .inclusive(DigestEntry.lowest(of: digest)))
        guard let entry = try table.first(range, under: OneSet(), in: transaction), entry.digest == digest else {
            return nil
        }
        return entry.record
    }

    /// Calls `body` with the digests after `digest` and their records in the order of the digests, at most `limit`.
    func scan(
        after digest: Digest? = nil, limit: Int? = nil, in transaction: borrowing some Transaction & ~Copyable,
        _ body: (Digest, DigestRecord) throws -> Void
    ) throws {
        let range = digest.map { KeyRange.after(DigestEntry.highest(of: $0)) } ?? .all
        try table.scan(range, under: OneSet(), in: transaction, limit: limit) { entry in
            try body(entry.digest, entry.record)
            return .next
        }
    }

    /// Returns the digests that the index has for these ids.
    ///
    /// - Complexity: O(n)
    func digests(
        of ids: Set<UInt64>, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [UInt64: [Digest]] {
        var digests: [UInt64: [Digest]] = [:]
        try scan(in: transaction) { digest, record in
            if ids.contains(record.id) { digests[record.id, default: []].append(digest) }
        }
        return digests
    }

    /// The number of stored messages.
    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try table.count(under: OneSet(), in: transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let values = entry.values else { return }
        let record = DigestRecord(id: entry.id.rawValue, values: values)
        try table.insert(DigestEntry(digest: entry.digest, record: record), under: OneSet(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        try remove(entry.digest, in: &transaction)
    }

    func remove(_ digest: Digest, in transaction: inout WriteTransaction) throws {
        guard let record = try get(digest, in: transaction) else { return }
        try table.remove(DigestEntry(digest: digest, record: record), under: OneSet(), in: &transaction)
    }

    /// Notes that the record of a message is damaged, so that the message no longer counts as stored.
    ///
    /// If the index lacks the digest, adds it as that of a message with its values.
    func setDamaged(_ digest: Digest, at id: UInt64, in transaction: inout WriteTransaction) throws {
        let values = try get(digest, in: transaction)?.values ?? .present
        try remove(digest, in: &transaction)
        let record = DigestRecord(id: id, values: values, isDamaged: true)
        try table.insert(DigestEntry(digest: digest, record: record), under: OneSet(), in: &transaction)
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
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        if !check.isPossible(count) {
            check.note(.store("The index of digests has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// A stored message: digest (32 bytes), state of its values (2 bytes, see ``LogEntry/Values``; 4 is added if the record is
/// damaged), id (4 bytes).
private struct DigestEntry: SetElement {
    static let byteCount = Digest.byteCount + 6
    private static let damagedFlag: UInt16 = 4

    let digest: Digest
    let record: DigestRecord

    init(digest: Digest, record: DigestRecord) {
        self.digest = digest
        self.record = record
    }

    /// The lowest entry that a digest can have.
    static func lowest(of digest: Digest) -> DigestEntry {
        DigestEntry(digest: digest, record: DigestRecord(id: 0, values: .present))
    }

    /// An entry above all that a digest can have.
    static func highest(of digest: Digest) -> DigestEntry {
        DigestEntry(digest: digest, record: DigestRecord(id: .max, values: .erased, isDamaged: true))
    }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(digest.bytes)
        bytes.append(bigEndian: UInt16(record.values.rawValue) | (record.isDamaged ? Self.damagedFlag : 0))
        bytes.append(bigEndian: UInt32(clamping: record.id))
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        digest = try Digest(bytes: bytes.array(0..<Digest.byteCount))
        let state = try bytes.bigEndian(at: Digest.byteCount, as: UInt16.self)
        guard let values = UInt8(exactly: state & ~Self.damagedFlag).flatMap(LogEntry.Values.init) else {
            throw MalformedRecord()
        }
        record = DigestRecord(
            id: UInt64(try bytes.bigEndian(at: Digest.byteCount + 2, as: UInt32.self)), values: values,
            isDamaged: state & Self.damagedFlag != 0)
    }
}

/// The state and the id of a stored message.
struct DigestRecord: Equatable {
    let id: UInt64
    let values: LogEntry.Values
    /// Whether the record is noted as damaged, so that the store stores the message again.
    let isDamaged: Bool

    init(id: UInt64, values: LogEntry.Values, isDamaged: Bool = false) {
        self.id = id
        self.values = values
        self.isDamaged = isDamaged
    }
}
