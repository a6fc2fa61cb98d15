import ChatModel
import ChatReplication

/// The links of paired nodes: a node opens an ordinary one for a request, and uses a turned one that the peer has opened.
extension Simulation {
    private static let turnedPauses = Duration.seconds(1)...Duration.seconds(5 * 60)
    /// The dialer of a turned link closes it after this time without a request.
    private static let silence = Duration.seconds(90)
    /// A turned link that has lasted for this time was of use.
    private static let usefulTime = Duration.seconds(60)
    /// A peer that has pulled in this time has an ordinary link open.
    private static let ordinaryTime = Duration.seconds(40)

    /// Whether other nodes can open connections to a node, if their links to it work.
    private func canDial(_ peer: Int) -> Bool { !nodes[peer].isBehindRouter }

    /// The time after which an attempt to open a connection fails.
    private func dialTime() -> Duration { dice.milliseconds(10...10_000) }

    // MARK: Requesting

    func startOverLink(_ exchange: Exchange) {
        connected.removeAll { $0.isOver || $0.isBroken }
        connected.append(exchange)
        // A node that can dial the peer tries it now and then.
        if !canDial(exchange.server) || dice.chance(0.5), sendOverTurnedLink(exchange) { return }
        guard canDial(exchange.server) else {
            return agenda.plan(after: dialTime()) { [self] in
                guard !exchange.isOver, !sendOverTurnedLink(exchange) else { return }
                try await received(.failure(.unreachable(.timedOut)), for: exchange)
            }
        }
        send(exchange)
    }

    /// - Returns: false if there is no turned link.
    private func sendOverTurnedLink(_ exchange: Exchange) -> Bool {
        let link = turnedLinks.last {
            ($0.dialer, $0.listener) == (exchange.server, exchange.requester) && $0.isOpenAtListener
        }
        guard let link else { return false }
        exchange.turnedLink = link
        send(exchange)
        return true
    }

    /// A request has arrived over a turned link.
    ///
    /// - Returns: false if its dialer has closed it.
    func acceptsRequest(_ link: TurnedLink) -> Bool {
        link.lastRequest = agenda.now
        return link.isOpenAtDialer
    }

    // MARK: Keeping turned links

    /// Lets a node keep a turned link to a peer that it pulls from, while the peer opens no links to the node.
    ///
    /// - Parameter longest: the longest pause before the link is opened.
    func keepTurnedLink(to peer: Int, at node: SimulatedNode, longest: Duration = turnedPauses.lowerBound) {
        guard let puller = node.lifetime?.pullerStarts[peer] else { return }
        agenda.plan(after: longest * dice.fraction()) { [self] in
            guard isRunning(puller, at: node, from: peer) else { return }
            if let pull = node.lifetime?.lastPulls[peer], agenda.now - pull < Self.ordinaryTime {
                return keepTurnedLink(to: peer, at: node)
            }
            guard canDial(peer), let delay = links[node.slot][peer].passage(&dice) else {
                return agenda.plan(after: dialTime()) { [self] in
                    keepTurnedLink(to: peer, at: node, longest: Self.doubled(longest))
                }
            }
            agenda.plan(after: delay) { [self] in open(from: node, puller, to: peer, longest) }
        }
    }

    private static func doubled(_ pause: Duration) -> Duration { min(pause * 2, turnedPauses.upperBound) }

    /// The handshake of a turned link has ended at its listener.
    private func open(from node: SimulatedNode, _ puller: PullerStart, to peer: Int, _ longest: Duration) {
        guard isRunning(puller, at: node, from: peer) else { return }
        guard nodes[peer].lifetime != nil, refusal(of: node.slot, at: nodes[peer]) == nil else {
            return keepTurnedLink(to: peer, at: node, longest: Self.doubled(longest))
        }
        let link = TurnedLink(from: node.slot, to: peer, isDead: dice.chance(0.1) && !isHealing, at: agenda.now)
        note("\(node.name) opens a turned link to node\(peer)")
        turnedLinks.removeAll { !$0.isOpenAtDialer && !$0.isOpenAtListener }
        turnedLinks.append(link)
        agenda.plan(after: Self.silence) { [self] in try await closeIfSilent(link) }
        agenda.plan(after: .zero) { [self] in try await handle(.woken, at: nodes[peer], from: node.slot) }
    }

    private func closeIfSilent(_ link: TurnedLink) async throws {
        let rest = link.lastRequest + Self.silence - agenda.now
        guard link.isOpenAtDialer else { return }
        guard rest <= .zero else {
            return agenda.plan(after: rest) { [self] in try await closeIfSilent(link) }
        }
        closeAtDialer(link)
        tell(link.listener, of: link) { [self] in closeAtListener(link) }
    }

    /// Tells one end of a link that the other has closed it, if the data gets there.
    private func tell(_ end: Int, of link: TurnedLink, _ action: @escaping () -> Void) {
        let other = end == link.dialer ? link.listener : link.dialer
        guard !link.isDead, let delay = links[other][end].passage(&dice) else { return }
        agenda.plan(after: delay) { action() }
    }

    private func closeAtDialer(_ link: TurnedLink) {
        guard link.isOpenAtDialer else { return }
        link.isOpenAtDialer = false
        let wasUseful = agenda.now - link.start >= Self.usefulTime
        keepTurnedLink(
            to: link.listener, at: nodes[link.dialer], longest: wasUseful ? Self.turnedPauses.lowerBound : .seconds(8))
    }

    /// Closes a link at its listener. The requests over it fail.
    private func closeAtListener(_ link: TurnedLink) {
        guard link.isOpenAtListener else { return }
        link.isOpenAtListener = false
        for exchange in connected where exchange.turnedLink === link { breakOff(exchange) }
    }

    /// A request over a link has failed, so the requester has closed the link.
    func close(_ link: TurnedLink) {
        closeAtListener(link)
        tell(link.dialer, of: link) { [self] in closeAtDialer(link) }
    }

    // MARK: Closing connections

    private func breakOff(_ exchange: Exchange) {
        guard !exchange.isOver, !exchange.isBroken else { return }
        exchange.isBroken = true
        nodes[exchange.server].lifetime?.waiting.removeAll { $0 === exchange }
        fail(exchange, .brokenOff(.closed))
    }

    /// Closes all links that one node has opened to another one.
    func closeConnections(from opener: Int, to listener: Int) {
        // Also those over a turned link whose listener has died without a word to its dialer.
        for exchange in connected {
            let ends = exchange.turnedLink.map { ($0.dialer, $0.listener) } ?? (exchange.requester, exchange.server)
            if ends == (opener, listener) { breakOff(exchange) }
        }
        for link in turnedLinks where (link.dialer, link.listener) == (opener, listener) {
            closeAtListener(link)
            closeAtDialer(link)
        }
    }

    /// The process of a node has ended, and its links with it.
    func endTurnedLinks(of node: SimulatedNode) {
        for link in turnedLinks {
            if link.dialer == node.slot, link.isOpenAtDialer {
                link.isOpenAtDialer = false
                tell(link.listener, of: link) { [self] in closeAtListener(link) }
            } else if link.listener == node.slot, link.isOpenAtListener {
                link.isOpenAtListener = false
                tell(link.dialer, of: link) { [self] in closeAtDialer(link) }
            }
        }
    }

    /// Puts a node behind a router for some time: no other node can open a connection to it.
    ///
    /// - Returns: whether it was reachable before.
    func putBehindRouter(_ node: SimulatedNode) -> Bool {
        guard isPaired, !node.isBehindRouter else { return false }
        node.isBehindRouter = true
        for other in node.peers { closeConnections(from: other, to: node.slot) }
        agenda.plan(after: dice.seconds(30...600)) { node.isBehindRouter = node.staysBehindRouter }
        return true
    }
}
