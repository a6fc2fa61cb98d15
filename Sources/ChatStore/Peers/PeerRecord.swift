public import ChatModel
internal import LMDB

/// What the store has of a peer, for callers of the store.
public struct StoredPeer: Hashable, Sendable {
    package let cursors: PeerCursors
    /// What this node has of the peer's log.
    package let claim: SettledClaim
    /// Whether there are exceptions behind the settled position, which is then before a message that was still wanted.
    package let hasLaterExceptions: Bool
    /// The bad messages that were refused. A message that comes again counts again.
    public let refused: Int
    /// The exceptions, except parts of the log with messages that wait: what the peer's log names and does not give.
    public let exceptions: Int
    /// The messages of another group, or of an origin that was never a member. They are not stored. A message that
    /// comes again counts again.
    public let foreign: Int
    /// The lowest id of a message of a later form, which is read again by a newer program; nil if there is none.
    public let laterFormID: LogID?
    /// How often the store has decided that the log is read again from an earlier position. Whoever reads it then begins anew.
    package let rewinds: UInt64

    /// - Parameter waiting: the exceptions that are parts of the log with messages that wait.
    init(_ record: PeerRecord, _ claim: SettledClaim, waiting: Int, hasLaterExceptions: Bool) {
        (cursors, self.claim, self.hasLaterExceptions) = (record.cursors, claim, hasLaterExceptions)
        refused = Int(clamping: record.refused)
        exceptions = max(Int(clamping: record.exceptions) - waiting, 0)
        foreign = Int(clamping: record.foreign)
        laterFormID = record.laterForm
        rewinds = record.rewinds
    }
}

/// The state of a peer as bytes, by offset; integers are big-endian and 8 bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | refused messages |
/// | 8 ..< 16 | messages of another group, or of strangers |
/// | 16 ..< 24 | exceptions |
/// | 24 ..< 32 | the lowest id of a message of a later form; 0 for none |
/// | 32 ..< 40 | when the last wanted message was due for which the peer was asked, milliseconds since 1970; 0 for none |
/// | 40 ..< 72 | the digest of that message; zero bytes for none |
/// | 72 ..< 96 | the settled position from which the log is read again when a further key is admitted: id + 1, mark (16 bytes); zero bytes \
/// for none |
/// | 96 ..< 104 | how often the log was read again by a decision of the store |
/// | 104 … | the cursors, see below |
///
/// The current cursor comes first, then up to ``Limits/otherCursors`` others, the one that was used last first. Each has the id
/// up to which its log is known to be the same as the current one (8 bytes; 0 for the current cursor), the number of its
/// positions (1 byte), and the positions, the newest first: id (8 bytes), mark (16 bytes).
struct PeerRecord: TableValue {
    var refused: UInt64 = 0
    var foreign: UInt64 = 0
    var exceptions: UInt64 = 0
    var laterForm: LogID?
    /// The last wanted message for which the peer was asked; nil if it was never asked.
    var asked: DueMessage?
    /// A settled position before the first message of a stranger that was passed; nil if none was.
    var strangers: LogPosition?
    var rewinds: UInt64 = 0
    var cursors = PeerCursors.start

    static let empty = PeerRecord()

    private init() {}

    /// The record of a peer of whose log nothing was read.
    var withoutPositions: PeerRecord {
        var record = PeerRecord.empty
        (record.refused, record.asked, record.rewinds) = (refused, asked, rewinds + 1)
        return record
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [refused, foreign, exceptions, laterForm?.rawValue ?? 0, asked?.due.milliseconds ?? 0] {
            bytes.append(bigEndian: number)
        }
        bytes += asked?.digest.bytes ?? [UInt8](repeating: 0, count: Digest.byteCount)
        bytes.append(bigEndian: strangers.map { $0.id.rawValue + 1 } ?? 0)
        bytes += strangers?.mark.bytes ?? Mark.zero.bytes
        bytes.append(bigEndian: rewinds)
        for cursor in [PeerCursors.Other(cursor: cursors.current, shared: .zero)] + cursors.others {
            bytes.append(bigEndian: cursor.shared.rawValue)
            bytes.append(UInt8(cursor.cursor.positions.count))
            for position in cursor.cursor.positions {
                bytes.append(bigEndian: position.id.rawValue)
                bytes += position.mark.bytes
            }
        }
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        refused = try bytes.bigEndian(at: 0)
        foreign = try bytes.bigEndian(at: 8)
        exceptions = try bytes.bigEndian(at: 16)
        let laterForm: UInt64 = try bytes.bigEndian(at: 24)
        self.laterForm = laterForm == 0 ? nil : LogID(rawValue: laterForm)
        let due = UnixTime(milliseconds: try bytes.bigEndian(at: 32))
        asked = due.milliseconds == 0 ? nil : DueMessage(due: due, digest: try Digest(bytes: bytes.array(40..<72)))
        let next: UInt64 = try bytes.bigEndian(at: 72)
        if next > 0 {
            guard let id = LogID(rawValue: next - 1) else { throw MalformedRecord() }
            strangers = LogPosition(id: id, mark: try Mark(bytes: bytes.array(80..<96)))
        }
        rewinds = try bytes.bigEndian(at: 96)
        var (cursors, offset) = ([PeerCursors.Other](), 104)
        while offset < bytes.byteCount { cursors.append(try Self.cursor(&offset, in: bytes)) }
        guard let current = cursors.first,
            let all = PeerCursors(current: current.cursor, others: Array(cursors.dropFirst()))
        else { throw MalformedRecord() }
        self.cursors = all
    }

    /// Reads a cursor, and moves the offset behind it.
    private static func cursor(_ offset: inout Int, in bytes: RawSpan) throws -> PeerCursors.Other {
        guard let shared = LogID(rawValue: try bytes.bigEndian(at: offset)) else { throw MalformedRecord() }
        let count = Int(try bytes.bigEndian(at: offset + 8, as: UInt8.self))
        offset += 9
        var positions: [LogPosition] = []
        for _ in 0..<count {
            guard let id = LogID(rawValue: try bytes.bigEndian(at: offset)) else { throw MalformedRecord() }
            positions.append(LogPosition(id: id, mark: try Mark(bytes: bytes.array(offset + 8..<offset + 24))))
            offset += 24
        }
        guard let cursor = Cursor(restoring: positions) else { throw MalformedRecord() }
        return PeerCursors.Other(cursor: cursor, shared: shared)
    }
}
