internal import ChatModel
internal import LMDB

/// Where the node stands with a peer, by offset; integers are big-endian and 8 bytes:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | entries in quarantine |
/// | 8 ..< 16 | bytes in quarantine |
/// | 16 ..< 24 | messages passed over without evidence |
/// | 24 ..< 32 | the lowest id of those, of what is in quarantine and of what was left out; 0 for none |
/// | 32 ..< 40 | 1 if what is in quarantine is to be judged anew, else 0 |
/// | 40 … | the cursor, the newest position first: id (8 bytes), mark (16 bytes) |
struct PeerRecord: TableValue {
    var quarantine = QuarantineUse()
    var skipped: UInt64 = 0
    var lowestNotStored: LogID = .zero
    var isRetrying = false
    var cursor = Cursor.start

    static let empty = PeerRecord()

    private init() {}

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        let retrying: UInt64 = isRetrying ? 1 : 0
        for number in [quarantine.entries, quarantine.bytes, skipped, lowestNotStored.rawValue, retrying] {
            bytes.append(bigEndian: number)
        }
        for position in cursor.positions {
            bytes.append(bigEndian: position.id.rawValue)
            bytes += position.mark.bytes
        }
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        quarantine = QuarantineUse(entries: try bytes.bigEndian(at: 0), bytes: try bytes.bigEndian(at: 8))
        skipped = try bytes.bigEndian(at: 16)
        guard let lowest = LogID(rawValue: try bytes.bigEndian(at: 24)) else { throw MalformedRecord() }
        lowestNotStored = lowest
        isRetrying = try bytes.bigEndian(at: 32, as: UInt64.self) != 0
        var positions: [LogPosition] = []
        for offset in stride(from: 40, to: bytes.byteCount, by: 24) {
            guard let id = LogID(rawValue: try bytes.bigEndian(at: offset)) else { throw MalformedRecord() }
            positions.append(LogPosition(id: id, mark: try Mark(bytes: bytes.array(offset + 8..<offset + 24))))
        }
        guard let cursor = Cursor(restoring: positions) else { throw MalformedRecord() }
        self.cursor = cursor
    }

    /// Accounts for a message that is neither stored nor kept as evidence.
    mutating func skip(_ id: LogID) {
        skipped = skipped == .max ? .max : skipped + 1
        notStored(id)
    }

    /// Whether something was not stored that no retry would come to. What is judged anew is on its way.
    var lacksRetry: Bool {
        lowestNotStored == .zero && (skipped > 0 || quarantine.entries > 0 && !isRetrying)
    }

    /// Remembers where a retry has to begin.
    mutating func notStored(_ id: LogID) {
        lowestNotStored = lowestNotStored == .zero ? id : min(lowestNotStored, id)
    }
}
