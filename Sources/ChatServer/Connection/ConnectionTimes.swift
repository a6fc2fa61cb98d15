/// How long a connection may take for what it does.
public struct ConnectionTimes: Sendable {
    /// For a request to arrive, header and body together, from its first byte on.
    public var arrival: Duration
    /// Between an answer and the next request; also for an answer that the client does not read.
    public var idle: Duration
    /// For the client to read the last answer and close, before the node does; what it still sends is thrown away.
    public var linger: Duration
    /// For the requests under way when the node stops.
    public var grace: Duration

    public init(
        arrival: Duration = .seconds(30), idle: Duration = .seconds(60), linger: Duration = .seconds(1),
        grace: Duration = .seconds(1)
    ) {
        self.arrival = arrival
        self.idle = idle
        self.linger = linger
        self.grace = grace
    }
}
