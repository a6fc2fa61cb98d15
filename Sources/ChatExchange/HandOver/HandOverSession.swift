package import ChatModel

/// Decides when a node asks a peer that cannot dial it for the peer's requests: a pure value, which takes the time as an
/// argument.
package struct HandOverSession {
    /// While the peer pulls over links of its own, nothing is handed over. It asks at least this often.
    private static let pullInterval = Duration.seconds(45)
    private static let pauses = Duration.seconds(1)...Duration.seconds(60)
    /// Seconds for which the peer may wait for its next request.
    package static let waitSeconds = 30

    /// The peer gives out each request once in a session.
    package private(set) var session: Instance
    private var nextPause = Self.pauses.lowerBound

    package init(_ session: Instance) {
        self.session = session
    }

    /// Returns the time until the peer is asked; zero or less if it is asked now.
    ///
    /// - Parameter lastPull: when the peer last pulled over a link that it has opened.
    package func rest(since lastPull: Duration?, at now: Duration) -> Duration {
        lastPull.map { Self.pullInterval - (now - $0) } ?? .zero
    }

    /// The peer has answered.
    package mutating func answered() { nextPause = Self.pauses.lowerBound }

    /// The peer has not answered: it gives out its open requests again in the next session.
    ///
    /// - Returns: the pause before it is asked again.
    package mutating func failed(next session: Instance) -> Duration {
        defer { nextPause = min(nextPause * 2, Self.pauses.upperBound) }
        self.session = session
        return nextPause
    }
}
