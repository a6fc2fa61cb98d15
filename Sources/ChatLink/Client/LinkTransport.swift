package import ChatClient
package import ChatModel
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The requests to one peer over links. Links are opened as they are needed, at whichever address of the peer answers, and
/// used again.
package final class LinkTransport: Transport {
    /// Links that wait for the next request. A puller has one request at a time, and sometimes one more.
    private static let idleLinks = 2
    /// Shorter than the 60 s after which a node closes an idle connection, so that no request meets a closing one.
    private static let idleTime = Duration.seconds(30)

    private struct IdleLink {
        let channel: any Channel
        let since: Duration
    }

    private struct State {
        var idle: [IdleLink] = []
        /// The place that answered last. It has the head start at the next connection.
        var lastPlace: HostPort?
        var isClosed = false
    }

    private let peer: LinkPeer
    private let dialer: LinkDialer
    private let deadlines: Deadlines
    private let time: any TimeSource
    private let state = Mutex(State())

    /// - Parameter isConfigured: whether the owner of this node has named the places, not another machine. Their names may
    ///   then mean this machine.
    /// - Throws: an error of the TLS library.
    package convenience init(
        _ peer: LinkPeer, as identity: LinkIdentity, isConfigured: Bool = false, deadlines: Deadlines = Deadlines(),
        time: any TimeSource
    ) throws {
        var dialer = LinkDialer(context: try LinkTLS.clientContext(identity), key: peer.key, time: time)
        dialer.allowsNamesOfThisMachine = isConfigured
        self.init(peer, dialer, deadlines: deadlines, time: time)
    }

    init(_ peer: LinkPeer, _ dialer: LinkDialer, deadlines: Deadlines, time: any TimeSource) {
        self.peer = peer
        self.dialer = dialer
        self.deadlines = deadlines
        self.time = time
    }

    deinit {
        close()
    }

    package func answer(to request: NodeRequest) async throws(ChatClientError.Kind) -> NodeAnswer {
        if let link = idleLink() {
            let outcome = await answer(to: request, over: link)
            // The peer has closed the link while it waited, as after this machine slept. A form may have been read.
            guard case .failure(.unreachable(.closed)) = outcome, request.form == nil, request.page == nil else {
                return try outcome.get()
            }
        }
        return try await answer(to: request, over: newLink()).get()
    }

    /// - Parameter link: a link without a request. Afterwards it is closed or kept for the next request.
    func answer(to request: NodeRequest, over link: any Channel) async -> ExchangeState.Outcome {
        let exchange = Exchange(
            request: request, host: peer.places[0].withoutZone.description, deadlines: deadlines, end: OneOutcome())
        // If the link has closed, the event reaches no handler, and only the promise tells.
        let sent = link.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenFailure { _ in exchange.end.end((.failure(.unreachable(.closed)), false)) }
        link.triggerUserOutboundEvent(exchange, promise: sent)
        // Without a caller, a request may wait on: the next one ends its wait. A page would have to arrive before.
        let isWaiting = request.waitSeconds > 0 && request.page == nil
        let end = await exchange.end.value(ifCancelled: (.failure(.unreachable(.cancelled)), isWaiting))
        if end.isReusable { keep(link) } else { link.close(promise: nil) }
        return end.outcome
    }

    /// Opens a link and keeps it for the next request.
    ///
    /// - Throws: `unreachable`.
    package func dial() async throws(ChatClientError.Kind) {
        keep(try await newLink())
    }

    /// Closes the links that wait for a request, and keeps none from then on.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for link in idle { link.channel.close(promise: nil) }
    }

    private func newLink() async throws(ChatClientError.Kind) -> any Channel {
        guard !peer.places.isEmpty else { throw .unreachable(.noAddress) }
        do throws(LinkFailure) {
            let (link, place) = try await dialer.link(toOneOf: places)
            state.withLock { $0.lastPlace = place }
            return link
        } catch {
            throw .unreachable(error.problem)
        }
    }

    /// The places of the peer. The place that answered last comes first.
    var places: [HostPort] {
        guard let last = state.withLock({ $0.lastPlace }) else { return peer.places }
        return [last] + peer.places.filter { $0 != last }
    }

    private func idleLink() -> (any Channel)? {
        let (found, stale) = state.withLock { state -> ((any Channel)?, [IdleLink]) in
            let now = time.monotonic
            let stale = state.idle.filter { now - $0.since > Self.idleTime }
            state.idle.removeAll { now - $0.since > Self.idleTime || !$0.channel.isActive }
            return (state.idle.popLast()?.channel, stale)
        }
        for link in stale { link.channel.close(promise: nil) }
        return found
    }

    private func keep(_ link: any Channel) {
        let excess = state.withLock { state -> [IdleLink] in
            state.idle.append(IdleLink(channel: link, since: time.monotonic))
            let maximum = state.isClosed ? 0 : Self.idleLinks
            defer { state.idle = state.idle.suffix(maximum) }
            return state.idle.dropLast(maximum)
        }
        for link in excess { link.channel.close(promise: nil) }
    }
}
