internal import ChatModel
internal import LMDB

/// A setting of the node. The table key is its name, the value is:
///
/// | name | bytes | what |
/// |---|---|---|
/// | `group` | 0 ..< 16 | the node's group; absent for none |
/// | | 16 ..< 24 | a ``Checksum``, with the id 0 |
/// | `node` | 0 ..< 32 | the node's public key |
/// | | 32 ..< 40 | a ``Checksum``, with the id 1 |
enum Setting: String, TableKey {
    case group, node

    var encodedByteCount: Int { rawValue.utf8.count }

    func encode(into bytes: inout OutputRawSpan) { bytes.append(rawValue.utf8) }

    init(decoding bytes: RawSpan) throws {
        guard let setting = Setting(rawValue: String(decoding: try bytes.array(), as: UTF8.self)) else {
            throw MalformedRecord()
        }
        self = setting
    }
}

extension Tables {
    /// Returns the node's group.
    ///
    /// - Throws: ``MalformedRecord`` if the stored bytes are not those of a group; ``LMDBError``.
    func group(in transaction: borrowing some Transaction & ~Copyable) throws -> GroupID {
        guard let bytes = try settings.get(.group, in: transaction) else { return .none }
        return try GroupID(setting: bytes, recordFormat.checksum)
    }

    func putGroup(_ group: GroupID, in transaction: inout WriteTransaction) throws {
        try settings.put(.group, group.setting(recordFormat.checksum), in: &transaction)
    }

    /// Sets the group of a node that has none. A node keeps its group.
    ///
    /// - Parameter folder: the folder of the store, for the error.
    /// - Throws: ``StoreError`` with `group-differs` if the node has another group; ``LMDBError``.
    func setGroup(_ group: GroupID, in folder: String, _ transaction: inout WriteTransaction) throws {
        let stored = try self.group(in: transaction)
        guard stored == .none || stored == group else {
            throw StoreError.groupDiffers(folder: folder, stored: stored, requested: group)
        }
        guard stored != group else { return }
        try putGroup(group, in: &transaction)
        try forgetPositions(in: &transaction)
    }
}

extension Tables {
    private static let nodeChecksumID: UInt64 = 1

    /// Returns the public key of the node that wrote the store; nil if the store does not name it, or if its bytes are damaged.
    func node(in transaction: borrowing some Transaction & ~Copyable) throws -> PublicKey? {
        try settings.get(.node, in: transaction)
            .flatMap { try? PublicKey(bytes: recordFormat.checksum.verified($0, at: Self.nodeChecksumID)) }
    }

    func putNode(_ node: PublicKey, in transaction: inout WriteTransaction) throws {
        var bytes = node.bytes
        recordFormat.checksum.append(to: &bytes, at: Self.nodeChecksumID)
        try settings.put(.node, bytes, in: &transaction)
    }
}

extension GroupID {
    private static let checksumID: UInt64 = 0

    /// - Throws: ``MalformedRecord`` if the store did not write this value of the setting.
    init(setting bytes: [UInt8], _ checksum: Checksum) throws(MalformedRecord) {
        guard let group = try? GroupID(bytes: checksum.verified(bytes, at: Self.checksumID)), group != .none else {
            throw MalformedRecord()
        }
        self = group
    }

    /// Returns the value of the setting.
    func setting(_ checksum: Checksum) -> [UInt8] {
        var bytes = self.bytes
        checksum.append(to: &bytes, at: Self.checksumID)
        return bytes
    }
}
