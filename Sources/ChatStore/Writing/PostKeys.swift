internal import ChatModel
internal import LMDB

/// The messages that were posted with a post key, and own messages that came back from peers: two sets.
///
/// | family | element |
/// |---|---|
/// | `post-keys` | the message's nonce, 8 bytes; its id, 4 bytes |
/// | `post-keys-by-id` | id, 4 bytes; the nonce, 8 bytes |
///
/// The nonce follows from the post key: see ``NonceKey``. The second set gives the order in which post keys are
/// forgotten: by ascending ids.
struct PostKeys {
    /// A post key is kept for 30 days after its message was written.
    static let keptMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1000

    let byNonce: SetTable<OneSet, PostKeyByNonce>
    let byID: SetTable<OneSet, PostKeyByID>

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        byNonce = try SetTable(.postKeys, in: transaction)
        byID = try SetTable(.postKeysByID, in: transaction)
    }

    /// Whether a client may still repeat the post of a message of this node, so that its post key is kept.
    static func mayBeRepeated(_ message: Message, at now: UnixTime) -> Bool {
        now - message.stamp.time <= keptMilliseconds
    }

    /// Returns the id of the message with a nonce; nil if the table does not have the nonce.
    func id(of nonce: Nonce, in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        let range = KeyRange(lower: .inclusive(PostKeyByNonce(nonce: nonce, id: 0)))
        let entry = try byNonce.first(range, under: OneSet(), in: transaction)
        return entry?.nonce == nonce ? entry?.id : nil
    }

    func count(in transaction: borrowing some Transaction & ~Copyable) throws -> Int {
        try byID.count(under: OneSet(), in: transaction)
    }

    /// The id of the message whose post key is forgotten next; nil for an empty table.
    func oldest(in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        try byID.first(under: OneSet(), in: transaction)?.id
    }

    /// Adds a new message, unless the table has its nonce.
    ///
    /// - Parameter id: an id above all others in the table.
    func add(_ nonce: Nonce, id: UInt64, in transaction: inout WriteTransaction) throws {
        guard try self.id(of: nonce, in: transaction) == nil else { return }
        try insert(nonce, id, in: &transaction)
    }

    /// Lets the entry of a message follow it to a new id. Does nothing for a message without an entry.
    func move(from old: UInt64, to new: UInt64, in transaction: inout WriteTransaction) throws {
        guard let nonce = try remove(old, in: &transaction) else { return }
        try insert(nonce, new, in: &transaction)
    }

    private func insert(_ nonce: Nonce, _ id: UInt64, in transaction: inout WriteTransaction) throws {
        try byNonce.insert(PostKeyByNonce(nonce: nonce, id: id), under: OneSet(), in: &transaction)
        try byID.insert(PostKeyByID(id: id, nonce: nonce), under: OneSet(), isMostlyLast: true, in: &transaction)
    }

    /// Removes the entry of an id. Returns its nonce; nil if the id has no entry.
    @discardableResult
    func remove(_ id: UInt64, in transaction: inout WriteTransaction) throws -> Nonce? {
        let range = KeyRange(lower: .inclusive(PostKeyByID(id: id, nonce: .lowest)))
        guard let entry = try byID.first(range, under: OneSet(), in: transaction), entry.id == id else { return nil }
        try byID.remove(entry, under: OneSet(), in: &transaction)
        try byNonce.remove(PostKeyByNonce(nonce: entry.nonce, id: id), under: OneSet(), in: &transaction)
        return entry.nonce
    }
}

/// An entry of the post keys: nonce (8 bytes), id (4 bytes).
struct PostKeyByNonce: SetElement {
    static let byteCount = Nonce.byteCount + 4

    let nonce: Nonce
    let id: UInt64

    init(nonce: Nonce, id: UInt64) {
        self.nonce = nonce
        self.id = id
    }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(nonce.bytes)
        bytes.append(bigEndian: UInt32(clamping: id))
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        nonce = try Nonce(bytes: bytes.array(0..<Nonce.byteCount))
        id = UInt64(try bytes.bigEndian(at: Nonce.byteCount, as: UInt32.self))
    }
}

/// An entry of the post keys in the order of the ids: id (4 bytes), nonce (8 bytes).
struct PostKeyByID: SetElement {
    static let byteCount = 4 + Nonce.byteCount

    let id: UInt64
    let nonce: Nonce

    init(id: UInt64, nonce: Nonce) {
        self.id = id
        self.nonce = nonce
    }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: UInt32(clamping: id))
        bytes.append(nonce.bytes)
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        id = UInt64(try bytes.bigEndian(at: 0, as: UInt32.self))
        nonce = try Nonce(bytes: bytes.array(from: 4))
    }
}

extension Nonce {
    // Cannot fail: a nonce only requires this number of bytes.
    fileprivate static let lowest = try! Nonce(bytes: [UInt8](repeating: 0, count: byteCount))
}
