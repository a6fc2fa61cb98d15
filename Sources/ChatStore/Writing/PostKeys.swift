internal import ChatModel
internal import LMDB

/// The messages that were posted with a post key, and own messages that came back from peers: two tables.
///
/// | table | key | value |
/// |---|---|---|
/// | `post-keys` | the message's nonce, 8 bytes | its id, 8 bytes |
/// | `post-keys-by-id` | id, 8 bytes | the nonce, 8 bytes |
///
/// The nonce follows from the post key: see ``NonceKey``. The second table gives the order in which post keys are
/// forgotten: by ascending ids.
struct PostKeys {
    /// A post key is kept for 30 days after its message was written.
    static let keptMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000

    let ids: Table<[UInt8], UInt64>
    let nonces: Table<UInt64, [UInt8]>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        ids = try opener.table("post-keys")
        nonces = try opener.table("post-keys-by-id")
    }

    /// Whether a client may still repeat the post of a message of this node, so that its post key is kept.
    static func mayBeRepeated(_ message: Message, at now: UnixTime) -> Bool {
        now - message.stamp.time <= keptMilliseconds
    }

    /// Returns the id of the message with a nonce; nil if the table does not have the nonce.
    func id(of nonce: Nonce, in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        try ids.get(nonce.bytes, in: transaction)
    }

    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try nonces.count(in: transaction)
    }

    /// The id of the message whose post key is forgotten next; nil for an empty table.
    func oldest(in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        try nonces.first(in: transaction)?.key
    }

    /// Adds a new message, unless the table has its nonce.
    ///
    /// - Parameter id: an id above all others in the table.
    func add(_ nonce: Nonce, id: UInt64, in transaction: inout WriteTransaction) throws {
        guard try !ids.contains(nonce.bytes, in: transaction) else { return }
        try ids.put(nonce.bytes, id, in: &transaction)
        try nonces.append(id, nonce.bytes, in: &transaction)
    }

    /// Lets the entry of a message follow it to a new id. Does nothing for a message without an entry.
    func move(from old: UInt64, to new: UInt64, in transaction: inout WriteTransaction) throws {
        guard let nonce = try nonces.get(old, in: transaction) else { return }
        try nonces.delete(old, in: &transaction)
        try nonces.put(new, nonce, in: &transaction)
        try ids.put(nonce, new, in: &transaction)
    }

    /// Removes the entry of an id.
    func remove(_ id: UInt64, in transaction: inout WriteTransaction) throws {
        guard let nonce = try nonces.get(id, in: transaction) else { return }
        try nonces.delete(id, in: &transaction)
        try ids.delete(nonce, in: &transaction)
    }
}
