import ChatExchange
import ChatModel
import ChatReplication

/// Pulling over connections of paired nodes: a node dials its peer, or waits until the peer hands its pages over.
extension Simulation {
    /// Whether other nodes can open connections to a node, if their links to it work.
    func canDial(_ peer: Int) -> Bool { !nodes[peer].isBehindRouter }

    /// The time after which an attempt to open a connection fails.
    private func dialTime() -> Duration { dice.milliseconds(10...10_000) }

    // MARK: The requesting side

    func startOverLink(_ exchange: Exchange) {
        let node = nodes[exchange.requester]
        if node.lifetime?.choices[exchange.server]?.waitsForPeer(isPresent: isPresent(exchange)) == true {
            tryToDial(exchange.server, at: node, exchange.puller)
            return open(exchange)
        }
        track(exchange)
        guard canDial(exchange.server) else {
            return agenda.plan(after: dialTime()) { [self] in
                try await received(.failure(.unreachable(.timedOut)), for: exchange)
            }
        }
        send(exchange)
    }

    private func isPresent(_ exchange: Exchange) -> Bool {
        guard let key = nodes[exchange.server].key else { return false }
        return nodes[exchange.requester].lifetime?.handOvers.isPresent(key, at: agenda.now) == true
    }

    /// A connection that the requester has opened has brought a page.
    func noteDialed(_ exchange: Exchange) {
        nodes[exchange.requester].lifetime?.choices[exchange.server]?.dialed()
    }

    /// Opens a request that has failed over a connection of the requester, if the server hands its pages over.
    ///
    /// - Returns: whether the request is open now.
    func waitsForHandOver(_ exchange: Exchange, _ failure: PullFailure) -> Bool {
        let node = nodes[exchange.requester]
        let isPresent = isPresent(exchange)
        guard
            node.lifetime?.choices[exchange.server]?.failed(failure, isPresent: isPresent, at: agenda.now) == true
        else { return false }
        open(exchange)
        return true
    }

    /// Tries a connection to a peer beside the requests that the peer answers.
    private func tryToDial(_ peer: Int, at node: SimulatedNode, _ puller: PullerStart) {
        guard node.lifetime?.choices[peer]?.startTrial(at: agenda.now) == true else { return }
        agenda.plan(after: dialTime()) { [self] in
            guard isRunning(puller, at: node, from: peer) else { return }
            let isDialed =
                canDial(peer) && nodes[peer].lifetime != nil && !links[node.slot][peer].isCut
                && !links[peer][node.slot].isCut
            node.lifetime?.choices[peer]?.endTrial(isDialed: isDialed)
        }
    }

    /// Lets a request wait until the server hands the answer over.
    private func open(_ exchange: Exchange) {
        let node = nodes[exchange.requester]
        guard let key = nodes[exchange.server].key,
            let id = node.lifetime?.handOvers.open(exchange.content, to: key, for: exchange, at: agenda.now)
        else { return }
        exchange.openID = id
        node.lifetime?.openRequests[id] = exchange
        planFailure(of: exchange, key)
        for question in node.lifetime?.questions ?? [] where question.sender.giver == exchange.server {
            giveOut(to: question)
        }
    }

    private func planFailure(of exchange: Exchange, _ key: PublicKey) {
        agenda.plan(after: HandOverRequests<Exchange>.absence) { [self] in
            let node = nodes[exchange.requester]
            guard let id = exchange.openID, !exchange.isOver,
                isRunning(exchange.puller, at: node, from: exchange.server)
            else { return }
            guard let failure = node.lifetime?.handOvers.failure(of: id, to: key, at: agenda.now) else {
                return planFailure(of: exchange, key)
            }
            try await received(.failure(failure), for: exchange)
        }
    }

    /// Closes a request if it is open: nobody waits for its answer any more.
    func close(_ exchange: Exchange) {
        let node = nodes[exchange.requester]
        guard let id = exchange.openID, let key = nodes[exchange.server].key,
            node.lifetime?.number == exchange.puller.lifetime
        else { return }
        node.lifetime?.handOvers.close(id, to: key)
        node.lifetime?.openRequests[id] = nil
    }

    // MARK: The giver

    func startHandingOver(to peer: Int, at node: SimulatedNode) throws {
        guard let key = node.key else { return }
        let sender = HandOverSender(from: node.slot, with: key, to: peer, HandOverSession(try drawInstance()))
        node.lifetime?.senders[peer] = sender
        agenda.plan(after: .zero) { [self] in ask(for: sender) }
    }

    func endHandingOver(to peer: Int, at node: SimulatedNode) {
        if let sender = node.lifetime?.senders.removeValue(forKey: peer) { end(sender) }
        let open = node.lifetime?.openRequests.sorted { $0.key < $1.key } ?? []
        for (_, exchange) in open where exchange.server == peer { cancel(exchange) }
    }

    private func end(_ sender: HandOverSender) {
        sender.hasEnded = true
        guard let question = sender.question, let delay = links[sender.giver][sender.taker].passage(&dice) else {
            return
        }
        agenda.plan(after: delay) { [self] in leave(question) }
    }

    func drawInstance() throws -> Instance { try Instance(bytes: dice.bytes(Instance.byteCount)) }

    /// Asks the taker for its next request, unless the taker pulls over connections of its own.
    private func ask(for sender: HandOverSender) {
        guard !sender.hasEnded, let lifetime = nodes[sender.giver].lifetime else { return }
        let rest = sender.session.rest(since: lifetime.lastPulls[sender.taker], at: agenda.now)
        guard rest <= .zero else { return agenda.plan(after: rest) { [self] in ask(for: sender) } }
        let question = PositionQuestion(of: sender)
        sender.question = question
        guard canDial(sender.taker) else {
            return agenda.plan(after: dialTime()) { [self] in try failed(question) }
        }
        agenda.plan(after: .seconds(HandOverSession.waitSeconds) + Self.patience) { [self] in try failed(question) }
        guard let delay = links[sender.giver][sender.taker].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try await arrived(question) }
    }

    private func failed(_ question: PositionQuestion) throws {
        let sender = question.sender
        guard !question.isOver, !sender.hasEnded else { return }
        question.isOver = true
        let pause = sender.session.failed(next: try drawInstance())
        agenda.plan(after: pause) { [self] in ask(for: sender) }
    }

    /// Tells the giver after some time that its question has failed.
    private func fail(_ question: PositionQuestion) {
        guard let delay = links[question.sender.taker][question.sender.giver].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try failed(question) }
    }

    private func answered(_ question: PositionQuestion, with handOver: HandOver?) async throws {
        let sender = question.sender
        guard !question.isOver, !sender.hasEnded else { return }
        question.isOver = true
        sender.session.answered()
        ask(for: sender)
        guard let handOver else { return }
        let exchange = Exchange(handOver)
        track(exchange)
        note("node\(sender.giver) hands over to node\(sender.taker): request \(handOver.id)")
        try await serve(exchange)
    }

    // MARK: The taker

    private func arrived(_ question: PositionQuestion) async throws {
        let sender = question.sender
        let taker = nodes[sender.taker]
        guard !question.isOver, !sender.hasEnded else { return }
        guard let lifetime = taker.lifetime, refusal(of: sender.giver, at: taker) == nil else { return fail(question) }
        if !lifetime.handOvers.isPresent(sender.giversKey, at: agenda.now) {
            try await handle(.woken, at: taker, from: sender.giver)
        }
        taker.lifetime?.handOvers.startAsking(of: sender.giversKey)
        taker.lifetime?.questions.append(question)
        question.isWaiting = true
        giveOut(to: question)
        guard question.isWaiting else { return }
        agenda.plan(after: .seconds(HandOverSession.waitSeconds)) { [self] in answer(question, with: nil) }
    }

    /// Answers a waiting question if there is a request for it.
    private func giveOut(to question: PositionQuestion) {
        let taker = nodes[question.sender.taker]
        guard question.isWaiting,
            let next = taker.lifetime?.handOvers.next(for: question.sender.giversKey, in: question.session),
            let request = taker.lifetime?.openRequests[next.id]
        else { return }
        answer(question, with: HandOver(request: request, id: next.id, sender: question.sender))
    }

    private func answer(_ question: PositionQuestion, with handOver: HandOver?) {
        guard question.isWaiting else { return }
        leave(question)
        guard let delay = links[question.sender.taker][question.sender.giver].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try await answered(question, with: handOver) }
    }

    /// A question waits no more: it has its answer, or the giver's connection is closed.
    private func leave(_ question: PositionQuestion) {
        let taker = nodes[question.sender.taker]
        guard question.isWaiting else { return }
        question.isWaiting = false
        taker.lifetime?.questions.removeAll { $0 === question }
        taker.lifetime?.handOvers.endAsking(of: question.sender.giversKey, at: agenda.now)
    }

    /// The answer to a request arrives over a connection that the giver has opened.
    func handedOver(_ answer: Result<[UInt8], PullFailure>, for exchange: Exchange) async throws {
        exchange.isOver = true
        let taker = nodes[exchange.requester]
        guard !exchange.isBroken, let handOver = exchange.handOver, let lifetime = taker.lifetime?.number,
            refusal(of: exchange.server, at: taker) == nil
        else { return }
        switch taker.lifetime?.handOvers.startArrival(handOver.id, from: handOver.sender.giversKey) {
        case nil: break
        case .unknown?: report.obsoleteHandOvers += 1
        case .busy?: note("\(taker.name) is busy with other pages")
        case .started(let request)?:
            guard request === handOver.request else {
                throw Violation(
                    14, "\(taker.name) takes a page of node\(exchange.server) as the answer to another request.")
            }
            agenda.plan(after: dice.milliseconds(0...30)) { [self] in
                guard taker.lifetime?.number == lifetime else { return }
                taker.lifetime?.handOvers.endArrival()
                guard !links[exchange.server][exchange.requester].isCut else { return }
                report.handOvers += 1
                try await received(answer, for: request)
            }
        }
    }

    // MARK: Closing connections

    /// Adds an exchange to those whose connections a removal or a pause closes, and drops the ended ones.
    private func track(_ exchange: Exchange) {
        connected.removeAll { exchange in
            exchange.isOver || exchange.isBroken || exchange.openID != nil || exchange.handOver?.sender.hasEnded == true
        }
        connected.append(exchange)
    }

    /// Closes all connections that one node has opened to another one.
    func closeConnections(from opener: Int, to listener: Int) {
        for exchange in connected where !exchange.isOver && !exchange.isBroken {
            if let sender = exchange.handOver?.sender {
                guard sender.giver == opener, sender.taker == listener else { continue }
                exchange.isBroken = exchange.isSent
            } else if exchange.openID == nil, exchange.requester == opener, exchange.server == listener {
                exchange.isBroken = true
                nodes[listener].lifetime?.waiting.removeAll { $0 === exchange }
                fail(exchange, .brokenOff(.closed))
            }
        }
        guard let question = nodes[opener].lifetime?.senders[listener]?.question, !question.isOver else { return }
        leave(question)
        fail(question)
    }

    /// The process of a node has ended.
    func endHandOvers(of lifetime: SimulatedNode.Lifetime) {
        for (_, sender) in lifetime.senders.sorted(by: { $0.key < $1.key }) { end(sender) }
        for question in lifetime.questions {
            question.isWaiting = false
            fail(question)
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
