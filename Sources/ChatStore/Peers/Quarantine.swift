public import ChatModel
internal import Crypto
internal import LMDB

/// A bad message in the quarantine.
public struct QuarantinedMessage: Hashable, Sendable {
    /// The message's id in the peer's log.
    public let id: LogID
    /// The wall clock's reading when the message was quarantined.
    public let time: UnixTime
    public let reason: FailureCode
    public let raw: [UInt8]
}

/// The quarantine space that a peer uses. Each peer has its own limits, so one peer cannot fill another's quarantine.
struct QuarantineUse {
    static let maximumEntries: UInt64 = 1000
    /// The limit for the bytes of all raw forms.
    static let maximumBytes: UInt64 = 16 << 20

    var entries: UInt64 = 0
    var bytes: UInt64 = 0

    /// Counts one more entry.
    ///
    /// - Returns: false if the entry does not fit.
    mutating func add(byteCount: Int) -> Bool {
        guard entries < Self.maximumEntries, bytes <= Self.maximumBytes,
            bytes + UInt64(byteCount) <= Self.maximumBytes
        else { return false }
        entries += 1
        bytes += UInt64(byteCount)
        return true
    }
}

/// A raw form of a peer: length of the peer id (1 byte), peer id, SHA-256 of the raw form (32 bytes).
struct QuarantineKey: TableKey {
    let peer: [UInt8]
    let hash: [UInt8]

    init(_ peer: PeerID, raw: [UInt8]) {
        self.peer = peer.bytes
        hash = Array(SHA256.hash(data: raw))
    }

    /// All keys of a peer.
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

/// A bad message as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the message's id in the peer's log |
/// | 8 ..< 16 | the wall clock's reading, milliseconds since 1970 |
/// | 16 ..< 18 | n, the length of the failure code |
/// | 18 ..< 18 + n | the failure code |
/// | 18 + n … | the raw form |
struct QuarantineRecord: TableValue {
    let id: LogID
    let time: UnixTime
    let reason: String
    let raw: [UInt8]

    init(id: LogID, time: UnixTime, reason: String, raw: [UInt8]) {
        self.id = id
        self.time = time
        self.reason = reason
        self.raw = raw
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: id.rawValue)
        bytes.append(bigEndian: time.milliseconds)
        bytes.append(bigEndian: UInt16(reason.utf8.count))
        return bytes + Array(reason.utf8) + raw
    }

    init(decoding bytes: RawSpan) throws {
        guard let id = LogID(rawValue: try bytes.bigEndian(at: 0)) else { throw MalformedRecord() }
        self.id = id
        time = UnixTime(milliseconds: try bytes.bigEndian(at: 8))
        let length = Int(try bytes.bigEndian(at: 16, as: UInt16.self))
        reason = String(decoding: try bytes.array(18..<18 + length), as: UTF8.self)
        raw = try bytes.array(from: 18 + length)
    }
}
