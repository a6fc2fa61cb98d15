/// How much a store has, and how much space.
public struct StoreStatus: Hashable, Sendable {
    /// The number of messages.
    public var messages: Int
    /// The id of the last message; 0 in an empty log.
    public var high: LogID
    /// Bytes of the file that are in use or free for use.
    public var bytes: Int
    /// The largest size of the file, in bytes.
    public var limitBytes: Int

    public init(messages: Int, high: LogID, bytes: Int, limitBytes: Int) {
        self.messages = messages
        self.high = high
        self.bytes = bytes
        self.limitBytes = limitBytes
    }
}
