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
    /// The number of damaged messages that are not stored again yet.
    public var damaged: Int
    /// The number of damaged messages that were stored again.
    public var healed: Int
    /// The failure of the last write; nil if the last write succeeded.
    public var failure: Failure?

    /// When the disk will be full, so that messages of peers wait, if it goes on filling as it does now; nil if that is more than a
    /// week away.
    public var expectedFull: UnixTime?

    /// A write failure. It may be over already: the next write tells.
    public struct Failure: Hashable, Sendable {
        public var code: FailureCode
        /// When the first write failed in this way.
        public var since: UnixTime

        public init(code: FailureCode, since: UnixTime) {
            self.code = code
            self.since = since
        }
    }

    public init(
        messages: Int, high: LogID, bytes: Int, limitBytes: Int, damaged: Int = 0, healed: Int = 0,
        failure: Failure? = nil
    ) {
        self.failure = failure
        self.damaged = damaged
        self.healed = healed
        self.messages = messages
        self.high = high
        self.bytes = bytes
        self.limitBytes = limitBytes
    }
}
