internal import ChatModel
internal import Crypto
internal import LMDB

/// What a peer has used of its share of the quarantine.
struct QuarantineUse {
    /// A peer's share: so many entries …
    static let maximumEntries: UInt64 = 1000
    /// … and so many bytes of raw form. A peer that sends rubbish fills its own share and no other's.
    static let maximumBytes: UInt64 = 16 << 20

    var entries: UInt64 = 0
    var bytes: UInt64 = 0

    /// Takes up room for one more; false where the share does not allow it.
    mutating func add(byteCount: Int) -> Bool {
        guard entries < Self.maximumEntries, bytes <= Self.maximumBytes,
            bytes + UInt64(byteCount) <= Self.maximumBytes
        else { return false }
        entries += 1
        bytes += UInt64(byteCount)
        return true
    }
}

/// Length of the peer's name (1 byte), the name, SHA-256 of the raw form (32 bytes): one entry for each raw form.
struct QuarantineKey: TableKey {
    let peer: [UInt8]
    let hash: [UInt8]

    init(_ peer: PeerID, raw: [UInt8]) {
        self.peer = peer.bytes
        hash = Array(SHA256.hash(data: raw))
    }

    /// The bounds of a peer's keys: all hashes lie between.
    static func range(of peer: PeerID) -> KeyRange<QuarantineKey> {
        .from(
            QuarantineKey(peer: peer.bytes, hash: Array(repeating: 0x00, count: 32)),
            through: QuarantineKey(peer: peer.bytes, hash: Array(repeating: 0xff, count: 32)))
    }

    private init(peer: [UInt8], hash: [UInt8]) {
        self.peer = peer
        self.hash = hash
    }

    func encoded() -> [UInt8] { [UInt8(peer.count)] + peer + hash }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt8.self))
        try bytes.requireCount(1 + length + 32)
        peer = try bytes.array(1..<1 + length)
        hash = try bytes.array(from: 1 + length)
    }
}

/// Something that was not good, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the id that the peer gave it |
/// | 8 ..< 16 | when it came, milliseconds since 1970 |
/// | 16 ..< 18 | n, the length of the reason's code |
/// | 18 ..< 18 + n | the reason's code |
/// | 18 + n … | the raw form |
struct QuarantineRecord: TableValue {
    let id: LogID
    let arrival: UnixTime
    let reason: String
    let raw: [UInt8]

    init(id: LogID, arrival: UnixTime, reason: String, raw: [UInt8]) {
        self.id = id
        self.arrival = arrival
        self.reason = reason
        self.raw = raw
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id.rawValue)
        bytes.append(bigEndian: arrival.milliseconds)
        bytes.append(bigEndian: UInt16(reason.utf8.count))
        return bytes + Array(reason.utf8) + raw
    }

    init(decoding bytes: RawSpan) throws {
        guard let id = LogID(rawValue: try bytes.bigEndian(at: 0)) else { throw MalformedRecord() }
        self.id = id
        arrival = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
        let length = Int(try bytes.bigEndian(at: 16, as: UInt16.self))
        reason = String(decoding: try bytes.array(18..<18 + length), as: UTF8.self)
        raw = try bytes.array(from: 18 + length)
    }
}
