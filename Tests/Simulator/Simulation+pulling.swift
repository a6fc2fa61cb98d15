import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import ChatXML
import TestSupport

extension Simulation {
    /// Sends an event to a puller and performs its actions.
    func handle(_ event: Puller.Event, at node: SimulatedNode, from peer: Int) async throws {
        guard node.lifetime?.pullers[peer] != nil else { return }
        if let rewinds = try? node.lifetime?.store.rewinds(of: peerID(of: peer)),
            rewinds != node.lifetime?.pullerRewinds[peer]
        {
            try await startPulling(from: peer, at: node)
            let hasTurnedLink = turnedLinks.contains {
                ($0.dialer, $0.listener) == (node.slot, peer) && $0.isOpenAtDialer
            }
            if isPaired, !hasTurnedLink { keepTurnedLink(to: peer, at: node) }
            return
        }
        handle(event, at: node, from: peer, random: dice.fraction())
    }

    private func handle(_ event: Puller.Event, at node: SimulatedNode, from peer: Int, random: Double) {
        guard let lifetime = node.lifetime, var puller = lifetime.pullers[peer] else { return }
        let moment = Moment(now: agenda.now - lifetime.start, wall: node.clock.wall, random: random)
        let actions = puller.handle(event, moment)
        node.lifetime?.pullers[peer] = puller
        guard let start = lifetime.pullerStarts[peer] else { return }
        for action in actions { perform(action, at: node, start, from: peer) }
    }

    private func perform(_ action: Puller.Action, at node: SimulatedNode, _ puller: PullerStart, from peer: Int) {
        switch action {
        case .request(let request, let number):
            if let exchange = node.lifetime?.requests[peer] { cancel(exchange) }
            node.lifetime?.requests[peer] = nil
            switch request {
            case .log(let pull): start(.page(pull), number, at: node, puller, from: peer)
            case .messages(let wanted):
                let missing = (try? node.lifetime?.store.missing(wanted.map { ($0.digest, $0.needsValues) })) ?? []
                let digests = wanted.map(\.digest).filter(missing.contains)
                guard digests.isEmpty else {
                    return start(.messages(digests), number, at: node, puller, from: peer)
                }
                let event = Puller.Event.answered(.messages(nil, missing: []), number: number, after: .zero)
                plan(after: .zero, puller, at: node, from: peer) { [self] in
                    try await handle(event, at: node, from: peer)
                }
            }
        case .store(let job):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard isRunning(puller, at: node, from: peer) || storesLastAnswer(puller, at: node, from: peer) else {
                    return
                }
                try await store(job, of: puller, at: node, from: peer)
            }
        case .find(let id):
            // A search takes no time and draws no random number: a seed without wanted messages keeps its meaning.
            let store = node.lifetime?.store
            let rows = id.flatMap { try? store?.exceptions(of: peerID(of: peer), from: $0, limit: 1000) } ?? []
            let due = (try? store?.wanted(dueFrom: peerID(of: peer), limit: Limits.requestedDigests)) ?? []
            handle(.found(.success(FoundMessages(rows: rows, due: due))), at: node, from: peer, random: 0)
        case .tick(let duration, let number):
            plan(after: duration, puller, at: node, from: peer) { [self] in
                try await handle(.ticked(number), at: node, from: peer)
            }
        case .notify(let notice):
            note("\(node.name) of node\(peer): \(notice)")
            report.notices["\(notice)".prefix { $0 != "(" }.description, default: 0] += 1
        }
    }

    /// Plans an action that is left out if the puller has ended by then.
    private func plan(
        after delay: Duration, _ puller: PullerStart, at node: SimulatedNode, from peer: Int,
        _ action: @escaping Agenda.Action
    ) {
        agenda.plan(after: delay) { [self] in
            guard isRunning(puller, at: node, from: peer) else { return }
            try await action()
        }
    }

    func isRunning(_ puller: PullerStart, at node: SimulatedNode, from peer: Int) -> Bool {
        node.lifetime?.pullerStarts[peer] == puller
    }

    /// Whether the writer has the last answer of a puller that has ended: it then stores the answer. The next puller of the peer
    /// starts after that.
    private func storesLastAnswer(_ puller: PullerStart, at node: SimulatedNode, from peer: Int) -> Bool {
        guard let lifetime = node.lifetime, lifetime.number == puller.lifetime, lifetime.pullerStarts[peer] == nil,
            puller.peerID == peerID(of: peer)
        else { return false }
        return dice.chance(0.5)
    }

    // MARK: Requesting

    /// A request times out this long after its answer was due.
    static let patience = Duration.seconds(20)

    private func start(
        _ content: Exchange.Content, _ number: Int, at node: SimulatedNode, _ puller: PullerStart, from peer: Int
    ) {
        let exchange = Exchange(
            content, number: number, requester: node.slot, puller: puller, server: peer, start: agenda.now)
        node.lifetime?.requests[peer] = exchange
        note("node\(exchange.requester) requests from node\(exchange.server): \(exchange.content.summary)")
        if isPaired { startOverLink(exchange) } else { send(exchange) }
    }

    /// Sends a request.
    func send(_ exchange: Exchange) {
        agenda.plan(after: .seconds(exchange.content.waitSeconds) + Self.patience) { [self] in
            try await end(exchange, .failure(.tooSlow))
        }
        guard exchange.turnedLink?.isDead != true,
            let delay = links[exchange.requester][exchange.server].passage(&dice)
        else { return }
        agenda.plan(after: delay) { [self] in try await arrived(exchange) }
    }

    /// Ends a request without an answer.
    func cancel(_ exchange: Exchange) {
        exchange.isOver = true
        nodes[exchange.answerer].lifetime?.waiting.removeAll { $0 === exchange }
    }

    private func arrived(_ exchange: Exchange) async throws {
        if let clone = nodes[exchange.server].clone, nodes[exchange.server].cloneAnswers {
            exchange.answerer = clone.slot
        }
        let server = nodes[exchange.answerer]
        // The requester of paired nodes closes the connection of a request that has timed out.
        guard !exchange.isBroken, !isPaired || !exchange.isOver else { return }
        guard server.lifetime != nil else { return fail(exchange, PullFailure.unreachable(.refused)) }
        if isPaired {
            try checkMayRequest(exchange)
            if let refusal = refusal(of: exchange.requester, at: server),
                try await !isIntroduced(nodes[exchange.requester], at: server, after: refusal)
            {
                return fail(exchange, refusal)
            }
            if let link = exchange.turnedLink {
                guard acceptsRequest(link) else { return fail(exchange, .brokenOff(.closed)) }
            } else {
                server.lifetime?.lastPulls[exchange.requester] = agenda.now
            }
        }
        try await serve(exchange)
    }

    /// Notes a request, and answers it now or later.
    func serve(_ exchange: Exchange) async throws {
        let server = nodes[exchange.answerer]
        guard let lifetime = server.lifetime else { return }
        if let pull = exchange.pull {
            for (peer, puller) in lifetime.pullers.sorted(by: { $0.key < $1.key })
            where (puller.claimedNode ?? pull.node) == pull.node {
                try await handle(.woken, at: server, from: peer)
            }
        }
        exchange.waitsUntil = agenda.now + .seconds(exchange.content.waitSeconds)
        try answer(exchange)
    }

    /// Answers a request, or lets it wait until the node has new messages.
    func answer(_ exchange: Exchange) throws(Violation) {
        let server = nodes[exchange.answerer]
        guard let lifetime = server.lifetime else { return }
        let slice: LogSlice
        do {
            slice = try lifetime.store.read(exchange.content.query)
        } catch {
            let isUnknown = error.code == .cursorUnknown
            return fail(exchange, isUnknown ? .cursorUnknown : .refused(status: 500, nil))
        }
        if let settled = exchange.pull?.claim.settled, (try? lifetime.store.contains(settled)) == true {
            server.lifetime?.read[exchange.requester] = settled.id
        }
        if slice.records.isEmpty, exchange.pull != nil, agenda.now < exchange.waitsUntil {
            return delay(exchange, at: server)
        }
        if let failing = links[exchange.server][exchange.requester].failing,
            slice.entries.contains(where: { !NodeLog.Entry($0).isGone && failing.contains($0.digest) })
        {
            return fail(exchange, failing.failure)
        }
        try send(lifetime.identity.page(of: slice, .log), for: exchange)
    }

    private func delay(_ exchange: Exchange, at server: SimulatedNode) {
        server.lifetime?.waiting.append(exchange)
        agenda.plan(after: exchange.waitsUntil - agenda.now) { [self] in
            guard server.lifetime?.waiting.contains(where: { $0 === exchange }) == true else { return }
            server.lifetime?.waiting.removeAll { $0 === exchange }
            try answer(exchange)
        }
    }

    // MARK: Answering

    private func send(_ page: [UInt8], for exchange: Exchange) throws(Violation) {
        try checkMaySend(exchange)
        let link = links[exchange.server][exchange.requester]
        guard let delay = link.passage(&dice) else { return }
        let server = nodes[exchange.answerer]
        var bytes = bringsMissingParts(exchange) ? page : replaced(spoiled(page, by: server), for: exchange, link)
        if link.oversize > 0, dice.chance(link.oversize) {
            report.count(.oversize)
            return fail(exchange, dice.chance(0.5) ? .tooLarge : .tooSlow)
        }
        if dice.chance(link.garbling) {
            report.count(.garbling)
            // TLS notices it.
            if isPaired { return fail(exchange, .brokenOff(.closed)) }
            garble(&bytes)
        }
        arrive(.success(bytes), for: exchange, after: delay)
    }

    /// Whether an answer may bring a damaged message or missing values. It is not spoiled: they are asked for again after a day
    /// only, which no run waits for.
    private func bringsMissingParts(_ exchange: Exchange) -> Bool {
        exchange.pull == nil && nodes[exchange.requester].log.lacksParts
    }

    private func spoiled(_ page: [UInt8], by server: SimulatedNode) -> [UInt8] {
        guard let spoiler = server.spoiler, case let spoiled = spoiler.spoil(page), spoiled != page else { return page }
        if [.wrongListMark, .omittedFromList].contains(spoiler.kind) { report.count(.wrongLists) }
        return spoiled
    }

    private func arrive(_ answer: Result<[UInt8], PullFailure>, for exchange: Exchange, after delay: Duration) {
        agenda.plan(after: delay) { [self] in try await received(answer, for: exchange) }
    }

    /// Returns the answer, an earlier answer, or an answer of another node.
    private func replaced(_ answer: [UInt8], for exchange: Exchange, _ link: Link) -> [UInt8] {
        let way = [exchange.requester, exchange.server]
        let earlier = lastAnswers[way, default: []]
        lastAnswers[way, default: []].append(answer)
        if earlier.count >= Self.answersKept { lastAnswers[way]?.removeFirst() }
        var answer = answer
        if dice.chance(link.repeating), let last = earlier.last {
            note("node\(exchange.server) answers node\(exchange.requester) as before")
            report.count(.repeating)
            answer = features.contains(.olderAnswers) && dice.chance(0.5) ? dice.pick(earlier) ?? last : last
            lastAnswers[way]?.removeLast()
        }
        let ways = link.mixing > 0 ? lastAnswers.keys.sorted { $0.lexicographicallyPrecedes($1) } : []
        if !ways.isEmpty, dice.chance(link.mixing), let other = dice.pick(ways),
            let mixed = dice.pick(lastAnswers[other] ?? [])
        {
            note("node\(exchange.server) answers node\(exchange.requester) as node\(other[1]) did node\(other[0])")
            report.count(.mixing)
            answer = mixed
        }
        return answer
    }

    private static let answersKept = 40

    private func garble(_ bytes: inout [UInt8]) {
        let offset = dice.number(0...bytes.count - 1)
        switch dice.number(0...2) {
        case 0: bytes[offset] ^= UInt8(1 << dice.number(0...7))
        case 1: bytes.removeSubrange(offset...)
        default: bytes.removeSubrange(offset..<min(bytes.count, offset + dice.number(1...50)))
        }
    }

    func fail(_ exchange: Exchange, _ failure: PullFailure) {
        guard let delay = links[exchange.server][exchange.requester].passage(&dice) else { return }
        arrive(.failure(failure), for: exchange, after: delay)
    }

    /// Ends a request with its answer.
    func received(_ answer: Result<[UInt8], PullFailure>, for exchange: Exchange) async throws {
        guard !exchange.isOver, let intake = nodes[exchange.requester].lifetime?.intake else { return }
        if exchange.isBroken, case .success = answer { return }
        let outcome: Result<LogPage, PullFailure>
        do throws(PullFailure) {
            let page = withoutValues(try await intake.read(try answer.get()), for: exchange)
            if isPaired, page.head.node != nodes[exchange.server].key { throw .otherNode(page.head.node) }
            outcome = .success(page)
        } catch {
            outcome = .failure(error)
        }
        try await end(exchange, outcome)
    }

    /// Returns the page without its values if the requester gets none at present.
    private func withoutValues(_ page: LogPage, for exchange: Exchange) -> LogPage {
        let withValues = page.entries.filter(\.hasValues)
        guard nodes[exchange.requester].getsNoValues, !bringsMissingParts(exchange) else {
            let failing = links[exchange.server][exchange.requester].failing
            for entry in withValues {
                guard let digest = entry.digest, failing?.contains(digest) != true else { continue }
                nodes[exchange.requester].offeredValues[digest, default: [:]][exchange.server] = entry.id
            }
            return page
        }
        givenWithoutValues.formUnion(withValues.compactMap(\.digest))
        let hasMessages = page.entries.contains { if case .message = $0 { true } else { false } }
        if hasMessages { report.count(.missingValues) }
        return page.withoutValues
    }

    func end(_ exchange: Exchange, _ outcome: Result<LogPage, PullFailure>) async throws {
        guard !exchange.isOver else { return }
        let requester = nodes[exchange.requester]
        if case .failure(let failure) = outcome, failure.endsLink, let link = exchange.turnedLink { close(link) }
        guard isRunning(exchange.puller, at: requester, from: exchange.server) else {
            exchange.isOver = true
            return
        }
        exchange.isOver = true
        if exchange.turnedLink != nil { report.turned += 1 }
        let answer = exchange.answer(of: outcome)
        note("\(requester.name) gets from node\(exchange.server): \(answer.summary)")
        switch answer {
        case .failed(.foreignGroup): report.refusedPages += 1
        case .messages: report.answersByDigests += 1
        case .page(let page):
            report.pages += 1
            report.bodiesReceived += page.entries.count { if case .message = $0 { true } else { false } }
        case .failed: break
        }
        let event = Puller.Event.answered(answer, number: exchange.number, after: agenda.now - exchange.start)
        try await handle(event, at: requester, from: exchange.server)
    }

    // MARK: Storing

    private func store(
        _ job: StoreJob, of puller: PullerStart, at node: SimulatedNode, from peer: Int
    ) async throws {
        guard let lifetime = node.lifetime else { return }
        if await crashesAtCommit(node) { return }
        let event: Puller.Event
        do {
            let judged = try await lifetime.intake.judged(job.page?.entries ?? [], from: peerID(of: peer))
            var page = job.judgedPage(judged)
            page.rewinds = lifetime.pullerRewinds[peer]
            let applied = try await lifetime.store.apply(page, from: peerID(of: peer))
            note(
                "\(node.name) stores \(applied.stored) new, \(applied.known) known of node\(peer), settled at "
                    + "\(applied.cursors.settled.id)")
            report.messagesStoredFromPeers += applied.stored
            // The page may have the statement that links the peer again.
            if node.lifetime?.pullers[peer] == nil { keepCursor(of: peer, at: node) }
            try checkRefused(applied, at: node)
            try await committed(at: node)
            try checkCursor(of: node, on: peer, thoroughly: report.pages % 16 == 0)
            let answer = StoredAnswer(applied, named: job.named(in: judged), relayed: job.relayed(in: judged))
            event = .stored(.success(answer))
        } catch let error as StoreError {
            note("\(node.name) cannot store: \(error.code)")
            if error.code == .storeFull { report.count(.fullMap) }
            event = .stored(.failure(error))
        }
        if await crashesAtCommit(node) { return }
        guard isRunning(puller, at: node, from: peer) else { return }
        try await handle(event, at: node, from: peer)
    }
}

extension Exchange.Content {
    fileprivate var query: LogQuery {
        switch self {
        case .page(let pull): LogQuery(log: pull.from, limit: pull.limit, bodies: pull.bodies)
        case .messages(let digests): LogQuery(messages: digests)
        }
    }

    fileprivate var summary: String {
        switch self {
        case .page(let pull): "\(pull.from), \(pull.limit), \(pull.bodies)"
        case .messages(let digests): "\(digests.count) wanted messages"
        }
    }
}

extension Exchange {
    fileprivate func answer(of outcome: Result<LogPage, PullFailure>) -> Puller.Answer {
        switch (outcome, content) {
        case (.success(let page), .page): .page(page)
        case (.success(let page), .messages(let digests)): .messages(page.only(digests), missing: digests)
        case (.failure(let failure), _): .failed(failure)
        }
    }
}

extension Puller.Answer {
    fileprivate var summary: String {
        switch self {
        case .page(let page): "\(page.entries.count) entries up to \(page.head.next.id) of \(page.head.high)"
        case .messages(let page, let missing): "\(page?.entries.count ?? 0) of \(missing.count) wanted messages"
        case .failed(let failure): "\(failure)"
        }
    }
}

extension LogPage {
    /// The page of a peer that has no erasable values.
    fileprivate var withoutValues: LogPage {
        let entries = entries.map { entry -> Entry in
            switch entry {
            case .message(let id, let message): .message(id, message.withoutErasableValues)
            case .listed(let id, let listed):
                .listed(
                    id,
                    ListedMessage(
                        digest: listed.digest, origin: listed.origin, group: listed.group, lacksValues: true))
            case .gone, .damaged, .laterForm, .bad: entry
            }
        }
        return LogPage(head: head, entries: entries)
    }
}

extension PullFailure {
    /// Whether the link cannot be used again.
    fileprivate var endsLink: Bool {
        switch self {
        case .tooSlow, .tooLarge, .brokenOff, .unreachable, .noAnswer: true
        default: false
        }
    }
}
