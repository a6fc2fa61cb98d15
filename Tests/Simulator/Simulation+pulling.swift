import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import ChatXML

extension Simulation {
    /// Sends an event to a puller and performs its actions.
    func handle(_ event: Puller.Event, at node: SimulatedNode, from peer: Int) async throws {
        guard node.lifetime?.pullers[peer] != nil else { return }
        handle(event, at: node, from: peer, random: dice.fraction())
    }

    private func handle(_ event: Puller.Event, at node: SimulatedNode, from peer: Int, random: Double) {
        guard let lifetime = node.lifetime, var puller = lifetime.pullers[peer] else { return }
        let actions = puller.handle(event, now: agenda.now - lifetime.start, random: random)
        node.lifetime?.pullers[peer] = puller
        guard let start = lifetime.pullerStarts[peer] else { return }
        for action in actions { perform(action, at: node, start, from: peer) }
    }

    private func perform(_ action: Puller.Action, at node: SimulatedNode, _ puller: PullerStart, from peer: Int) {
        switch action {
        case .fetch(let request):
            let exchange = exchange(.page(request), for: .log, at: node, puller, from: peer)
            node.lifetime?.fetching[peer] = exchange
            start(exchange)
        case .judge(let entries):
            // The time for this is a part of the time for the page.
            plan(after: .zero, puller, at: node, from: peer) { [self] in
                try await judge(entries, at: node, from: peer)
            }
        case .apply(let work, let judged):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard isRunning(puller, at: node, from: peer) || appliesLastPage(puller, at: node, from: peer) else {
                    return
                }
                try await apply(work, judged, at: node, from: peer)
            }
        case .takeGroup(let group):
            plan(after: dice.milliseconds(1...30), puller, at: node, from: peer) { [self] in
                try await take(group, at: node, from: peer)
            }
        case .endWait:
            if let exchange = node.lifetime?.fetching[peer] { cancel(exchange) }
            handle(.waitEnded, at: node, from: peer, random: 0)
        case .findDue(let limit):
            // A search takes no time and draws no random number: a seed without wanted messages keeps its meaning.
            let due = try? node.lifetime?.store.wanted(dueFrom: peerID(of: peer), limit: limit)
            handle(.foundDue(due ?? []), at: node, from: peer, random: 0)
        case .fetchWanted(let digests):
            if isPaired {
                start(exchange(.messages(digests), for: .wantedMessages, at: node, puller, from: peer))
            } else {
                requestWanted(digests, for: node, puller, from: peer)
            }
        case .applyWanted(let page):
            plan(after: dice.milliseconds(1...30), puller, at: node, from: peer) { [self] in
                try await apply(page, at: node, from: peer)
            }
        case .findGap(let id):
            let gap = try? node.lifetime?.store.nextGap(of: peerID(of: peer), after: id)
            handle(.foundGap(gap), at: node, from: peer, random: 0)
        case .fetchGap(let request):
            start(exchange(.page(request), for: .gap, at: node, puller, from: peer))
        case .applyGap(let page):
            plan(after: dice.milliseconds(1...30), puller, at: node, from: peer) { [self] in
                try await apply(page, at: node, from: peer)
            }
        case .pause(let duration, let number):
            plan(after: duration, puller, at: node, from: peer) { [self] in
                try await handle(.pauseEnded(number), at: node, from: peer)
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

    /// Whether the writer has the last page of a puller that has ended: it then stores the page. The next puller of the peer
    /// starts after that.
    private func appliesLastPage(_ puller: PullerStart, at node: SimulatedNode, from peer: Int) -> Bool {
        guard let lifetime = node.lifetime, lifetime.number == puller.lifetime, lifetime.pullerStarts[peer] == nil,
            puller.peerID == peerID(of: peer)
        else { return false }
        return dice.chance(0.5)
    }

    // MARK: Requesting

    /// A request times out this long after its answer was due.
    static let patience = Duration.seconds(20)

    private func exchange(
        _ content: Exchange.Content, for purpose: Exchange.Purpose, at node: SimulatedNode,
        _ puller: PullerStart, from peer: Int
    ) -> Exchange {
        Exchange(content, for: purpose, requester: node.slot, puller: puller, server: peer, start: agenda.now)
    }

    private func start(_ exchange: Exchange) {
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
        nodes[exchange.server].lifetime?.waiting.removeAll { $0 === exchange }
    }

    /// Requests wanted messages of a peer over plain HTTP. Links can lose the request and the answer; no fault spoils the
    /// answer.
    private func requestWanted(_ digests: [Digest], for node: SimulatedNode, _ puller: PullerStart, from peer: Int) {
        let end = { [self] (event: Puller.Event) in
            guard isRunning(puller, at: node, from: peer) else { return }
            try await handle(event, at: node, from: peer)
        }
        guard let there = links[node.slot][peer].passage(&dice), let back = links[peer][node.slot].passage(&dice) else {
            return agenda.plan(after: Self.patience) { try await end(.notFetchedWanted(.tooSlow)) }
        }
        agenda.plan(after: there) { [self] in
            guard let server = nodes[peer].lifetime, let slice = try? server.store.read(LogQuery(messages: digests))
            else {
                return agenda.plan(after: back) { try await end(.notFetchedWanted(.unreachable(.refused))) }
            }
            let page = server.identity.page(of: slice, .log)
            agenda.plan(after: back) {
                guard let intake = node.lifetime?.intake else { return }
                let event: Puller.Event
                do throws(PullFailure) {
                    event = .fetchedWanted(try await intake.read(page), byteCount: page.count)
                } catch {
                    event = .notFetchedWanted(error)
                }
                try await end(event)
            }
        }
    }

    private func arrived(_ exchange: Exchange) async throws {
        let server = nodes[exchange.server]
        // The requester of paired nodes closes the connection of a request that has timed out.
        guard !exchange.isBroken, !isPaired || !exchange.isOver else { return }
        guard server.lifetime != nil else { return fail(exchange, PullFailure.unreachable(.refused)) }
        if isPaired {
            try checkMayRequest(exchange)
            if let refusal = refusal(of: exchange.requester, at: server) { return fail(exchange, refusal) }
            if let link = exchange.turnedLink {
                guard takesRequest(link) else { return fail(exchange, .brokenOff(.closed)) }
            } else {
                server.lifetime?.lastPulls[exchange.requester] = agenda.now
            }
        }
        try await serve(exchange)
    }

    /// Notes a request, and answers it now or later.
    func serve(_ exchange: Exchange) async throws {
        let server = nodes[exchange.server]
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
        let server = nodes[exchange.server]
        guard let lifetime = server.lifetime else { return }
        let slice: LogSlice
        do {
            slice = try lifetime.store.read(exchange.content.query)
        } catch {
            let isUnknown = error.code == .cursorUnknown
            return fail(exchange, isUnknown ? .cursorUnknown(sentence: "\(error)") : .refused(status: 500, nil))
        }
        if let read = exchange.pull?.from.provenPosition { server.lifetime?.read[exchange.requester] = read.id }
        if slice.entries.isEmpty, agenda.now < exchange.waitsUntil { return delay(exchange, at: server) }
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
        let server = nodes[exchange.server]
        var bytes = replaced(server.spoiler?.spoil(page) ?? page, for: exchange, link)
        if link.oversize > 0, dice.chance(link.oversize) {
            report.count(.oversize)
            return fail(exchange, dice.chance(0.5) ? .tooLarge : .tooSlow)
        }
        if dice.chance(link.garbling) {
            report.count(.garbling)
            garble(&bytes)
        }
        arrive(.success(bytes), for: exchange, after: delay)
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
        let place = dice.number(0...bytes.count - 1)
        switch dice.number(0...2) {
        case 0: bytes[place] ^= UInt8(1 << dice.number(0...7))
        case 1: bytes.removeSubrange(place...)
        default: bytes.removeSubrange(place..<min(bytes.count, place + dice.number(1...50)))
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
        let outcome: Result<(page: LogPage, byteCount: Int), PullFailure>
        do throws(PullFailure) {
            let bytes = try answer.get()
            let page = try await intake.read(bytes)
            if isPaired, page.head.node != nodes[exchange.server].key { throw .otherNode(page.head.node) }
            outcome = .success((page, bytes.count))
        } catch {
            outcome = .failure(error)
        }
        try await end(exchange, outcome)
    }

    func end(_ exchange: Exchange, _ outcome: Result<(page: LogPage, byteCount: Int), PullFailure>) async throws {
        guard !exchange.isOver else { return }
        let requester = nodes[exchange.requester]
        if case .failure(let failure) = outcome, failure.endsLink, let link = exchange.turnedLink { close(link) }
        guard isRunning(exchange.puller, at: requester, from: exchange.server) else {
            exchange.isOver = true
            return
        }
        exchange.isOver = true
        if exchange.turnedLink != nil { report.turned += 1 }
        let event = exchange.event(of: outcome, after: agenda.now - exchange.start)
        note("\(requester.name) gets from node\(exchange.server): \(event.summary)")
        switch (outcome, exchange.purpose) {
        case (.failure(.foreignGroup), _): report.refusedPages += 1
        case (.success, .gap): report.pagesForGaps += 1
        case (.success(let answer), .log):
            report.pages += 1
            report.bodiesReceived += answer.page.entries.count
        default: break
        }
        try await handle(event, at: requester, from: exchange.server)
    }

    // MARK: Applying

    private func apply(_ page: WantedPage, at node: SimulatedNode, from peer: Int) async throws {
        guard let lifetime = node.lifetime else { return }
        let event: Puller.Event
        do {
            let applied = try await lifetime.intake.apply(
                page.entries, asked: page.asked, from: peerID(of: peer))
            note("\(node.name) applies \(applied.stored) wanted messages of node\(peer)")
            try await committed(at: node)
            event = .appliedWanted
        } catch let error as StoreError {
            note("\(node.name) cannot apply wanted messages: \(error.code)")
            event = .notAppliedWanted
        }
        try await handle(event, at: node, from: peer)
    }

    private func apply(_ page: GapPage, at node: SimulatedNode, from peer: Int) async throws {
        guard let lifetime = node.lifetime else { return }
        if await crashesAtCommit(node) { return }
        let event: Puller.Event
        do {
            let applied = try await lifetime.intake.apply(page, from: peerID(of: peer))
            note("\(node.name) applies \(applied.stored) new, \(applied.known) known of node\(peer) for a gap")
            report.messagesStoredFromPeers += applied.stored
            try checkRefused(applied, at: node)
            try await committed(at: node)
            try checkCursor(of: node, on: peer)
            event = .appliedGap(applied)
        } catch let error as StoreError {
            note("\(node.name) cannot apply a page for a gap: \(error.code)")
            event = .notAppliedGap
        }
        if await crashesAtCommit(node) { return }
        try await handle(event, at: node, from: peer)
    }

    private func judge(_ entries: [LogPage.Entry], at node: SimulatedNode, from peer: Int) async throws {
        guard let intake = node.lifetime?.intake else { return }
        let event: Puller.Event
        do {
            event = .judged(try await intake.judged(entries))
        } catch {
            note("\(node.name) cannot judge a page: \(error.code)")
            event = .notJudged(error)
        }
        try await handle(event, at: node, from: peer)
    }

    private func apply(
        _ work: PageToApply, _ judged: JudgedEntries, at node: SimulatedNode, from peer: Int
    ) async throws {
        guard let lifetime = node.lifetime else { return }
        if await crashesAtCommit(node) { return }
        let event: Puller.Event
        do {
            let applied = try await lifetime.intake.apply(work, judged, from: peerID(of: peer))
            note("\(node.name) applies \(applied.stored) new, \(applied.known) known of node\(peer)")
            report.messagesStoredFromPeers += applied.stored
            try checkRefused(applied, at: node)
            try await committed(at: node)
            try checkCursor(of: node, on: peer, thoroughly: report.pages % 16 == 0)
            if node.lifetime?.pullers[peer] == nil { keepCursor(of: peer, at: node) }
            event = .applied(applied)
        } catch let error as StoreError {
            note("\(node.name) cannot apply: \(error.code)")
            if error.code == .storeFull { report.count(.fullMap) }
            event = .notApplied(error)
        }
        if await crashesAtCommit(node) { return }
        try await handle(event, at: node, from: peer)
    }
}

extension Simulation {
    private func take(_ group: GroupID, at node: SimulatedNode, from peer: Int) async throws {
        guard let store = node.lifetime?.store else { return }
        let event: Puller.Event
        do {
            let own = try await store.takeGroup(group)
            try tookGroup(own, at: node)
            event = .groupDecided(own)
        } catch let error as StoreError {
            event = .notApplied(error)
        }
        try await handle(event, at: node, from: peer)
    }
}

extension Exchange.Content {
    fileprivate var query: LogQuery {
        switch self {
        case .page(let pull): LogQuery(pull)
        case .messages(let digests): LogQuery(messages: digests)
        }
    }

    fileprivate var summary: String {
        switch self {
        case .page(let pull): "\(pull.from), \(pull.limit)"
        case .messages(let digests): "\(digests.count) wanted messages"
        }
    }
}

extension Exchange {
    fileprivate func event(
        of outcome: Result<(page: LogPage, byteCount: Int), PullFailure>, after duration: Duration
    ) -> Puller.Event {
        switch (outcome, purpose) {
        case (.success(let answer), .log): .fetched(answer.page, after: duration)
        case (.failure(let failure), .log): .notFetched(failure)
        case (.success(let answer), .gap): .fetchedGap(answer.page)
        case (.failure(let failure), .gap): .notFetchedGap(failure)
        case (.success(let answer), .wantedMessages): .fetchedWanted(answer.page, byteCount: answer.byteCount)
        case (.failure(let failure), .wantedMessages): .notFetchedWanted(failure)
        }
    }
}

extension Puller.Event {
    fileprivate var summary: String {
        switch self {
        case .fetched(let page, _): page.summary
        case .fetchedGap(let page): "for a gap: \(page.summary)"
        case .fetchedWanted(let page, _): "\(page.entries.count) wanted messages"
        case .notFetched(let failure): failure.summary
        case .notFetchedGap(let failure): "for a gap: \(failure.summary)"
        case .notFetchedWanted(let failure): "instead of wanted messages: \(failure.summary)"
        default: "\(self)"
        }
    }
}

extension LogPage {
    fileprivate var summary: String { "\(entries.count) entries up to \(head.next.id) of \(head.high)" }
}

extension PullFailure {
    fileprivate var summary: String { head.map { "unreadable up to \($0.next.id)" } ?? "\(self)" }

    /// Whether the link cannot be used again.
    fileprivate var endsLink: Bool {
        switch self {
        case .tooSlow, .tooLarge, .brokenOff, .unreachable, .noAnswer: true
        default: false
        }
    }
}
