/// How long a node may take over an answer.
public struct Deadlines: Hashable, Sendable {
    /// Until the head of the answer, beyond the time that it was asked to wait; connecting included.
    public var head = Duration.seconds(10)
    /// Between bytes of the body.
    public var stall = Duration.seconds(10)
    /// For the whole body: a byte now and then does not keep a connection for ever.
    public var body = Duration.seconds(60)

    public init() {}
}
