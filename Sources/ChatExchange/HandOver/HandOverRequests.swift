package import ChatModel

/// The open requests of this node for the logs of peers that hand their pages over: a pure value, which takes the time as
/// an argument. ``HandOverQueue`` lets tasks wait for it.
///
/// A `Receiver` gets the answer to a request.
package struct HandOverRequests<Receiver> {
    private struct OpenRequest {
        let content: HandOverRequest.Content
        let start: Duration
        let receiver: Receiver
        /// The sessions of the peer that have fetched the request. After a broken link, the peer begins another session and
        /// fetches it again.
        var sessions: Set<Instance> = []
    }

    private struct PeerState {
        var requests: [UInt64: OpenRequest] = [:]
        /// The peer's requests for requests that wait now.
        var asking = 0
        /// When the last of them ended.
        var lastAsked: Duration?
    }

    /// What becomes of an answer.
    package enum Arrival {
        /// This node does not wait for this answer.
        case unknown
        /// Too many pages are arriving.
        case busy
        /// The answer is read for this receiver, until ``endArrival()``.
        case started(Receiver)
    }

    /// A peer asks again at once, so it has gone when it has not asked for this time.
    package static var absence: Duration { .seconds(5) }
    /// The pages that may arrive at one time. Each may have ``Limits/pulledPageBytes``.
    private static var maximumArriving: Int { 4 }

    private var lastID: UInt64
    private var peers: [PublicKey: PeerState] = [:]
    /// The pages that are arriving.
    private var arriving = 0

    /// - Parameter lastID: a random number below 2^52. A peer may hand over an answer to a request of an earlier process of
    ///   this node: with other ids, this process does not take it as the answer to a request of its own.
    package init(lastID: UInt64) {
        self.lastID = lastID
    }

    // MARK: The requesting side

    /// Opens a request, until ``close(_:to:)``.
    ///
    /// - Returns: its id.
    package mutating func open(
        _ content: HandOverRequest.Content, to peer: PublicKey, for receiver: Receiver, at now: Duration
    ) -> UInt64 {
        lastID += 1
        peers[peer, default: PeerState()].requests[lastID] = OpenRequest(
            content: content, start: now, receiver: receiver)
        return lastID
    }

    /// Closes a request: it got its answer, or nobody waits for it any more.
    package mutating func close(_ id: UInt64, to peer: PublicKey) {
        peers[peer]?.requests[id] = nil
    }

    /// Returns why an open request gets no answer any more; nil if it may still get one.
    package func failure(of id: UInt64, to peer: PublicKey, at now: Duration) -> PullFailure? {
        guard let request = peers[peer]?.requests[id] else { return nil }
        let limit = .seconds(request.content.waitSeconds) + HandOverRequest.transferTime
        if now - request.start > limit { return .noAnswer(after: limit) }
        return isPresent(peer, at: now) ? nil : .unreachable(.closed)
    }

    /// Whether the peer asks for requests, so that it would hand its pages over.
    package func isPresent(_ peer: PublicKey, at now: Duration) -> Bool {
        guard let peer = peers[peer] else { return false }
        return peer.asking > 0 || peer.lastAsked.map { now - $0 < Self.absence } ?? false
    }

    // MARK: The peer

    /// The peer asks for a request, until ``endAsking(of:at:)``.
    package mutating func startAsking(of peer: PublicKey) {
        peers[peer, default: PeerState()].asking += 1
    }

    package mutating func endAsking(of peer: PublicKey, at now: Duration) {
        peers[peer]?.asking -= 1
        peers[peer]?.lastAsked = now
    }

    /// Returns the oldest request to a peer that it has not fetched in this session; nil if there is none.
    package mutating func next(for peer: PublicKey, in session: Instance) -> HandOverRequest? {
        let open = peers[peer]?.requests.filter { !$0.value.sessions.contains(session) }
        guard let (id, request) = open?.min(by: { $0.key < $1.key }) else { return nil }
        peers[peer]?.requests[id]?.sessions.insert(session)
        return HandOverRequest(id: id, content: request.content)
    }

    /// The answer to a request begins to arrive from a peer.
    package mutating func startArrival(_ id: UInt64, from peer: PublicKey) -> Arrival {
        guard let request = peers[peer]?.requests[id] else { return .unknown }
        guard arriving < Self.maximumArriving else { return .busy }
        arriving += 1
        return .started(request.receiver)
    }

    package mutating func endArrival() { arriving -= 1 }
}
