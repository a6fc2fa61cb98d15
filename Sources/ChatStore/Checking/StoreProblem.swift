/// Something in a store that is not as it was written.
public struct StoreProblem: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id of the message that alone is damaged: a node runs with it. Nothing where the store itself is damaged.
    public let messageID: UInt64?
    /// What is wrong, and with what.
    public let description: String

    /// Whether the store itself is damaged, beyond single messages: no node should write to it.
    public var isOfStore: Bool { messageID == nil }
}
