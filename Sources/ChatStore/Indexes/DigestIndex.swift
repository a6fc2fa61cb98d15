internal import ChatModel
internal import LMDB

/// The ids of the log's records by digest: a digest is stored once.
struct DigestIndex: LogIndex {
    private let table: Table<[UInt8], UInt64>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("digests")
    }

    func contains(_ digest: Digest, in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        try table.contains(digest.bytes, in: transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        try table.put(entry.digest.bytes, entry.id.rawValue, in: &transaction)
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        let id = try table.get(entry.digest.bytes, in: transaction)
        return id == entry.id.rawValue
            ? nil : .store("The digest of message \(entry.id) is missing in the index, or belongs to another message.")
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each record has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        if count != check.messages {
            check.note(.store("The index of digests has \(count) entries for \(check.messages) messages."))
        }
    }
}

extension Tables {
    var digestIndex: DigestIndex { indexes[DigestIndex.self] }
}
