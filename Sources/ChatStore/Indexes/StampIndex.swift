internal import ChatModel
internal import LMDB

/// The messages of all rooms by display stamp, computed from the commit time. A clock setback does not change it.
///
/// The appender looks up the newest display stamp that a new message has to follow.
struct StampIndex: LogIndex {
    private let table: Table<StampKey, Empty>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("order")
    }

    /// Returns the newest display stamp that is not after `limit`, or nil if there is none.
    func newest(through limit: Stamp, in transaction: borrowing some Transaction & ~Copyable) throws -> Stamp? {
        try table.last(.through(StampKey(limit, .max)), in: transaction)?.key.stamp
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = StampKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func clear(in transaction: inout WriteTransaction) throws {
        try table.clear(in: &transaction)
    }

    /// No digest covers the commit time. A changed one is found here, if it changes the display stamp.
    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = StampKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .message(
            entry.id.rawValue,
            "Message \(entry.id) is missing in the order of messages, or its time of arrival is damaged.")
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each message has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        if count != check.messages {
            check.note(.bookkeeping("The index of stamps has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// A message: its display stamp at the commit (8 bytes), id (8 bytes).
private struct StampKey: TableKey {
    let stamp: Stamp
    let id: UInt64

    init(_ stamp: Stamp, _ id: UInt64) {
        self.stamp = stamp
        self.id = id
    }

    /// The key of a message; nil for a record without one.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body else { return nil }
        self.init(message.stamp.displayStamp(arrival: entry.commitTime), entry.id.rawValue)
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: stamp.rawValue)
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(16)
        stamp = Stamp(rawValue: try bytes.bigEndian(at: 0))
        id = try bytes.bigEndian(at: 8)
    }
}

extension Tables {
    var stampIndex: StampIndex { indexes[StampIndex.self] }
}
