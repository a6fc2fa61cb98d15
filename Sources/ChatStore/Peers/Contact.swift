public import ChatModel
internal import LMDB

/// What a node knows of a configured peer from the peer's pages and requests. The store remembers it across restarts.
///
/// Over plain HTTP, all of it is what the peer claims. Only the status depends on it.
public struct Contact: Hashable, Sendable {
    /// The public key that the peer claims or has to have.
    public var node: PublicKey
    /// The peer's name, safe to show within a sentence; at most ``Limits/shortFieldBytes`` bytes of UTF-8. Empty before the
    /// peer's first page.
    public var name: String
    /// Whether ``confirmed`` and ``lastRequest`` are of requests over a link, so that the peer's key is proven.
    public var isProven = false
    /// The highest id for which a node with the peer's key has shown the right mark.
    public var confirmed: LogID?
    /// When a node with the peer's key last requested this node's log.
    public var lastRequest: UnixTime?
    /// When the peer's last page came.
    public var lastPage: UnixTime?
    /// When everything that the peer has was last stored here.
    public var lastInSync: UnixTime?

    public init(node: PublicKey, name: String) {
        self.node = node
        self.name = name
    }
}

/// A contact as bytes, by offset; integers are big-endian, times are milliseconds since 1970, and 0 for none:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 32 | the public key |
/// | 32 ..< 40 | when a node with this key last requested this node's log |
/// | 40 ..< 48 | when the peer's last page came |
/// | 48 ..< 56 | when everything that the peer has was last stored here |
/// | 56 ..< 64 | the confirmed id; 2⁶⁴ − 1 for none |
/// | 64 | 1 if the requests of the peer proved its key, otherwise 0 |
/// | 65 … | the peer's name in UTF-8, at most ``Limits/shortFieldBytes`` bytes |
struct ContactRecord: TableValue {
    private let bytes: [UInt8]

    private static let nameOffset = 65

    init(_ contact: Contact) {
        var bytes = contact.node.bytes
        for time in [contact.lastRequest, contact.lastPage, contact.lastInSync] {
            bytes.append(bigEndian: time?.milliseconds ?? 0)
        }
        bytes.append(bigEndian: contact.confirmed?.rawValue ?? .max)
        bytes.append(contact.isProven ? 1 : 0)
        self.bytes = bytes + Array(contact.name.utf8.prefix(Limits.shortFieldBytes))
    }

    func encoded() -> [UInt8] { bytes }

    init(decoding bytes: RawSpan) throws {
        self.bytes = try bytes.array()
        guard self.bytes.count >= Self.nameOffset else { throw MalformedRecord() }
    }

    /// The contact; nil if the bytes are damaged. A damaged contact is no reason to stop writing to the store.
    var contact: Contact? {
        guard let node = try? PublicKey(bytes: bytes[..<32]),
            let name = String(validating: bytes[Self.nameOffset...], as: UTF8.self),
            name.utf8.count <= Limits.shortFieldBytes
        else { return nil }
        var contact = Contact(node: node, name: name)
        contact.isProven = bytes[64] == 1
        (contact.lastRequest, contact.lastPage, contact.lastInSync) = (time(at: 32), time(at: 40), time(at: 48))
        let confirmed = number(at: 56)
        guard confirmed != .max else { return contact }
        contact.confirmed = LogID(rawValue: confirmed)
        return contact.confirmed == nil ? nil : contact
    }

    private func time(at offset: Int) -> UnixTime? {
        let milliseconds = number(at: offset)
        return milliseconds == 0 ? nil : UnixTime(milliseconds: milliseconds)
    }

    private func number(at offset: Int) -> UInt64 { UInt64(bigEndian: bytes[offset..<offset + 8]) }
}

extension Tables {
    /// Stores these contacts and removes all others, except those of paired peers that are not pulled from now.
    func replaceContacts(with contacts: [PeerID: Contact], in transaction: inout WriteTransaction) throws {
        var records = contacts.mapValues(ContactRecord.init)
        for peer in try pairing.allPeers(in: transaction) where peer.state != .removed {
            let id = PeerID(of: peer.key)
            if records[id] == nil { records[id] = try self.contacts.get(id.bytes, in: transaction) }
        }
        try self.contacts.clear(in: &transaction)
        for (peer, record) in records { try self.contacts.put(peer.bytes, record, in: &transaction) }
    }
}
