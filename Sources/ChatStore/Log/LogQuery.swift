public import ChatModel

/// A range of the log to read, and the limits of the result.
public struct LogQuery: Hashable, Sendable {
    public enum Range: Hashable, Sendable {
        /// The oldest messages after a start, oldest first; none if the log ends before the start.
        case from(LogStart)
        /// The newest messages before an id, oldest first.
        case before(LogID)
        /// The newest messages, oldest first.
        case newest
        /// The last messages before a message of the room in display order, in display order.
        case shownBefore(LogID)
        /// The first messages after a message of the room in display order, in display order; from the first one of the room
        /// after the id 0.
        case shownAfter(LogID)
        /// The last messages in display order, in display order.
        case newestShown
        /// The messages with these digests, by ascending id. Messages that are not stored, and damaged ones, are left out.
        case digests([Digest])
        /// The message with this digest and the newest of its edits, by ascending id. A deleted message comes without edits.
        case edits(of: Digest)

        /// Whether the query names the messages that it wants.
        package var namesMessages: Bool {
            switch self {
            case .digests, .edits: true
            default: false
            }
        }
    }

    /// The entries of the log that a reader wants.
    public enum Contents: Hashable, Sendable {
        /// All entries, gone ones too. A reader of the chain of marks needs them.
        case log
        /// Messages; no gone entries.
        case messages
        /// Messages whose text is present.
        case texts
    }

    public var contents: Contents
    /// The room to read; nil for all rooms. A range in display order needs a room.
    public var room: Room?
    public var range: Range
    /// The largest number of messages.
    public var limit: Int
    /// Whether an id beyond the end of the log is refused as a mark of another log is: a reader with that id has read
    /// another log.
    public var refusesUnknownIDs: Bool
    /// The number of bytes of records after which the slice ends. A slice has at least one message.
    public var byteLimit: Int
    /// The messages that a reader of the log wants whole. It gets only what is listed of the others. A slice of which only some
    /// are whole ends after ``Limits/pageMessages`` of these, whatever the limit is.
    public var bodies = Bodies.all
    /// Whether messages come with their projections, and relations do not: a range from a position on has their targets instead. Backwards
    /// in the order of ids, only a query for one room leaves them out.
    public var folds = false

    public init(
        _ contents: Contents = .log, room: Room?, range: Range, limit: Int, byteLimit: Int = Limits.pageBytes,
        refusesUnknownIDs: Bool = false
    ) {
        self.contents = contents
        self.room = room
        self.range = range
        self.limit = limit
        self.byteLimit = byteLimit
        self.refusesUnknownIDs = refusesUnknownIDs
    }

    /// The topic of the commits that can add messages to the result.
    public var topic: CommitSignal.Topic {
        guard let room else { return .log }
        return contents == .texts ? .texts(room) : .messages(room)
    }
}
