internal import ChatModel
internal import LMDB

/// The store's note about a damaged record of the log. The bytes of such a record are not what was written. The table
/// key of the note is the id of the record. The note by offset; integers are big-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 | state: 0 unidentified, 1 wanted, 2 gone |
/// | 1 ..< 9 | when the store noted the damage, milliseconds since 1970 |
/// | 9 ..< 25 | mark; zero bytes if the record is unidentified |
/// | 25 ..< 57 | digest; zero bytes if the record is unidentified |
///
/// The damaged bytes in the log stay as they are. LMDB finds the length of a value beside the value, so replacing a damaged
/// value could destroy its neighbours.
struct DamagedRecord: TableValue, Equatable {
    enum State: Equatable {
        /// The digest of the record is unknown.
        case unidentified
        /// The message is requested from peers.
        case wanted(Mark, Digest)
        /// The message has a later id in the log, or the record was gone before it was damaged.
        case gone(Mark, Digest)
    }

    /// The store notes at most this many damaged records whose messages are not stored again. More damage than that is not
    /// limited to single messages.
    static let maximumOpen = 10_000
    /// The store notes at most this many damaged records, also those whose messages are stored again.
    static let maximumCount = 100_000

    let noted: UnixTime
    let state: State

    init(noted: UnixTime, _ state: State) {
        self.noted = noted
        self.state = state
    }

    private enum Kind: UInt8 {
        case unidentified = 0
        case wanted = 1
        case gone = 2
    }

    func encoded() -> [UInt8] {
        let (kind, mark, digest): (Kind, [UInt8], [UInt8]) =
            switch state {
            case .unidentified:
                (.unidentified, Mark.zero.bytes, [UInt8](repeating: 0, count: Digest.byteCount))
            case .wanted(let mark, let digest): (.wanted, mark.bytes, digest.bytes)
            case .gone(let mark, let digest): (.gone, mark.bytes, digest.bytes)
            }
        var bytes = [kind.rawValue]
        bytes.append(bigEndian: noted.milliseconds)
        return bytes + mark + digest
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(57)
        noted = UnixTime(milliseconds: try bytes.bigEndian(at: 1))
        let mark = try Mark(bytes: bytes.array(9..<25))
        let digest = try Digest(bytes: bytes.array(25..<57))
        switch Kind(rawValue: try bytes.bigEndian(at: 0)) {
        case .unidentified: state = .unidentified
        case .wanted: state = .wanted(mark, digest)
        case .gone: state = .gone(mark, digest)
        case nil: throw MalformedRecord()
        }
    }

    /// The mark that the record had; nil if the record is unidentified.
    var mark: Mark? {
        switch state {
        case .unidentified: nil
        case .wanted(let mark, _), .gone(let mark, _): mark
        }
    }

    /// Whether the message of the record may be lost: it is wanted, or unidentified.
    var isOpen: Bool {
        if case .gone = state { false } else { true }
    }

    /// Returns the entry that readers get instead of the damaged record; nil unless the state is gone.
    func goneEntry(at id: LogID) -> LogEntry? {
        guard case .gone(let mark, let digest) = state else { return nil }
        return LogEntry(
            position: LogPosition(id: id, mark: mark), arrival: noted, body: .gone(digest), isErased: false)
    }
}
