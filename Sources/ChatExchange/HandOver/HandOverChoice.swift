package import ChatModel

/// Decides whether a peer's log is requested over a link that this node opens, or handed over by the peer: a pure value,
/// which takes the time as an argument.
package struct HandOverChoice {
    /// While the peer hands its pages over, a link is tried again after this time.
    private static let dialInterval = Duration.seconds(60)

    /// Whether the last attempt to open a link has failed.
    private var cannotDial = false
    private var lastDialed: Duration?
    private var isDialing = false

    package init() {}

    /// Whether the next request waits for the peer, without an attempt to open a link.
    ///
    /// - Parameter isPresent: whether the peer asks for requests.
    package func waitsForPeer(isPresent: Bool) -> Bool { cannotDial && isPresent }

    /// Notes that a request has brought an answer over a link that this node has opened.
    package mutating func dialed() { cannotDial = false }

    /// Notes that a request over a link of this node has failed.
    ///
    /// - Returns: whether the peer is to hand over the answer.
    package mutating func failed(_ failure: PullFailure, isPresent: Bool, at now: Duration) -> Bool {
        guard case .unreachable(let problem) = failure, problem != .cancelled, isPresent else { return false }
        (cannotDial, lastDialed) = (true, now)
        return true
    }

    /// Returns whether to try a link now, beside the requests that the peer answers, until ``endTrial(isDialed:)``.
    package mutating func startTrial(at now: Duration) -> Bool {
        guard !isDialing, lastDialed.map({ now - $0 > Self.dialInterval }) ?? true else { return false }
        (isDialing, lastDialed) = (true, now)
        return true
    }

    package mutating func endTrial(isDialed: Bool) {
        isDialing = false
        if isDialed { cannotDial = false }
    }
}
