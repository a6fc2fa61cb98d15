public import ChatModel
internal import LMDB

/// The name of a configured peer in the store: its address. A public key would not do, because a peer only claims it.
public struct PeerID: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// - Returns: nil for an empty name and for one with more than ``Limits/addressBytes`` bytes of UTF-8.
    public init?(_ name: String) {
        bytes = Array(name.utf8)
        guard (1...Limits.addressBytes).contains(bytes.count) else { return nil }
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
    /// The lowest id from which the peer's log has to be requested again; nil if no message of the peer is quarantined,
    /// skipped or omitted.
    public let retryID: LogID?
    /// The lowest id of a message of a later form, which is requested again by a newer program; nil if there is none.
    public let laterFormID: LogID?

    init(_ record: PeerRecord) {
        cursor = record.cursor
        quarantineEntries = Int(clamping: record.quarantine.entries)
        skipped = Int(clamping: record.skipped)
        foreign = Int(clamping: record.foreign)
        retryID = record.retryID == .zero ? nil : record.retryID
        laterFormID = record.laterForms?.lowestID
    }
}

/// The state of a peer as bytes, by offset; integers are big-endian and 8 bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | entries in the quarantine |
/// | 8 ..< 16 | bytes in the quarantine |
/// | 16 ..< 24 | skipped messages |
/// | 24 ..< 32 | retry id; 0 for none |
/// | 32 ..< 40 | 1 if the quarantine is to be emptied with the next page, else 0 |
/// | 40 ..< 48 | messages of another group |
/// | 48 ..< 56 | the lowest id of a message of a later form; 0 for none |
/// | 56 ..< 64 | the highest form that the program knew when it noted that id; 0 for none |
/// | 64 ..< 72 | when the last message was due for whose values the peer was asked, milliseconds since 1970; 0 for none |
/// | 72 ..< 104 | the digest of that message; zero bytes for none |
/// | 104 … | the cursor, the newest position first: id (8 bytes), mark (16 bytes) |
struct PeerRecord: TableValue {
    var quarantine = QuarantineUse()
    var skipped: UInt64 = 0
    var retryID: LogID = .zero
    var isRetrying = false
    var foreign: UInt64 = 0
    var laterForms: LaterForms?
    /// The last message for whose values the peer was asked; nil if it was never asked.
    var asked: DueMessage?
    var cursor = Cursor.start

    static let empty = PeerRecord()

    private init() {}

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        let retrying: UInt64 = isRetrying ? 1 : 0
        let numbers = [quarantine.entries, quarantine.bytes, skipped, retryID.rawValue, retrying, foreign]
        for number in numbers + [laterForms?.lowestID.rawValue ?? 0, laterForms?.knownForm ?? 0] {
            bytes.append(bigEndian: number)
        }
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
        guard let retryID = LogID(rawValue: try bytes.bigEndian(at: 24)) else { throw MalformedRecord() }
        self.retryID = retryID
        isRetrying = try bytes.bigEndian(at: 32, as: UInt64.self) != 0
        foreign = try bytes.bigEndian(at: 40)
        guard let laterFormID = LogID(rawValue: try bytes.bigEndian(at: 48)) else { throw MalformedRecord() }
        let knownForm: UInt64 = try bytes.bigEndian(at: 56)
        laterForms = laterFormID == .zero ? nil : LaterForms(lowestID: laterFormID, knownForm: knownForm)
        let due = UnixTime(milliseconds: try bytes.bigEndian(at: 64))
        asked = due.milliseconds == 0 ? nil : DueMessage(due: due, digest: try Digest(bytes: bytes.array(72..<104)))
        var positions: [LogPosition] = []
        for offset in stride(from: 104, to: bytes.byteCount, by: 24) {
            guard let id = LogID(rawValue: try bytes.bigEndian(at: offset)) else { throw MalformedRecord() }
            positions.append(LogPosition(id: id, mark: try Mark(bytes: bytes.array(offset + 8..<offset + 24))))
        }
        guard let cursor = Cursor(restoring: positions) else { throw MalformedRecord() }
        self.cursor = cursor
    }

    /// Counts a message that is neither stored nor quarantined.
    mutating func countSkipped() {
        skipped = skipped == .max ? .max : skipped + 1
    }

    /// Counts a message of another group.
    mutating func countForeign() {
        foreign = foreign == .max ? .max : foreign + 1
    }

    /// Whether at least one message was not stored and the peer has no retry id. During a retry, quarantined
    /// messages need no retry id.
    var lacksRetry: Bool {
        retryID == .zero && (skipped > 0 || quarantine.entries > 0 && !isRetrying)
    }

    /// Makes a retry begin at `id`, if it would begin later.
    mutating func lowerRetryID(to id: LogID) {
        retryID = retryID == .zero ? id : min(retryID, id)
    }

    /// Moves the cursor back before the retry id. If the program knows a higher form than when messages of later forms were
    /// noted, also before the lowest of these. The puller then requests everything after the newest position that is left.
    ///
    /// - Parameter form: the highest form that the program knows.
    /// - Returns: false if there is nothing to request again.
    mutating func retry(knowing form: UInt64) -> Bool {
        let upgrade = laterForms.flatMap { $0.knownForm < form ? $0 : nil }
        let first = [retryID, upgrade?.lowestID ?? .zero].filter { $0 > .zero }.min()
        guard let first else { return false }
        cursor = cursor.cut(before: first)
        if upgrade != nil { laterForms = nil }
        if retryID > .zero { (isRetrying, skipped, retryID) = (true, 0, .zero) }
        return true
    }
}

/// The messages of a peer whose form the program did not know.
struct LaterForms: Hashable {
    /// The lowest of their ids in the peer's log.
    var lowestID: LogID
    /// The highest form that the program knew. A program that knows a higher one requests the messages again.
    var knownForm: UInt64

    /// Adds a message. After a downgrade the lower of the two known forms counts, so that the next upgrade requests every
    /// message again.
    func adding(_ id: LogID, knowing form: UInt64) -> LaterForms {
        LaterForms(lowestID: min(lowestID, id), knownForm: min(knownForm, form))
    }
}
