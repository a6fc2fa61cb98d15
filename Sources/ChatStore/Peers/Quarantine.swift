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
    /// The limit for the received bytes of all bad messages.
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

/// A bad message of a peer: length of the peer id (1 byte), peer id, the message's id in the peer's log (8 bytes), SHA-256 of
/// the received bytes (32 bytes).
struct QuarantineKey: TableKey {
    let peer: [UInt8]
    let id: UInt64
    let hash: [UInt8]

    init(_ peer: PeerID, _ id: LogID, raw: [UInt8]) {
        self.init(peer: peer.bytes, id: id.rawValue, hash: Array(SHA256.hash(data: raw)))
    }

    /// The keys of a peer's messages.
    static func range(of peer: PeerID) -> KeyRange<QuarantineKey> {
        .from(
            QuarantineKey(peer: peer.bytes, id: 0, hash: Array(repeating: 0x00, count: 32)),
            through: QuarantineKey(peer: peer.bytes, id: .max, hash: Array(repeating: 0xff, count: 32)))
    }

    private init(peer: [UInt8], id: UInt64, hash: [UInt8]) {
        self.peer = peer
        self.id = id
        self.hash = hash
    }

    var encodedByteCount: Int { peer.count + 9 + hash.count }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(UInt8(peer.count))
        bytes.append(peer)
        bytes.append(bigEndian: id)
        bytes.append(hash)
    }

    init(decoding bytes: RawSpan) throws {
        let length = Int(try bytes.bigEndian(at: 0, as: UInt8.self))
        try bytes.requireCount(1 + length + 40)
        peer = try bytes.array(1..<1 + length)
        id = try bytes.bigEndian(at: 1 + length)
        hash = try bytes.array(from: 9 + length)
    }
}

/// A bad message as bytes, by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | the wall clock's reading, milliseconds since 1970 |
/// | 8 ..< 10 | n, the length of the failure code |
/// | 10 ..< 10 + n | the failure code |
/// | 10 + n … | the received bytes |
struct QuarantineRecord: TableValue {
    let time: UnixTime
    let reason: String
    let raw: [UInt8]

    init(time: UnixTime, reason: String, raw: [UInt8]) {
        self.time = time
        self.reason = reason
        self.raw = raw
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: time.milliseconds)
        bytes.append(bigEndian: UInt16(reason.utf8.count))
        return bytes + Array(reason.utf8) + raw
    }

    init(decoding bytes: RawSpan) throws {
        time = UnixTime(milliseconds: try bytes.bigEndian(at: 0))
        let length = Int(try bytes.bigEndian(at: 8, as: UInt16.self))
        reason = String(decoding: try bytes.array(10..<10 + length), as: UTF8.self)
        raw = try bytes.array(from: 10 + length)
    }
}
