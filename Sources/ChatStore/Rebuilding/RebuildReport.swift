/// The result of building a new store from a damaged one.
public struct RebuildReport: Hashable, Sendable {
    /// Whether the damaged store had a node key, which the new one has, too.
    public let hasKey: Bool
    /// Whether the founder of the group of the damaged store is known from its settings or its messages. The new store is of the
    /// same group. False also for a store of no group.
    public let hasGroup: Bool
    /// The messages of the new store.
    public let messages: Int
    /// The number of messages that have another id in the new store than in the damaged one.
    public let renumbered: Int
    /// The number of records whose arrival was after the wall clock. They have earlier arrivals in the new store.
    public let redated: Int
    /// The number of breaks in the chain of marks: records are missing there, or a mark is damaged.
    public let breaks: Int
    /// The id of the last record before the first break; 0 if the first record does not fit; nil without a break. Up to
    /// this record, peers know the marks of the new log.
    public let firstBreak: UInt64?
    /// The highest id of a record that was found; 0 if none was. It is unknown whether the store had later records.
    public let last: UInt64
    /// The number of LMDB pages of the damaged store that could not be read from the disk.
    public let unreadLMDBPages: Int
}
