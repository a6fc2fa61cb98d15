public import ChatModel
internal import LMDB

/// A peer that an invitation has paired with this node, or another member of its group. The owner may have removed it.
public struct PairedPeer: Hashable, Sendable {
    public enum State: UInt8, Sendable {
        case active = 1
        /// A person has paused the peer: neither node pulls from the other.
        case paused = 2
        /// A person has removed the peer. Its key is kept, so that it is told why it is refused.
        case removed = 3
    }

    public let key: PublicKey
    public var state: State
    /// Whether a person has to confirm the peer, because the store was restored or copied since: the peer may have been
    /// removed in between.
    public var isUnconfirmed = false
    /// Whether a person has chosen the peer, also if its membership in the group had ended by then. The end of a later membership
    /// counts.
    public var isKept = false
    /// When the peer was paired, admitted by another member, kept, or removed.
    public var since: UnixTime
    /// The name that the peer gave itself when it was paired, safe to show within a sentence.
    public var name: String
    /// The name that this node's owner has given to the peer; nil for the name that the peer gives itself.
    public var localName: String?
    /// The addresses at which the peer may be reached, at most ``ChatModel/Limits/peerPlaces``, the newest first.
    public var places: [HostPort]
    /// The hash of the invitation by which the peer came; nil if this node has joined the peer, and for a member that
    /// this node neither invited nor joined.
    public var invitation: InvitationHash?

    /// The largest number of peers that are not removed.
    public static let maximumCount = 64
    /// The largest number of peers that were not paired here and that one member has invited, other than the founder.
    static let maximumBelow = 16
    /// The removed peers that are remembered beside the members: the last ones.
    static let maximumRemoved = 256

    public init(
        key: PublicKey, name: String, state: State = .active, since: UnixTime, places: [HostPort],
        invitation: InvitationHash?
    ) {
        self.key = key
        self.name = name
        self.state = state
        self.since = since
        self.places = Array(places.prefix(Limits.peerPlaces))
        self.invitation = invitation
    }

    /// The name for people; nil if the peer has none.
    public var shownName: String? { localName ?? (name.isEmpty ? nil : name) }

    /// Returns the later one of two records of the same peer. Of two records of the same time, the one that allows less.
    func later(_ other: PairedPeer) -> PairedPeer {
        (since, state.rawValue) < (other.since, other.state.rawValue) ? other : self
    }

    /// Takes the name and the addresses of the peer's address record. The addresses come after the one that this node
    /// has seen last, and before earlier ones.
    mutating func learn(_ record: AddressRecord) {
        if !record.name.isEmpty { name = record.name.oneLine(maximumScalars: Limits.shortFieldScalars) }
        var all: [HostPort] = []
        for place in places.prefix(1) + record.places + places.dropFirst() where !all.contains(place) {
            all.append(place)
        }
        places = Array(all.prefix(Limits.peerPlaces))
    }

    /// Whether the two nodes may pull from each other.
    public var isLinked: Bool { state == .active && !isUnconfirmed }
}

/// A paired peer as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | the state: ``PairedPeer/State`` |
/// | 1 | bit 0: a person has to confirm the peer; bit 1: a person has kept it |
/// | 2 ..< 10 | when the peer was paired, admitted by another member, kept, or removed, milliseconds since 1970 |
/// | 10 ..< 42 | the hash of the invitation; zero bytes for none |
/// | 42 ..< 44 | the number of bytes of the peer's own name |
/// | 44 ..< 46 | the number of bytes of the local name, 0 for none |
/// | 46 … | the two names in UTF-8, then the addresses in UTF-8 with commas between them |
/// | … | the key, and a ``Checksum`` with the id 2, so that a damaged record admits no node |
enum PairedPeerRecord {
    private static let checksumID: UInt64 = 2
    private static let nameOffset = 46

    static func encode(_ peer: PairedPeer, _ checksum: Checksum) -> [UInt8] {
        var bytes: [UInt8] = [peer.state.rawValue, (peer.isUnconfirmed ? 1 : 0) | (peer.isKept ? 2 : 0)]
        bytes.append(bigEndian: peer.since.milliseconds)
        bytes += peer.invitation?.bytes ?? [UInt8](repeating: 0, count: InvitationHash.byteCount)
        let names = [peer.name, peer.localName ?? ""].map { Array($0.utf8.prefix(Limits.shortFieldBytes)) }
        for name in names { bytes.append(bigEndian: UInt16(name.count)) }
        for name in names { bytes += name }
        bytes += peer.places.map(\.description).joined(separator: ",").utf8
        bytes += peer.key.bytes
        checksum.append(to: &bytes, at: checksumID)
        return bytes
    }

    /// - Throws: ``MalformedRecord`` if the store did not write these bytes for this key.
    static func decode(_ bytes: [UInt8], key: [UInt8], _ checksum: Checksum) throws(MalformedRecord) -> PairedPeer {
        let bytes = Array(try checksum.verified(bytes, at: checksumID))
        guard bytes.count >= nameOffset + key.count, Array(bytes.suffix(key.count)) == key,
            let key = try? PublicKey(bytes: key), let state = PairedPeer.State(rawValue: bytes[0])
        else { throw MalformedRecord() }
        let nameEnd = nameOffset + Int(UInt64(bigEndian: bytes[42..<44]))
        let localNameEnd = nameEnd + Int(UInt64(bigEndian: bytes[44..<46]))
        let end = bytes.count - PublicKey.byteCount
        guard localNameEnd <= end, let name = String(validating: bytes[nameOffset..<nameEnd], as: UTF8.self),
            let localName = String(validating: bytes[nameEnd..<localNameEnd], as: UTF8.self),
            let places = String(validating: bytes[localNameEnd..<end], as: UTF8.self)
        else { throw MalformedRecord() }
        let hash = bytes[10..<42]
        var peer = PairedPeer(
            key: key, name: name, state: state, since: UnixTime(milliseconds: UInt64(bigEndian: bytes[2..<10])),
            places: places.split(separator: ",").compactMap { try? HostPort($0) },
            invitation: hash.allSatisfy { $0 == 0 } ? nil : try? InvitationHash(bytes: hash))
        (peer.isUnconfirmed, peer.isKept) = (bytes[1] & 1 != 0, bytes[1] & 2 != 0)
        peer.localName = localName.isEmpty ? nil : localName
        return peer
    }
}
