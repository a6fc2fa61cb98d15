/// Something in a store that is not as it was written.
public struct StoreProblem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// What is damaged with it.
    public enum Extent: Hashable, Sendable, Codable {
        /// The message with an id, alone: a node runs with it.
        case message(UInt64)
        /// What is kept beside the messages, whose pages are whole: which are in which room, their order, the keys of
        /// posts, what a quarantine holds. A node runs with it, and no message is lost.
        case bookkeeping
        /// The store itself: no node should write to it.
        case store
    }

    public let extent: Extent
    /// What is wrong, and with what.
    public let description: String

    /// The id of the message that alone is damaged.
    public var messageID: UInt64? {
        if case .message(let id) = extent { id } else { nil }
    }
}
