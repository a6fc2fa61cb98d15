public import ChatModel

/// A record of the log as readers get it: its bytes, so that a page costs little. ``LogEntry`` is the same record with values.
public struct StoredRecord: Sendable {
    public enum Content: Sendable {
        case message(PackedMessage)
        /// A message that the query did not want whole.
        case listed(ListedRecord)
        /// The message has another id now; here, its digest remains.
        case gone(digest: ArraySlice<UInt8>)
        /// The record is damaged, and only its digest is known.
        case damaged(digest: ArraySlice<UInt8>)
    }

    public let id: LogID
    /// The wall clock's reading at the commit.
    public let arrival: UnixTime
    public let content: Content
    /// The bytes of the mark.
    let mark: ArraySlice<UInt8>
    /// Whether this node erased the values of the message.
    let isErased: Bool
    let byteCount: Int
    /// Whether the message came after its origin was removed. Only readers of messages are told.
    public internal(set) var isOfFormer = false
    /// What readers see of the message; nil if it has no relations, and if the query wants messages as they were written.
    public internal(set) var projection: Projection?
    /// The id of the edit or deletion that has made the message what readers see; nil for none.
    public internal(set) var change: LogID?
    /// The last id of the message or of its relations in a range that folds these into it; nil in another one.
    public internal(set) var changed: LogID?

    /// - Parameter record: an undamaged record without its checksum.
    init(_ record: Record, at id: LogID) {
        self.id = id
        content = record.kind == .gone ? .gone(digest: record.digest) : .message(record.message)
        (mark, arrival, isErased) = (record.mark, record.arrival, record.kind == .erased)
        byteCount = record.byteCount
    }

    /// A damaged record whose mark and digest are known.
    init(damaged digest: Digest, _ mark: Mark, noted: UnixTime, at id: LogID) {
        self.id = id
        (arrival, isErased) = (noted, false)
        content = .damaged(digest: digest.bytes[...])
        self.mark = mark.bytes[...]
        byteCount = digest.bytes.count
    }

    private init(listing message: PackedMessage, of record: StoredRecord) {
        (id, arrival, isErased) = (record.id, record.arrival, record.isErased)
        let listed = ListedRecord(message)
        content = .listed(listed)
        mark = Array(record.mark)[...]
        byteCount = listed.byteCount
    }

    /// The record without the erasable values of its message.
    var withoutErasableValues: StoredRecord {
        get throws {
            let entry = try LogEntry(self)
            guard case .message(let message) = entry.body else { return self }
            let rest = LogEntry(
                position: entry.position, arrival: arrival, body: .message(message.withoutErasableValues),
                isErased: isErased)
            return StoredRecord(Record(rest), at: id)
        }
    }

    /// The record without the message, unless its message is one of these.
    func listed(unless bodies: Bodies, of node: PublicKey?) -> StoredRecord {
        guard case .message(let message) = content else { return self }
        switch bodies {
        case .all: return self
        case .own where message.bytes[message.origin] == node?.bytes[...]: return self
        case .own, .none: return StoredRecord(listing: message, of: self)
        }
    }
}

/// What remains of a record whose message a reader does not want: copies of a few bytes, so that the others are released.
public struct ListedRecord: Sendable {
    private let bytes: [UInt8]
    /// Whether the erasable values of the message are gone.
    package let lacksValues: Bool

    init(_ message: PackedMessage) {
        bytes =
            message.bytes[message.digest] + message.bytes[message.origin]
            + (message.group.map { Array(message.bytes[$0]) } ?? [])
        lacksValues = message.lacksValues
    }

    package var digest: ArraySlice<UInt8> { bytes[..<Digest.byteCount] }
    package var origin: ArraySlice<UInt8> { bytes[Digest.byteCount..<Digest.byteCount + PublicKey.byteCount] }
    /// The group; nil for none.
    package var group: ArraySlice<UInt8>? {
        let group = bytes[(Digest.byteCount + PublicKey.byteCount)...]
        return group.isEmpty ? nil : group
    }

    var byteCount: Int { bytes.count }
}
