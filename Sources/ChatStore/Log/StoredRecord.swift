public import ChatModel

/// An undamaged record of the log as readers get it: its bytes, so that a page costs little. ``LogEntry`` is the same record
/// with values.
public struct StoredRecord: Sendable {
    public enum Content: Sendable {
        case message(PackedMessage)
        /// The message has another id now; here, its digest remains.
        case gone(digest: ArraySlice<UInt8>)
    }

    public let id: LogID
    /// The commit time, or an earlier time if the wall clock was set back after the commit: see ``Arrivals``.
    public let arrival: UnixTime
    /// The record without its checksum.
    private let record: Record

    init(_ record: Record, at id: LogID, _ arrivals: Arrivals) {
        self.id = id
        self.record = record
        arrival = arrivals.arrival(of: id, commitTime: record.commitTime)
    }

    var byteCount: Int { record.byteCount }

    public var content: Content {
        record.kind == .gone ? .gone(digest: record.digest) : .message(record.message)
    }

    /// The bytes of the mark.
    var mark: ArraySlice<UInt8> { record.mark }
    /// The wall clock's reading at the commit.
    var commitTime: UnixTime { record.commitTime }
    /// Whether this node erased the values of the message.
    var isErased: Bool { record.kind == .erased }
}
