public import ChatModel

/// The answer to a post: where the message lies, and whether it was there before.
public struct Receipt: Hashable, Sendable {
    public let id: LogID
    /// Whether a post with the same key had stored the message already.
    public let repeated: Bool
}
