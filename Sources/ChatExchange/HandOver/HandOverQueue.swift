package import ChatModel
internal import Synchronization

/// The requests of this node for the logs of peers that it cannot dial. Such a peer fetches them over a link that it has
/// opened, and hands its pages over.
///
/// A request waits here as a request over a connection would: until its answer comes, the time is up or the peer has gone.
package final class HandOverQueue: Sendable {
    package typealias Outcome = Result<[UInt8], PullFailure>

    private struct State {
        var requests = HandOverRequests<AsyncStream<Outcome>.Continuation>(lastID: .random(in: 0..<1 << 52))
        /// Notified when a request to the peer is opened.
        var opened: [PublicKey: ChangeSignal] = [:]

        mutating func opened(to peer: PublicKey) -> ChangeSignal {
            let signal = opened[peer] ?? ChangeSignal()
            opened[peer] = signal
            return signal
        }
    }

    private let time: any TimeSource
    private let state = Mutex(State())

    package init(time: any TimeSource) {
        self.time = time
    }

    /// Whether the peer asks for requests, so that it would hand its pages over.
    package func isPresent(_ peer: PublicKey) -> Bool {
        let now = time.monotonic
        return state.withLock { $0.requests.isPresent(peer, at: now) }
    }

    // MARK: The requesting side

    /// Waits until the peer has handed over the answer to a request.
    ///
    /// - Throws: `unreachable` if the peer has gone, `noAnswer`, and the failure that the peer has reported.
    package func answer(
        to content: HandOverRequest.Content, from peer: PublicKey
    ) async throws(PullFailure) -> [UInt8] {
        let (answers, source) = AsyncStream<Outcome>.makeStream()
        let now = time.monotonic
        let (id, opened) = state.withLock { state in
            (state.requests.open(content, to: peer, for: source, at: now), state.opened(to: peer))
        }
        opened.changed()
        defer { state.withLock { $0.requests.close(id, to: peer) } }
        let outcome = await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await answers.first { _ in true } }
            group.addTask { await self.failure(of: id, to: peer) }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        return try (outcome ?? .failure(.unreachable(.cancelled))).get()
    }

    /// Returns when the peer has gone or the time is up; nil if the task is cancelled.
    private func failure(of id: UInt64, to peer: PublicKey) async -> Outcome? {
        while (try? await time.sleep(for: HandOverRequests<Never>.absence)) != nil {
            let now = time.monotonic
            if let failure = state.withLock({ $0.requests.failure(of: id, to: peer, at: now) }) {
                return .failure(failure)
            }
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
        let opened = state.withLock { state in
            state.requests.startAsking(of: peer)
            return state.opened(to: peer)
        }
        defer {
            let now = time.monotonic
            state.withLock { $0.requests.endAsking(of: peer, at: now) }
        }
        if let request = take(for: peer, session) { return request }
        let request = await requests.wait(within: duration, onDeparture: onDeparture) { waiter -> HandOverRequest? in
            while !waiter.hasEnded {
                let seen = opened.count
                if let request = take(for: peer, session) { return request }
                await opened.next(after: seen, with: waiter) { await waiter.sleep() }
            }
            return nil
        }
        return request ?? nil
    }

    private func take(for peer: PublicKey, _ session: Instance) -> HandOverRequest? {
        state.withLock { $0.requests.next(for: peer, in: session) }
    }

    /// Reads an answer that a peer hands over, and gives it to the one that waits for it.
    ///
    /// - Parameter read: reads the bytes, or the failure that the peer reports.
    /// - Returns: nil if this node does not wait for this answer; false if too many pages are arriving.
    package func deliver(
        _ id: UInt64, from peer: PublicKey, _ read: () async throws -> Outcome
    ) async throws -> Bool? {
        switch state.withLock({ $0.requests.startArrival(id, from: peer) }) {
        case .unknown: return nil
        case .busy: return false
        case .started(let answer):
            defer { state.withLock { $0.requests.endArrival() } }
            answer.yield(try await read())
            answer.finish()
            return true
        }
    }
}
