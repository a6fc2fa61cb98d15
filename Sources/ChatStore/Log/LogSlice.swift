public import ChatModel

/// The result of one ``LogQuery``, from one snapshot of the log.
public struct LogSlice: Sendable {
    /// Ids ascend, except for the ranges ``LogQuery/Range/shownBefore(_:)``, ``LogQuery/Range/shownAfter(_:)`` and
    /// ``LogQuery/Range/newestShown``, which give the display order.
    public let records: [StoredRecord]
    /// The node's group.
    public let group: GroupID
    /// The first id of the log; 0 if the log is empty.
    public let low: LogID
    /// The last id of the log; 0 if the log is empty.
    public let high: LogID
    /// The position after which the next slice begins. It is the end of the log if the room has nothing more; in display
    /// order and for messages by digest it is always the end of the log.
    public let next: LogPosition
    /// Whether the query reads forwards from a position. Then a page may end after any entry, and the next page begins
    /// there.
    public let isRange: Bool
    /// The ids of records that were skipped because their bytes are not what was written, and whose messages have no later
    /// id yet.
    public let damaged: [LogID]
    /// For a query by digests, how many of these were looked up, from the first on; nil for another query.
    public var done: Int?
    /// The stamp of the admission by which the node is a member of its group. Messages with lower stamps are history. Nil for the founder,
    /// for a node of no group, and for a query of peers.
    public var memberSince: Stamp?
    /// Whether a range that folds relations has some of which no reader sees anything.
    public var hasOnlyUnseen = false
}

extension LogSlice {
    /// The bytes of all records.
    ///
    /// - Complexity: O(records)
    package var byteCount: Int { records.reduce(0) { $0 + $1.byteCount } }
}
