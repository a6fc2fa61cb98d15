package import ChatModel
internal import Synchronization

/// The requests of this node for the logs of peers that it cannot dial. Such a peer fetches them over a link that it has
/// opened, and hands its pages over.
///
/// A request waits here as a request over a connection would: until its answer comes, the time is up or the peer has gone.
package final class HandOverQueue: Sendable {
    package typealias Outcome = Result<[UInt8], PullFailure>

    private struct OpenRequest {
        let content: HandOverRequest.Content
        let answer: AsyncStream<Outcome>.Continuation
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
        let added = ChangeSignal()
    }

    private struct State {
        var lastID: UInt64 = 0
        var peers: [PublicKey: PeerState] = [:]
        /// The pages that are arriving.
        var arriving = 0
    }

    /// A peer asks again at once, so it has gone when it has not asked for this time.
    private static let absence = Duration.seconds(5)
    /// The pages that may arrive at one time. Each may have ``Limits/pulledPageBytes``.
    private static let maximumArriving = 4
    /// The time from the end of the wait to the end of a page.
    private static let transferTime = Duration.seconds(75)

    private let time: any TimeSource
    private let state = Mutex(State())

    package init(time: any TimeSource) {
        self.time = time
    }

    /// Whether the peer asks for requests, so that it would hand its pages over.
    package func isPresent(_ peer: PublicKey) -> Bool {
        let now = time.monotonic
        return state.withLock { state in
            guard let peer = state.peers[peer] else { return false }
            return peer.asking > 0 || peer.lastAsked.map { now - $0 < Self.absence } ?? false
        }
    }

    // MARK: The requesting side

    /// Waits until the peer has handed over the answer to a request.
    ///
    /// - Throws: `unreachable` if the peer has gone, `noAnswer`, and the failure that the peer has reported.
    package func answer(
        to content: HandOverRequest.Content, from peer: PublicKey
    ) async throws(PullFailure) -> [UInt8] {
        let (answers, source) = AsyncStream<Outcome>.makeStream()
        let (id, added) = state.withLock { state in
            state.lastID += 1
            state.peers[peer, default: PeerState()].requests[state.lastID] = OpenRequest(
                content: content, answer: source)
            return (state.lastID, state.peers[peer]?.added)
        }
        added?.changed()
        defer { state.withLock { _ = $0.peers[peer]?.requests.removeValue(forKey: id) } }
        let outcome = await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await answers.first { _ in true } }
            group.addTask { await self.end(of: peer, within: .seconds(content.waitSeconds) + Self.transferTime) }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        return try (outcome ?? .failure(.unreachable(.cancelled))).get()
    }

    /// Returns when the peer has gone or the time is up; nil if the task is cancelled.
    private func end(of peer: PublicKey, within limit: Duration) async -> Outcome? {
        let start = time.monotonic
        while (try? await time.sleep(for: Self.absence)) != nil {
            if time.monotonic - start > limit { return .failure(.noAnswer(after: limit)) }
            if !isPresent(peer) { return .failure(.unreachable(.closed)) }
        }
        return nil
    }

    // MARK: The peer

    /// Returns the next request for a peer that it has not fetched in this session, as soon as there is one.
    ///
    /// - Returns: nil when the time is up, the peer has left or too many requests wait.
    package func next(
        for peer: PublicKey, session: Instance, within duration: Duration, _ requests: WaitingRequests,
        onDeparture: WaitingRequests.OnDeparture
    ) async -> HandOverRequest? {
        let added = state.withLock { state in
            state.peers[peer, default: PeerState()].asking += 1
            return state.peers[peer]?.added ?? ChangeSignal()
        }
        defer {
            let now = time.monotonic
            state.withLock { state in
                state.peers[peer]?.asking -= 1
                state.peers[peer]?.lastAsked = now
            }
        }
        if let request = take(for: peer, session) { return request }
        let request = await requests.wait(within: duration, onDeparture: onDeparture) { waiter -> HandOverRequest? in
            while !waiter.hasEnded {
                let seen = added.count
                if let request = take(for: peer, session) { return request }
                await added.next(after: seen, with: waiter) { await waiter.sleep() }
            }
            return nil
        }
        return request ?? nil
    }

    private func take(for peer: PublicKey, _ session: Instance) -> HandOverRequest? {
        state.withLock { state in
            let open = state.peers[peer]?.requests.filter { !$0.value.sessions.contains(session) }
            guard let (id, request) = open?.min(by: { $0.key < $1.key }) else { return nil }
            state.peers[peer]?.requests[id]?.sessions.insert(session)
            return HandOverRequest(id: id, content: request.content)
        }
    }

    /// Reads an answer that a peer hands over, and gives it to the one that waits for it.
    ///
    /// - Parameter read: reads the bytes, or the failure that the peer reports.
    /// - Returns: nil if this node does not wait for this answer; false if too many pages are arriving.
    package func deliver(
        _ id: UInt64, from peer: PublicKey, _ read: () async throws -> Outcome
    ) async throws -> Bool? {
        enum Place {
            case none, full
            case free(AsyncStream<Outcome>.Continuation)
        }
        let place = state.withLock { state -> Place in
            guard let request = state.peers[peer]?.requests[id] else { return .none }
            guard state.arriving < Self.maximumArriving else { return .full }
            state.arriving += 1
            return .free(request.answer)
        }
        switch place {
        case .none: return nil
        case .full: return false
        case .free(let answer):
            defer { state.withLock { $0.arriving -= 1 } }
            answer.yield(try await read())
            answer.finish()
            return true
        }
    }
}
