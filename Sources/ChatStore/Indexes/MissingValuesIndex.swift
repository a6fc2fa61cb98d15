internal import ChatModel
internal import LMDB

/// The messages whose erasable values are missing, by the time at which they were stored. The puller requests them again
/// from each peer.
struct MissingValuesIndex: LogIndex {
    let table: Table<MissingValuesKey, Empty>
    private let digests: DigestIndex

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("missing-values")
        digests = try DigestIndex(from: &opener)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = MissingValuesKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = MissingValuesKey(entry) else { return }
        try table.delete(key, in: &transaction)
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = MissingValuesKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) lacks values, and the list of missing values does not have it.")
    }

    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        check.scan(table, in: transaction) { key, _ in
            if try digests.get(key.digest, in: transaction)?.values != .missing {
                check.note(
                    .bookkeeping(
                        "The list of missing values has the digest \(key.digest), whose values are not missing."))
            }
        }
    }
}

/// A message whose values are missing: the commit time of its record (milliseconds since 1970, 8 bytes), digest (32 bytes).
struct MissingValuesKey: TableKey {
    let stored: UnixTime
    let digest: Digest

    init(stored: UnixTime, digest: Digest) {
        self.stored = stored
        self.digest = digest
    }

    /// The key of a message; nil for a record of which no values are missing.
    init?(_ entry: LogEntry) {
        guard entry.values == .missing else { return nil }
        self.init(stored: entry.commitTime, digest: entry.digest)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: stored.milliseconds)
        return bytes + digest.bytes
    }

    init(decoding bytes: RawSpan) throws {
        stored = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        digest = try Digest(bytes: bytes.array(from: 8))
    }
}

extension Tables {
    var missingValuesIndex: MissingValuesIndex { indexes[MissingValuesIndex.self] }
}
