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
        for action in actions { perform(action, at: node, lifetime.number, from: peer) }
    }

    private func perform(_ action: Puller.Action, at node: SimulatedNode, _ lifetime: Int, from peer: Int) {
        switch action {
        case .fetch(let request):
            let exchange = Exchange(
                request, requester: node.slot, requestersLifetime: lifetime, server: peer, start: agenda.now)
            node.lifetime?.fetching[peer] = exchange
            start(exchange)
        case .judge(let entries):
            // The time for this is a part of the time for the page.
            agenda.plan(after: .zero) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await judge(entries, at: node, from: peer)
            }
        case .apply(let work, let judged):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await apply(work, judged, at: node, from: peer)
            }
        case .takeGroup(let group):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await take(group, at: node, from: peer)
            }
        case .endWait:
            let exchange = node.lifetime?.fetching[peer]
            exchange?.isOver = true
            nodes[peer].lifetime?.waiting.removeAll { $0 === exchange }
            handle(.waitEnded, at: node, from: peer, random: 0)
        case .findDue(let limit):
            // A search takes no time and draws no random number: a seed without wanted messages keeps its meaning.
            let peerID = SimulatedNode.peerID(of: peer)
            let due = try? node.lifetime?.store.wanted(dueFrom: peerID, limit: limit)
            handle(.foundDue(due ?? []), at: node, from: peer, random: 0)
        case .fetchWanted(let digests):
            requestWanted(digests, for: node, lifetime, from: peer)
        case .applyWanted(let page):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await apply(page, at: node, from: peer)
            }
        case .findGap(let id):
            let gap = try? node.lifetime?.store.nextGap(of: SimulatedNode.peerID(of: peer), after: id)
            handle(.foundGap(gap), at: node, from: peer, random: 0)
        case .fetchGap(let request):
            start(
                Exchange(
                    request, requester: node.slot, requestersLifetime: lifetime, server: peer, start: agenda.now,
                    isForGap: true))
        case .applyGap(let page):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await apply(page, at: node, from: peer)
            }
        case .pause(let duration, let number):
            agenda.plan(after: duration) { [self] in
                guard node.lifetime?.number == lifetime else { return }
                try await handle(.pauseEnded(number), at: node, from: peer)
            }
        case .notify(let notice):
            note("\(node.name) of node\(peer): \(notice)")
            report.notices["\(notice)".prefix { $0 != "(" }.description, default: 0] += 1
        }
    }

    // MARK: Requesting

    /// A request times out this long after its answer was due.
    private static let patience = Duration.seconds(20)

    private func start(_ exchange: Exchange) {
        let request = exchange.request
        note("node\(exchange.requester) requests from node\(exchange.server): \(request.from), \(request.limit)")
        agenda.plan(after: .seconds(request.waitSeconds) + Self.patience) { [self] in
            try await end(exchange, .notFetched(.tooSlow))
        }
        guard let delay = links[exchange.requester][exchange.server].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try await arrived(exchange) }
    }

    /// Requests wanted messages. Links can lose the request and the answer; no fault spoils the answer.
    private func requestWanted(_ digests: [Digest], for node: SimulatedNode, _ lifetime: Int, from peer: Int) {
        let end = { [self] (event: Puller.Event) in
            guard node.lifetime?.number == lifetime else { return }
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
        guard let lifetime = server.lifetime else {
            return fail(exchange, PullFailure.unreachable(.refused))
        }
        for (peer, puller) in lifetime.pullers.sorted(by: { $0.key < $1.key })
        where (puller.claimedNode ?? exchange.request.node) == exchange.request.node {
            try await handle(.woken, at: server, from: peer)
        }
        exchange.waitsUntil = agenda.now + .seconds(exchange.request.waitSeconds)
        answer(exchange)
    }

    /// Answers a request, or lets it wait until the node has new messages.
    func answer(_ exchange: Exchange) {
        let server = nodes[exchange.server]
        guard let lifetime = server.lifetime else { return }
        do {
            let slice = try lifetime.store.read(LogQuery(exchange.request))
            if let read = exchange.request.from.provenPosition { server.lifetime?.read[exchange.requester] = read.id }
            if slice.entries.isEmpty, agenda.now < exchange.waitsUntil { return delay(exchange, at: server) }
            if let failing = links[exchange.server][exchange.requester].failing,
                slice.entries.contains(where: { !NodeLog.Entry($0).isGone && failing.contains($0.digest) })
            {
                return fail(exchange, failing.failure)
            }
            send(lifetime.identity.page(of: slice, .log), for: exchange)
        } catch {
            let isUnknown = error.code == .cursorUnknown
            fail(exchange, isUnknown ? .cursorUnknown(sentence: "\(error)") : .refused(status: 500, nil))
        }
    }

    private func delay(_ exchange: Exchange, at server: SimulatedNode) {
        server.lifetime?.waiting.append(exchange)
        agenda.plan(after: exchange.waitsUntil - agenda.now) { [self] in
            guard server.lifetime?.waiting.contains(where: { $0 === exchange }) == true else { return }
            server.lifetime?.waiting.removeAll { $0 === exchange }
            answer(exchange)
        }
    }

    // MARK: Answering

    private func send(_ page: [UInt8], for exchange: Exchange) {
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
        agenda.plan(after: delay) { [self] in try await received(bytes, for: exchange) }
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
        agenda.plan(after: delay) { [self] in try await end(exchange, .notFetched(failure)) }
    }

    private func end(_ exchange: Exchange, _ event: Puller.Event) async throws {
        guard !exchange.isOver else { return }
        exchange.isOver = true
        let requester = nodes[exchange.requester]
        guard requester.lifetime?.number == exchange.requestersLifetime else { return }
        let isForGap = exchange.isForGap
        note(
            "node\(exchange.requester) gets from node\(exchange.server)\(isForGap ? " for a gap" : ""): \(event.summary)"
        )
        if case .notFetched(.foreignGroup) = event { report.refusedPages += 1 }
        if case .fetched(let page, _) = event {
            if isForGap {
                report.pagesForGaps += 1
            } else {
                report.pages += 1
                report.bodiesReceived += page.entries.count
            }
        }
        try await handle(isForGap ? event.ofGap : event, at: requester, from: exchange.server)
    }

    private func received(_ bytes: [UInt8], for exchange: Exchange) async throws {
        guard !exchange.isOver, let intake = nodes[exchange.requester].lifetime?.intake else { return }
        let event: Puller.Event
        do throws(PullFailure) {
            let page = try await intake.read(bytes)
            event = .fetched(page, after: agenda.now - exchange.start)
        } catch {
            event = .notFetched(error)
        }
        try await end(exchange, event)
    }

    // MARK: Applying

    private func apply(_ page: WantedPage, at node: SimulatedNode, from peer: Int) async throws {
        guard let lifetime = node.lifetime else { return }
        let event: Puller.Event
        do {
            let applied = try await lifetime.intake.apply(
                page.entries, asked: page.asked, from: SimulatedNode.peerID(of: peer))
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
            let applied = try await lifetime.intake.apply(page, from: SimulatedNode.peerID(of: peer))
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
            let applied = try await lifetime.intake.apply(work, judged, from: SimulatedNode.peerID(of: peer))
            note("\(node.name) applies \(applied.stored) new, \(applied.known) known of node\(peer)")
            report.messagesStoredFromPeers += applied.stored
            try checkRefused(applied, at: node)
            try await committed(at: node)
            try checkCursor(of: node, on: peer, thoroughly: report.pages % 16 == 0)
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

extension Puller.Event {
    /// The event of an answer to a request for a gap.
    fileprivate var ofGap: Puller.Event {
        switch self {
        case .fetched(let page, _): .fetchedGap(page)
        case .notFetched(let failure): .notFetchedGap(failure)
        default: self
        }
    }

    fileprivate var summary: String {
        switch self {
        case .fetched(let page, _): "\(page.entries.count) entries up to \(page.head.next.id) of \(page.head.high)"
        case .notFetched(let failure):
            if let head = failure.head { "unreadable up to \(head.next.id)" } else { "\(failure)" }
        default: "\(self)"
        }
    }
}
