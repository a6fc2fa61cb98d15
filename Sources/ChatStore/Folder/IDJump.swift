public import ChatModel

/// Ids that a store leaves out, because other messages may have had them.
public struct IDJump: Hashable, Sendable {
    public enum Reason: String, Sendable {
        /// The ids file is not the one that the store knows: the folder was copied or put back from a backup.
        case copied
        /// The folder has a store that gave ids, and no ids file.
        case idsFileMissing
        /// The ids file shows that a newer store was in this folder.
        case olderStore
        /// The folder has a node key or an ids file, and its store is new.
        case storeMissing
        /// A message that this node has signed came from a peer, and the store never had it: the store is older than the
        /// message, or another process has the same node key.
        case ownMessageReturned
        /// The store was not closed in order. The ids that were reserved may have been given.
        case notClosed
    }

    /// The id that the store alone would give next.
    public let from: LogID
    /// The id that is given next.
    public let to: LogID
    public let reason: Reason
    /// The arrival of the last message in the store; nil for an empty store.
    public let lastMessage: UnixTime?

    /// Whether messages that were stored after a copy was made may be lost.
    public var isRestore: Bool { reason != .notClosed }
}
