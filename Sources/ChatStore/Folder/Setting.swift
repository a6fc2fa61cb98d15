internal import ChatModel
internal import LMDB

/// A setting of the node. The table key is its name, the value is:
///
/// | name | bytes | what |
/// |---|---|---|
/// | `access` | all | who may use the node, as its server writes it |
/// | `founder` | 0 ..< 32 | the public key of the founder of the node's group; absent for no group |
/// | | 32 ..< 40 | a ``Checksum``, with the id 0 |
/// | `node` | 0 ..< 32 | the node's public key |
/// | | 32 ..< 40 | a ``Checksum``, with the id 1 |
/// | `places` | all | the addresses that the owner has added to those of the node's listeners, in UTF-8 with commas between them |
/// | `hidden` | all | the hidden origins: for each the public key (32 bytes) and a ``ChatModel/Hiding`` (1 byte) |
/// | `petnames` | all | for each ``ChatModel/Petname`` the public key (32 bytes), the user and the name, each of these two with a 0 byte behind it |
/// | `group` | | present if a version whose groups had no founder gave the node a group, and the node is in no other since |
enum Setting: String, TableKey {
    case access, founder, group, hidden, node, petnames, places

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
    /// Returns the founder of the node's group; nil if the node is in no group.
    ///
    /// - Throws: ``MalformedRecord`` if the store did not write the bytes of the setting; ``LMDBError``.
    func founder(in transaction: borrowing some Transaction & ~Copyable) throws -> PublicKey? {
        try settings.get(.founder, in: transaction).map { try PublicKey(setting: $0, .founder, recordFormat.checksum) }
    }

    /// Returns the node's group.
    ///
    /// - Throws: as ``founder(in:)``.
    func group(in transaction: borrowing some Transaction & ~Copyable) throws -> GroupID {
        try founder(in: transaction).map(GroupID.init(founder:)) ?? .none
    }

    func isOfFormerGroup(in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        try settings.get(.group, in: transaction) != nil
    }

    func putFounder(_ founder: PublicKey, in transaction: inout WriteTransaction) throws {
        try settings.put(.founder, founder.setting(.founder, recordFormat.checksum), in: &transaction)
        try settings.delete(.group, in: &transaction)
    }

    /// Returns the addresses that the owner has added to those of the node's listeners.
    func ownPlaces(in transaction: borrowing some Transaction & ~Copyable) throws -> [HostPort] {
        let text = String(decoding: try settings.get(.places, in: transaction) ?? [], as: UTF8.self)
        return text.split(separator: ",").compactMap { try? HostPort($0) }
    }

    func putOwnPlaces(_ places: [HostPort], in transaction: inout WriteTransaction) throws {
        try settings.put(.places, Array(places.map(\.description).joined(separator: ",").utf8), in: &transaction)
    }

    /// Returns the public key of the node that wrote the store; nil if the store does not name it, or if its bytes are damaged.
    func node(in transaction: borrowing some Transaction & ~Copyable) throws -> PublicKey? {
        try settings.get(.node, in: transaction).flatMap { try? PublicKey(setting: $0, .node, recordFormat.checksum) }
    }

    func putNode(_ node: PublicKey, in transaction: inout WriteTransaction) throws {
        try settings.put(.node, node.setting(.node, recordFormat.checksum), in: &transaction)
    }
}

extension PublicKey {
    /// - Throws: ``MalformedRecord`` if the store did not write this value of the setting.
    init(setting bytes: [UInt8], _ name: Setting, _ checksum: Checksum) throws(MalformedRecord) {
        guard let key = try? PublicKey(bytes: checksum.verified(bytes, at: name.checksumID)) else {
            throw MalformedRecord()
        }
        self = key
    }

    /// Returns the value of the setting.
    func setting(_ name: Setting, _ checksum: Checksum) -> [UInt8] {
        var bytes = self.bytes
        checksum.append(to: &bytes, at: name.checksumID)
        return bytes
    }
}

extension Setting {
    fileprivate var checksumID: UInt64 { self == .node ? 1 : 0 }
}

extension ChatStore {
    /// Returns the setting `access`; nil if the server has stored none.
    package func access() throws(StoreError) -> [UInt8]? {
        try database.read { transaction, tables in try tables.settings.get(.access, in: transaction) }
    }

    /// Stores the setting `access`.
    ///
    /// - Parameters:
    ///   - bytes: called in the transaction.
    ///   - onCommit: called after the commit, before the next transaction.
    package func keepAccess(
        _ bytes: @escaping @Sendable () -> [UInt8], onCommit: @escaping @Sendable () -> Void
    ) async throws(StoreError) {
        typealias Outcome = Result<Void, StoreError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            writer.submit(
                Writer.Job(kind: .alone, reportsFailure: false) { transaction, appender in
                    try appender.tables.settings.put(.access, bytes(), in: &transaction)
                    return {
                        onCommit()
                        caller.resume(returning: .success(()))
                    }
                } fail: {
                    caller.resume(returning: .failure($0))
                })
        }
        try outcome.get()
    }
}
