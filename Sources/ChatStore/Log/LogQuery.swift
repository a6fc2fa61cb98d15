public import ChatModel

/// Which part of the log to read.
public struct LogQuery: Hashable, Sendable {
    public enum Range: Hashable, Sendable {
        /// The oldest after a place in the log, oldest first; none where the log ends before that place.
        case from(LogStart)
        /// The newest before an id.
        case before(LogID)
        /// The newest.
        case newest
        /// Those that people read before a message of the room, the nearest of them, in the order in which they are read.
        case shownBefore(LogID)
        /// Those that people read last, in the order in which they are read.
        case newestShown
    }

    /// Nothing: every room, each of which has an order of its own: the ranges in the order of reading are one room's.
    public var room: Room?
    public var range: Range
    /// Messages, at most.
    public var limit: Int
    /// Whether an id beyond the end of the log is refused like a mark that is not the log's: whoever asks so has read
    /// another log.
    public var refusesUnknownIDs: Bool
    /// Bytes of signed forms after which the slice ends; one message is always in it.
    public var byteLimit: Int

    public init(
        room: Room?, range: Range, limit: Int, byteLimit: Int = Limits.pageBytes, refusesUnknownIDs: Bool = false
    ) {
        self.room = room
        self.range = range
        self.limit = limit
        self.byteLimit = byteLimit
        self.refusesUnknownIDs = refusesUnknownIDs
    }
}
