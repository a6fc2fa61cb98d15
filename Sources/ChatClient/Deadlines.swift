/// The time limits for an answer.
public struct Deadlines: Hashable, Sendable {
    /// For the connection and the head of the answer, in addition to the wait in the request.
    public var head = Duration.seconds(10)
    /// Between two reads of the body.
    public var stall = Duration.seconds(10)
    /// For the whole body, so that a peer cannot keep a connection forever with single bytes.
    public var body = Duration.seconds(60)

    public init() {}
}
