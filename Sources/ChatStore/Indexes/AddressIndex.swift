internal import ChatModel
internal import LMDB

/// The newest address record of each node, of each group apart.
///
/// An entry stays when its message gets a later id, and when its record in the log is damaged. In the second case, the
/// store knows no addresses of the node.
struct AddressIndex: LogIndex {
    private let table: Table<GroupKey<PublicKey>, AddressVersion>
    private let digests: DigestIndex

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try Table("addresses", in: transaction)
        digests = try DigestIndex(in: transaction)
    }

    /// Returns the digest of the newest address record of a node; nil if there is none.
    func digest(
        of node: PublicKey, in group: GroupID, _ transaction: borrowing some Transaction & ~Copyable
    ) throws -> Digest? {
        try table.get(GroupKey(group, node), in: transaction)?.version.digest
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let (key, version) = Self.row(of: entry) else { return }
        if let known = try table.get(key, in: transaction), known.version >= version { return }
        try table.put(key, AddressVersion(version), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let (key, version) = Self.row(of: entry) else { return nil }
        if let known = try table.get(key, in: transaction), known.version >= version { return nil }
        return .bookkeeping("The index of addresses lacks the addresses of message \(entry.id), and has no newer ones.")
    }

    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        check.scan(table, in: transaction) { _, record in
            if try digests.get(record.version.digest, in: transaction) == nil {
                check.note(
                    .bookkeeping(
                        "The index of addresses has the digest \(record.version.digest), which no message has."))
            }
        }
    }

    private static func row(of entry: LogEntry) -> (GroupKey<PublicKey>, AddressRecord.Version)? {
        guard case .message(let message) = entry.body, message.group != .none, let record = AddressRecord(message)
        else { return nil }
        return (GroupKey(message.group, record.origin), record.version)
    }
}

/// The version of an address record: number (8 bytes), stamp (8 bytes), digest (32 bytes).
private struct AddressVersion: TableValue {
    let version: AddressRecord.Version

    init(_ version: AddressRecord.Version) { self.version = version }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: version.number)
        bytes.append(bigEndian: version.stamp.rawValue)
        return bytes + version.digest.bytes
    }

    init(decoding bytes: RawSpan) throws {
        version = AddressRecord.Version(
            number: try bytes.bigEndian(at: 0), stamp: Stamp(rawValue: try bytes.bigEndian(at: 8)),
            digest: try Digest(bytes: bytes.array(from: 16)))
    }
}
