public import ChatModel

/// The result of one ``LogQuery``, from one snapshot of the log.
public struct LogSlice: Sendable {
    /// Ids ascend, except for the ranges ``LogQuery/Range/shownBefore(_:)`` and ``LogQuery/Range/newestShown``, which
    /// give the display order.
    public let entries: [LogEntry]
    /// The first id of the log; 0 if the log is empty.
    public let low: LogID
    /// The last id of the log; 0 if the log is empty.
    public let high: LogID
    /// The position after which the next slice begins. It is the end of the log if the room has nothing more; in display
    /// order it is always the end of the log.
    public let next: LogPosition
    /// The ids of records that were skipped because their bytes are not what was written.
    public let damaged: [LogID]

    /// Whether the slice ends at the end of the log.
    public var reachesEnd: Bool { next.id >= high }
}

/// A record of the log, after its bytes were shown to be what was written.
public struct LogEntry: Sendable {
    public enum Body: Sendable {
        case message(Message)
        /// The message body was dropped; the digest remains.
        case gone(Digest)
    }

    public let position: LogPosition
    /// The wall clock's reading at the commit.
    let commitTime: UnixTime
    /// The commit time, or an earlier time if the wall clock was set back after the commit: see ``Arrivals``.
    public let arrival: UnixTime
    public let body: Body

    public var id: LogID { position.id }

    var digest: Digest {
        switch body {
        case .message(let message): message.digest
        case .gone(let digest): digest
        }
    }
}
