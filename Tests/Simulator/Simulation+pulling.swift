import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import ChatXML

extension Simulation {
    /// Tells a puller what came about, and does what it says.
    func handle(_ event: Puller.Event, at node: SimulatedNode, from peer: Int) async throws {
        guard let life = node.life, var puller = life.pullers[peer] else { return }
        let actions = puller.handle(event, now: agenda.now - life.start, random: dice.fraction())
        node.life?.pullers[peer] = puller
        for action in actions { perform(action, at: node, life.number, from: peer) }
    }

    private func perform(_ action: Puller.Action, at node: SimulatedNode, _ life: Int, from peer: Int) {
        switch action {
        case .fetch(let request):
            ask(Exchange(request, asker: node.slot, askersLife: life, asked: peer, start: agenda.now))
        case .apply(let work):
            agenda.plan(after: dice.milliseconds(1...30)) { [self] in
                guard node.life?.number == life else { return }
                try await apply(work, at: node, from: peer)
            }
        case .pause(let duration, let number):
            agenda.plan(after: duration) { [self] in
                guard node.life?.number == life else { return }
                try await handle(.pauseEnded(number), at: node, from: peer)
            }
        case .notify(let notice):
            note("\(node.name) of node\(peer): \(notice)")
            report.notices["\(notice)".prefix { $0 != "(" }.description, default: 0] += 1
        }
    }

    // MARK: Asking

    /// An answer is given up so long after it was due.
    private static let patience = Duration.seconds(20)

    private func ask(_ exchange: Exchange) {
        let request = exchange.request
        note("node\(exchange.asker) asks node\(exchange.asked) for \(request.from), \(request.limit)")
        agenda.plan(after: .seconds(request.waitSeconds) + Self.patience) { [self] in
            try await end(exchange, .notFetched(PullFailure(.tooSlow, "It did not answer.")))
        }
        guard let delay = links[exchange.asker][exchange.asked].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try await arrived(exchange) }
    }

    private func arrived(_ exchange: Exchange) async throws {
        let asked = nodes[exchange.asked]
        guard let life = asked.life else { return fail(exchange, PullFailure(.failed, "Nobody listens there.")) }
        for (peer, puller) in life.pullers.sorted(by: { $0.key < $1.key })
        where (puller.claimedNode ?? exchange.request.node) == exchange.request.node {
            try await handle(.woken, at: asked, from: peer)
        }
        exchange.waitsUntil = agenda.now + .seconds(exchange.request.waitSeconds)
        answer(exchange)
    }

    /// Answers, or holds the answer back until there is news.
    func answer(_ exchange: Exchange) {
        let asked = nodes[exchange.asked]
        guard let life = asked.life else { return }
        do {
            let slice = try life.store.read(LogQuery(exchange.request))
            if let read = exchange.request.from.provenPosition { asked.life?.read[exchange.asker] = read.id }
            if slice.entries.isEmpty, agenda.now < exchange.waitsUntil { return hold(exchange, at: asked) }
            send(life.identity.page(of: slice, .log), for: exchange)
        } catch {
            let kind = error.code == .cursorUnknown ? PullFailure.Kind.cursorUnknown : .failed
            fail(exchange, PullFailure(kind, "\(error)"))
        }
    }

    private func hold(_ exchange: Exchange, at asked: SimulatedNode) {
        asked.life?.waiting.append(exchange)
        agenda.plan(after: exchange.waitsUntil - agenda.now) { [self] in
            guard asked.life?.waiting.contains(where: { $0 === exchange }) == true else { return }
            asked.life?.waiting.removeAll { $0 === exchange }
            answer(exchange)
        }
    }

    // MARK: Answering

    private func send(_ page: [UInt8], for exchange: Exchange) {
        let link = links[exchange.asked][exchange.asker]
        guard let delay = link.passage(&dice) else { return }
        let asked = nodes[exchange.asked]
        var bytes = replaced(asked.spoiler?.spoil(page) ?? page, for: exchange, link)
        if link.oversize > 0, dice.chance(link.oversize) {
            report.count(.oversize)
            return fail(exchange, PullFailure(dice.chance(0.5) ? .tooLarge : .tooSlow, "It is too much."))
        }
        if dice.chance(link.garbling) {
            report.count(.garbling)
            garble(&bytes)
        }
        agenda.plan(after: delay) { [self] in
            guard !exchange.isOver else { return }
            try await end(exchange, Self.event(for: bytes, after: agenda.now - exchange.start))
        }
    }

    /// The answer, or in its place one that was given before, or that another node gave.
    private func replaced(_ answer: [UInt8], for exchange: Exchange, _ link: Link) -> [UInt8] {
        let way = [exchange.asker, exchange.asked]
        let earlier = lastAnswers[way, default: []]
        lastAnswers[way, default: []].append(answer)
        if earlier.count >= Self.answersKept { lastAnswers[way]?.removeFirst() }
        var answer = answer
        if dice.chance(link.repeating), let last = earlier.last {
            note("node\(exchange.asked) answers node\(exchange.asker) as before")
            report.count(.repeating)
            answer = features.contains(.olderAnswers) && dice.chance(0.5) ? dice.pick(earlier) ?? last : last
            lastAnswers[way]?.removeLast()
        }
        let ways = link.mixing > 0 ? lastAnswers.keys.sorted { $0.lexicographicallyPrecedes($1) } : []
        if !ways.isEmpty, dice.chance(link.mixing), let other = dice.pick(ways),
            let mixed = dice.pick(lastAnswers[other] ?? [])
        {
            note("node\(exchange.asked) answers node\(exchange.asker) as node\(other[1]) did node\(other[0])")
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
        guard let delay = links[exchange.asked][exchange.asker].passage(&dice) else { return }
        agenda.plan(after: delay) { [self] in try await end(exchange, .notFetched(failure)) }
    }

    private func end(_ exchange: Exchange, _ event: Puller.Event) async throws {
        guard !exchange.isOver else { return }
        exchange.isOver = true
        let asker = nodes[exchange.asker]
        guard asker.life?.number == exchange.askersLife else { return }
        note("node\(exchange.asker) hears of node\(exchange.asked): \(event.summary)")
        if case .fetched(let page, _) = event {
            report.pages += 1
            report.bodiesReceived += page.entries.count
        }
        try await handle(event, at: asker, from: exchange.asked)
    }

    /// What the program's client makes of an answer.
    private static func event(for bytes: [UInt8], after duration: Duration) -> Puller.Event {
        do throws(PageError) {
            return .fetched(try LogPageReader.read(bytes), after: duration)
        } catch {
            return .notFetched(PullFailure(error))
        }
    }

    // MARK: Applying

    private func apply(_ work: PageToApply, at node: SimulatedNode, from peer: Int) async throws {
        guard let life = node.life else { return }
        if await crashesAtCommit(node) { return }
        let event: Puller.Event
        do {
            let applied = try await life.intake.apply(work, from: SimulatedNode.peerID(of: peer))
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

extension Puller.Event {
    fileprivate var summary: String {
        switch self {
        case .fetched(let page, _): "\(page.entries.count) entries up to \(page.head.next.id) of \(page.head.high)"
        case .notFetched(let failure):
            if case .unreadable(let head) = failure.kind {
                "unreadable up to \(head.next.id)"
            } else {
                "\(failure.kind)"
            }
        default: "\(self)"
        }
    }
}
