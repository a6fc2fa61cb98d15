package import ChatClient
package import ChatModel
package import NIOCore
internal import NIOSSL
internal import Synchronization

/// The requests to one peer over links. Ordinary links are opened as they are needed, at whichever address of the peer answers,
/// and used again. If there is none, the requests go over a turned link that the peer has opened, and an ordinary one is tried
/// beside it.
package final class LinkTransport: Transport {
    /// Links that wait for the next request. A puller has one request at a time, and sometimes one more.
    private static let idleLinks = 2
    /// Longer than a puller's request waits (`Pace.waitSeconds`), so that a link that was opened beside a turned one is used next. Shorter
    /// than the 60 s after which a node closes an idle connection, so that no request meets a closing one.
    private static let idleTime = Duration.seconds(55)
    private static let beaconPlaces = 4
    /// While a turned link is used, an ordinary one is tried again after this time.
    private static let trialInterval = Duration.seconds(60)

    private struct IdleLink {
        let channel: any Channel
        let since: Duration
    }

    /// A link for a request.
    private struct Link {
        let channel: any Channel
        /// All requests share the turned link. An ordinary one has no other request.
        let isTurned: Bool
    }

    private struct State {
        var idle: [IdleLink] = []
        /// The place that answered last. It has the head start at the next connection.
        var lastPlace: HostPort?
        /// The places of the peer's last beacons, the newest first.
        var beaconPlaces: [HostPort] = []
        /// When an ordinary link was last tried.
        var lastDial: Duration?
        var isClosed = false
    }

    /// Notified of each ordinary link that was opened.
    package let ordinaryLinkOpened = ChangeSignal()
    private let peer: LinkPeer
    private let keys: LinkKeys
    private let dialer: LinkDialer
    private let deadlines: Deadlines
    private let time: any TimeSource
    private let state = Mutex(State())

    /// - Parameters:
    ///   - keys: the links of this node, and its identity.
    ///   - isConfigured: whether the owner of this node has named the places, not another machine. Their names may then mean
    ///     this machine.
    /// - Throws: an error of the TLS library.
    package convenience init(
        _ peer: LinkPeer, _ keys: LinkKeys, isConfigured: Bool = false, deadlines: Deadlines = Deadlines(),
        time: any TimeSource
    ) throws {
        var dialer = LinkDialer(context: try LinkTLS.dialerContext(keys.identity), key: peer.key, time: time)
        dialer.allowsNamesOfThisMachine = isConfigured
        self.init(peer, keys, dialer, deadlines: deadlines, time: time)
    }

    init(_ peer: LinkPeer, _ keys: LinkKeys, _ dialer: LinkDialer, deadlines: Deadlines, time: any TimeSource) {
        self.peer = peer
        self.keys = keys
        self.dialer = dialer
        self.deadlines = deadlines
        self.time = time
    }

    deinit {
        close()
    }

    package func answer(to request: NodeRequest) async throws(PullFailure) -> NodeAnswer {
        if let link = openLink() {
            let outcome = await answer(to: request, over: link)
            // The peer has closed the link while it waited, as after this machine slept. A form may have been read.
            guard case .failure(.unreachable(.closed)) = outcome, request.isRepeatable else { return try outcome.get() }
        }
        return try await answer(to: request, over: newLink()).get()
    }

    private func answer(to request: NodeRequest, over link: Link) async -> ExchangeState.Outcome {
        let end = await Self.exchange(request, over: link.channel, host, deadlines)
        if link.isTurned {
            // Other requests go over it, also if this one was cancelled.
            if !end.isReusable, !Task.isCancelled {
                // The other side may be dead, and the end of TLS would wait for it. The next request would meet this link.
                link.channel.closeNow()
                try? await link.channel.closeFuture.get()
            }
        } else if end.isReusable {
            keep(link.channel)
        } else {
            link.channel.close(promise: nil)
        }
        return end.outcome
    }

    /// The field Host, which means nothing on a link.
    private var host: String { peer.places.first?.withoutZone.description ?? "tidings" }

    /// Sends a request over a link and waits for the outcome.
    static func exchange(
        _ request: NodeRequest, over link: any Channel, _ host: String, _ deadlines: Deadlines
    ) async -> Exchange.End {
        let exchange = Exchange(request: request, host: host, deadlines: deadlines, end: OneOutcome())
        // If the link has closed, the event reaches no handler, and only the promise tells.
        let sent = link.eventLoop.makePromise(of: Void.self)
        sent.futureResult.whenFailure { _ in exchange.end.end((.failure(.unreachable(.closed)), false)) }
        link.triggerUserOutboundEvent(exchange, promise: sent)
        // Without a caller, a request may wait on: the next one ends its wait.
        return await exchange.end.value(ifCancelled: (.failure(.unreachable(.cancelled)), request.waitSeconds > 0))
    }

    /// Opens a turned link, on which this node answers the requests of the peer. Its handlers are still to be added: see
    /// ``LinkGate/open(_:)``.
    ///
    /// - Throws: `unreachable`; an error of the TLS library.
    package func openTurnedLink() async throws -> any Channel {
        var dialer = dialer
        dialer.isTurned = true
        dialer.context = try LinkTLS.dialerContext(keys.identity, isTurned: true)
        return try await dial(with: dialer).get()
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

    // MARK: Opening links

    /// Opens an ordinary link, or waits until the peer has opened a turned one, whichever comes first.
    private func newLink() async throws(PullFailure) -> Link {
        let first = await withTaskGroup(of: Result<Link, PullFailure>.self) { tasks in
            tasks.addTask { await self.dial().map { Link(channel: $0, isTurned: false) } }
            tasks.addTask { [keys, peer] in
                guard let turned = await keys.nextTurnedLink(of: peer.key) else {
                    return .failure(.unreachable(.cancelled))
                }
                return .success(Link(channel: turned, isTurned: true))
            }
            let first = await tasks.next() ?? .failure(.unreachable(.cancelled))
            tasks.cancelAll()
            for await second in tasks {
                if case .success(let link) = second, !link.isTurned { keep(link.channel) }
            }
            return first
        }
        // Both may have ended at the same moment.
        if case .failure = first, let turned = keys.turnedLink(of: peer.key) {
            return Link(channel: turned, isTurned: true)
        }
        return try first.get()
    }

    /// Tries to open an ordinary link now and then while a turned one is used. The next request goes over it.
    private func tryDialing() {
        let now = time.monotonic
        let isDue = state.withLock { state in
            guard state.lastDial.map({ now - $0 > Self.trialInterval }) ?? true else { return false }
            state.lastDial = now
            return true
        }
        guard isDue else { return }
        Task { if case .success(let link) = await dial() { keep(link) } }
    }

    private func dial() async -> Result<any Channel, PullFailure> {
        state.withLock { $0.lastDial = time.monotonic }
        let link = await dial(with: dialer)
        if case .success = link { ordinaryLinkOpened.changed() }
        return link
    }

    private func dial(with dialer: LinkDialer) async -> Result<any Channel, PullFailure> {
        let places = places
        guard !places.isEmpty else { return .failure(.unreachable(.noAddress)) }
        do throws(ConnectionProblem) {
            let (link, place) = try await dialer.link(toOneOf: places)
            state.withLock { $0.lastPlace = place }
            keys.opened(link, of: peer.key, as: LinkRole(isDialed: true, isTurned: dialer.isTurned))
            return .success(link)
        } catch {
            return .failure(.unreachable(error))
        }
    }

    /// The places of the peer: the one that answered last, those of its beacons, and the known ones.
    var places: [HostPort] {
        let first = state.withLock { [$0.lastPlace].compactMap(\.self) + $0.beaconPlaces }
        return (first + peer.places).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Remembers the place of a beacon of the peer. Somebody may repeat one from elsewhere, so earlier places stay.
    package func tryAlso(_ place: HostPort) {
        state.withLock { state in
            state.beaconPlaces = Array(([place] + state.beaconPlaces.filter { $0 != place }).prefix(Self.beaconPlaces))
        }
    }

    // MARK: Open links

    private func openLink() -> Link? {
        if let idle = idleLink() { return Link(channel: idle, isTurned: false) }
        guard let turned = keys.turnedLink(of: peer.key) else { return nil }
        tryDialing()
        return Link(channel: turned, isTurned: true)
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
