/// How full a store is.
public struct StoreStatus: Hashable, Sendable {
    /// Messages held.
    public var messages: Int
    /// The last id held; 0 in an empty log.
    public var high: LogID
    /// Bytes of the file in use, or free for use within it.
    public var bytes: Int
    /// Bytes that it can grow to.
    public var limitBytes: Int

    public init(messages: Int, high: LogID, bytes: Int, limitBytes: Int) {
        self.messages = messages
        self.high = high
        self.bytes = bytes
        self.limitBytes = limitBytes
    }
}
