public import ChatModel
internal import LMDB

/// The name of a configured peer in the store: `tidings:` and its public key for a peer over links, which prove the key;
/// otherwise its address, because such a peer only claims a key.
public struct PeerID: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// - Returns: nil for an empty name and for one with more than ``Limits/addressBytes`` bytes of UTF-8.
    public init?(_ name: String) {
        bytes = Array(name.utf8)
        guard (1...Limits.addressBytes).contains(bytes.count) else { return nil }
    }

    /// The name of a peer over links.
    public init(of key: PublicKey) {
        bytes = Array("tidings:\(key)".utf8)
    }

    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// What the store has of a peer, for callers of the store.
public struct StoredPeer: Hashable, Sendable {
    public let cursor: Cursor
    public let quarantineEntries: Int
    /// The messages that were neither stored nor quarantined.
    public let skipped: Int
    /// The messages of another group, which are not stored. A message that comes again counts again.
    public let foreign: Int
    /// The lowest id of a message of a later form, which is requested again by a newer program; nil if there is none.
    public let laterFormID: LogID?

    init(_ record: PeerRecord, laterFormID: LogID?) {
        cursor = record.cursor
        quarantineEntries = Int(clamping: record.quarantine.entries)
        skipped = Int(clamping: record.skipped)
        foreign = Int(clamping: record.foreign)
        self.laterFormID = laterFormID
    }
}

/// The state of a peer as bytes, by offset; integers are big-endian and 8 bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | entries in the quarantine |
/// | 8 ..< 16 | bytes in the quarantine |
/// | 16 ..< 24 | skipped messages |
/// | 24 ..< 32 | messages of another group |
/// | 32 ..< 40 | when the last wanted message was due for which the peer was asked, milliseconds since 1970; 0 for none |
/// | 40 ..< 72 | the digest of that message; zero bytes for none |
/// | 72 … | the cursor, the newest position first: id (8 bytes), mark (16 bytes) |
struct PeerRecord: TableValue {
    var quarantine = QuarantineUse()
    var skipped: UInt64 = 0
    var foreign: UInt64 = 0
    /// The last wanted message for which the peer was asked; nil if it was never asked.
    var asked: DueMessage?
    var cursor = Cursor.start

    static let empty = PeerRecord()

    private init() {}

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [quarantine.entries, quarantine.bytes, skipped, foreign] { bytes.append(bigEndian: number) }
        bytes.append(bigEndian: asked?.due.milliseconds ?? 0)
        bytes += asked?.digest.bytes ?? [UInt8](repeating: 0, count: Digest.byteCount)
        for position in cursor.positions {
            bytes.append(bigEndian: position.id.rawValue)
            bytes += position.mark.bytes
        }
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        quarantine = QuarantineUse(entries: try bytes.bigEndian(at: 0), bytes: try bytes.bigEndian(at: 8))
        skipped = try bytes.bigEndian(at: 16)
        foreign = try bytes.bigEndian(at: 24)
        let due = UnixTime(milliseconds: try bytes.bigEndian(at: 32))
        asked = due.milliseconds == 0 ? nil : DueMessage(due: due, digest: try Digest(bytes: bytes.array(40..<72)))
        var positions: [LogPosition] = []
        for offset in stride(from: 72, to: bytes.byteCount, by: 24) {
            guard let id = LogID(rawValue: try bytes.bigEndian(at: offset)) else { throw MalformedRecord() }
            positions.append(LogPosition(id: id, mark: try Mark(bytes: bytes.array(offset + 8..<offset + 24))))
        }
        guard let cursor = Cursor(restoring: positions) else { throw MalformedRecord() }
        self.cursor = cursor
    }

    /// Counts messages that are neither stored nor quarantined.
    mutating func countSkipped(_ count: Int = 1) {
        skipped = UInt64(count) > .max - skipped ? .max : skipped + UInt64(count)
    }

    /// Counts a message of another group.
    mutating func countForeign() {
        foreign = foreign == .max ? .max : foreign + 1
    }
}
