import ChatExchange
import ChatModel
import ChatStore
import TestSupport

@testable import ChatReplication

/// A puller in virtual time, between a model of its peer and one of the store.
///
/// A test either lets the time pass, with ``run(for:)``, or sends each answer itself, with ``answer(_:after:)``.
struct Script {
    var peer: ModelPeer
    var store = ModelStore()
    /// Whether answers are stored at once; otherwise ``storeAnswer()`` stores one.
    var storesAtOnce = true
    /// Whether searches of the store end at once; otherwise ``endSearch()`` ends one.
    var searchesAtOnce = true
    /// The error with which the store refuses everything; nil if it works.
    var storeError: StoreError?
    /// The reading of the monotonic clock.
    var now = Duration.zero
    /// The random number of each event.
    var random = 0.5
    private(set) var puller: Puller
    private(set) var notices: [Notice] = []
    /// The requests for the log so far.
    private(set) var pulls: [PullRequest] = []
    /// The ids whose messages the puller said that it has, and did not have.
    private(set) var falselyClaimed: [LogID] = []
    /// The requests by digests so far, with what was still missing.
    private(set) var asks: [[Digest]] = []
    /// The answers that the puller has given to the store, also those that were not stored.
    private(set) var jobs: [StoreJob] = []
    /// The commits that the store has made of them.
    private(set) var commits = 0
    private(set) var searches = 0
    private var search: (rowsFrom: LogID?, Void)?
    private(set) var job: StoreJob?
    private var exchange: Exchange?
    private var tick: (time: Duration, number: Int)?
    let node: Puller.Node
    private let pace: Pace

    private struct Exchange {
        let request: Puller.Request
        let number: Int
        let sent: Duration
    }

    init(
        _ peer: ModelPeer = ModelPeer(), group: GroupID = .none, isEmpty: Bool = false, pace: Pace = Pace(),
        hasAnsweredBefore: Bool = false
    ) {
        (self.peer, self.pace) = (peer, pace)
        node = Puller.Node(SigningKey().publicKey, .random(), group, isEmpty: isEmpty)
        store.group = group
        puller = Puller(node, pace: pace, cursors: .start, hasAnsweredBefore: hasAnsweredBefore)
    }

    // MARK: What the puller waits for

    /// The request for the log in progress.
    var pull: PullRequest? {
        if case .log(let request) = exchange?.request { request } else { nil }
    }

    /// The messages of the request by digests in progress.
    var ask: [Digest]? {
        if case .messages(let messages) = exchange?.request { messages.map(\.digest) } else { nil }
    }

    var isRequesting: Bool { exchange != nil }

    /// How long the puller waits for the next tick; nil if it waits for none.
    var pause: Duration? { tick.map { $0.time - now } }

    var wall: UnixTime { .testBuildDate + UInt64(now / .milliseconds(1)) }

    // MARK: Events

    mutating func start() { send(.started) }

    /// Ends the puller, and starts another one with the cursors of the store.
    mutating func restart(group: GroupID? = nil) {
        (exchange, tick, job, search) = (nil, nil, nil, nil)
        if let group { store.group = group }
        let node = Puller.Node(node.key, node.instance, store.group, isEmpty: store.stored.isEmpty)
        puller = Puller(
            node, pace: pace, cursors: store.cursors, claim: store.claim,
            hasLaterExceptions: store.exceptions.contains { $0.before.id >= store.settled.id }, hasAnsweredBefore: true,
            report: puller.report)
        start()
    }

    mutating func send(_ event: Puller.Event) {
        for action in puller.handle(event, Moment(now: now, wall: wall, random: random)) { perform(action) }
    }

    /// Answers the request in progress: as the peer does, unless an answer is given.
    mutating func answer(_ answer: Puller.Answer? = nil, after duration: Duration = .zero) {
        guard let exchange else { return }
        self.exchange = nil
        send(.answered(answer ?? peer.answer(exchange.request, store), number: exchange.number, after: duration))
    }

    mutating func fail(_ failure: PullFailure) { answer(.failed(failure)) }

    /// Stores the oldest answer that the puller has given to the store.
    mutating func storeAnswer() {
        guard let job else { return }
        self.job = nil
        let result = storeError.map(Result.failure) ?? .success(store.store(job))
        if case .success(let answer) = result, answer.isCommitted { commits += 1 }
        send(.stored(result))
    }

    /// Loses the outcome of a commit that the store has made.
    mutating func storeAnswerWithoutOutcome() {
        guard let job else { return }
        self.job = nil
        _ = store.store(job)
        send(.stored(.failure(.outcomeUnknown)))
    }

    /// Tells the puller what the search of the store has found.
    mutating func endSearch() {
        guard let search else { return }
        self.search = nil
        send(.found(.success(store.found(rowsFrom: search.rowsFrom))))
    }

    /// Lets the time of the next tick come.
    mutating func passPause() {
        guard let tick else { return }
        now = tick.time
        self.tick = nil
        send(.ticked(tick.number))
    }

    private mutating func perform(_ action: Puller.Action) {
        switch action {
        case .request(let request, let number):
            exchange = Exchange(request: request, number: number, sent: now)
            switch request {
            case .log(let pull):
                pulls.append(pull)
                falselyClaimed += missing(upTo: pull.claim.settled).filter { !pull.claim.lacks.contains($0) }
            case .messages(let messages):
                let missing = store.missing(messages)
                if !missing.isEmpty { asks.append(missing) }
            }
        case .store(let job):
            (self.job, jobs) = (job, jobs + [job])
            if storesAtOnce { storeAnswer() }
        case .find(let id):
            searches += 1
            search = (id, ())
            if searchesAtOnce { endSearch() }
        // An action before this one may have led to a later tick.
        case .tick(let duration, let number) where number > tick?.number ?? 0: tick = (now + duration, number)
        case .tick: break
        case .notify(let notice): notices.append(notice)
        }
    }

    // MARK: Time

    /// Lets the time pass. The peer answers at once, or when the wait of the request is over.
    ///
    /// - Returns: whether the puller made at most a million steps.
    @discardableResult
    mutating func run(for duration: Duration) -> Bool {
        let end = now + duration
        for _ in 0..<1_000_000 {
            let answer = exchange.map { peer.answer($0.request, store) }
            let answerTime = exchange.map { max(now, $0.sent + (answer?.isNews == true ? .zero : $0.request.wait)) }
            guard let next = [answerTime, tick?.time].compactMap(\.self).min(), next <= end else {
                now = end
                return true
            }
            now = max(now, next)
            if let exchange, let answer, answerTime == next {
                self.answer(answer, after: now - exchange.sent)
            } else {
                passPause()
            }
        }
        return false
    }

    /// The ids up to the settled position whose messages are neither stored nor refused nor exceptions, and that are not passed.
    var missed: [LogID] {
        let ids = missing(upTo: store.cursors.current.positions.first(where: peer.contains) ?? .start)
        return ids.filter { id in !store.exceptions.contains { $0.before.id < id && id <= $0.last } }
    }

    /// Returns the ids of the missing messages up to a position: not stored, not refused and not passed. Returns none for a position
    /// of another log.
    private func missing(upTo end: LogPosition) -> [LogID] {
        guard peer.contains(end) else { return [] }
        return peer.log.filter { entry in
            entry.position.id <= end.id && !entry.isPassed && !store.stored.contains(entry.digest)
                && !store.refused.contains(entry.digest)
        }.map(\.position.id)
    }
}

extension Puller.Request {
    /// How long the peer may delay its answer.
    fileprivate var wait: Duration {
        if case .log(let request) = self { .seconds(request.waitSeconds) } else { .zero }
    }
}

extension Puller.Answer {
    /// Whether a request that may wait gets this answer at once.
    fileprivate var isNews: Bool {
        if case .page(let page) = self { !page.entries.isEmpty } else { true }
    }
}

extension LogID {
    static func at(_ id: UInt64) -> LogID { LogID.zero.advanced(by: id) }
}
