public import ChatModel

/// What one read of the log gave, as of one moment.
public struct LogSlice: Sendable {
    /// Oldest first: ids strictly ascend, but for ``LogQuery/Range/shownBefore(_:)`` and
    /// ``LogQuery/Range/newestShown``, which give the order in which people read.
    public let entries: [LogEntry]
    /// The first and the last id held; 0 in an empty log.
    public let low: LogID
    public let high: LogID
    /// Where to go on after this slice: the end of the log if nothing of the room lies beyond, and in the order in which
    /// people read, where the next page of what is new begins.
    public let next: LogPosition
    /// Records that were passed over because their bytes are not what was stored.
    public let damaged: [LogID]

    /// Whether nothing of the room lay beyond the slice when it was read.
    public var reachesEnd: Bool { next.id >= high }
}

/// A record of the log.
public struct LogEntry: Sendable {
    public enum Body: Sendable {
        case message(Message)
        /// The body was let go; the digest is remembered.
        case gone(Digest)
    }

    public let position: LogPosition
    /// The local time of the commit; where the clock was set back since, not later than that.
    public let arrival: UnixTime
    public let body: Body

    public var id: LogID { position.id }
}
