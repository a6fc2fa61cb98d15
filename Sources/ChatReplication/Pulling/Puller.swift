internal import ChatExchange
package import ChatModel
package import ChatStore

/// Decides what to do next about one peer: a pure state machine with events in and actions out.
///
/// A puller gets time and randomness as values and performs nothing itself; ``PeerPuller`` performs the actions. At any moment at
/// most one request is in progress and one job is being stored, and at most one more answer waits for that.
///
/// The *settled* position, which the store has, is where everything before it is stored, refused, passed or an exception. From
/// there on the log is *read*, in memory. In between, some messages are *wanted*: see ``Wants``.
package struct Puller {
    package enum Event {
        case started
        /// The request with this number has ended, after this time.
        case answered(Answer, number: Int, after: Duration)
        case stored(Result<StoredAnswer, StoreError>)
        case found(Result<FoundMessages, StoreError>)
        /// The store has noted damaged messages, which are due at once.
        case damageNoted
        /// Messages that wait may be taken in at once.
        case letIn
        /// The time of ``Action/tick(_:number:)`` is over.
        case ticked(Int)
        /// The peer may be reached now: it has sent a request or opened a link, or the network has changed.
        case woken
    }

    package enum Answer {
        case page(LogPage)
        /// The answer to a request by digests.
        ///
        /// - Parameter missing: those of the messages that this node still lacked, in their order: only they were requested. The
        ///   page is nil if there are none.
        case messages(LogPage?, missing: [Digest])
        case failed(PullFailure)
    }

    package enum Request: Hashable, Sendable {
        case log(PullRequest)
        /// Those of the messages that this node still lacks.
        case messages([WantedMessage])
    }

    package enum Action {
        /// Send a request. The one before ends its wait, and its answer counts no more.
        case request(Request, number: Int)
        /// Judge an answer and store it. The number is that of the request.
        case store(StoreJob)
        /// Search the store for exceptions from an id on, unless it is nil, and for due messages.
        case find(rowsFrom: LogID?)
        /// Send ``Event/ticked(_:)`` after this time.
        case tick(Duration, number: Int)
        case notify(Notice)
    }

    /// What a puller knows of its own node.
    package struct Node: Sendable {
        let key: PublicKey
        let instance: Instance
        let group: GroupID
        /// Whether nothing is stored.
        let isEmpty: Bool

        package init(_ key: PublicKey, _ instance: Instance, _ group: GroupID, isEmpty: Bool = false) {
            (self.key, self.instance, self.group, self.isEmpty) = (key, instance, group, isEmpty)
        }
    }

    /// The request in progress.
    enum Activity {
        case log(PullRequest)
        case messages(Ask)
        case search

        /// Whether the peer may delay the answer until it has news.
        var isWaiting: Bool { if case .log(let request) = self { request.waitSeconds > 0 } else { false } }
    }

    let node: Node
    let pace: Pace
    /// How far the peer's logs are settled in the store.
    package internal(set) var cursors: PeerCursors
    /// What the node has of the log, as it tells the peer.
    var claim: SettledClaim
    /// The highest id of the exceptions that were noted since the start. The claim names those up to the settled position.
    var lastException = LogID.zero
    /// Whether the store had exceptions behind the settled position at the start. The peer's log may be another one by now.
    private let hasLaterExceptions: Bool
    /// Whether the peer has answered in an earlier lifetime of this node.
    let hasAnsweredBefore: Bool
    package internal(set) var report: PullReport
    var notices = PullNotices()

    /// The position up to which the log is read, as the marks prove, also of answers that are not stored yet.
    package internal(set) var read: LogPosition
    /// The position up to which what was read is stored, as far as it is not wanted.
    var storedEnd: LogPosition
    /// Whether the peer's log lacks the settled position, so that the peer has to choose the id from which it is read.
    var isLost = false
    /// Messages that were stored already, since the log is read from its present start. An honest peer names a message at most
    /// twice: without its values, and again when it has got them.
    var known = 0
    /// Whether the last answer had only messages that wait, so that they are only listed.
    var isSpent = false
    var isCaughtUp = false
    var wants: Wants
    var rounds: Rounds
    var trouble: Trouble
    var bodies: BodyChoice
    var backoff: Backoff

    /// Answers that are not stored yet, the oldest first.
    var queue: [StoreJob] = []
    var isStoring = false
    /// When the store notes the position that was ``reached``; nil if that is the settled one.
    var settlingTime: Duration?
    /// When the store is tried again after a failure; nil if it works. Nothing is requested meanwhile.
    var storeRetry: Duration?

    var activity: Activity?
    /// The number of the last request.
    private(set) var number = 0
    /// Until when nothing is requested, and whether ``Event/woken`` ends that.
    var pause: (until: Duration, isWakeable: Bool)?
    private var timer: (time: Duration, number: Int)?
    /// The number of the last tick.
    private var ticks = 0
    /// The largest number of messages in a request of whole ones.
    var limit: Int
    /// The largest number of messages in a request by digests.
    var askLimit = Limits.requestedDigests
    /// Whether a page of the log has to come before the peer is asked for messages again: it shows that the peer answers.
    var needsLog = true

    /// - Parameter report: the report of an earlier pass over the same peer's log, by the same clock.
    package init(
        _ node: Node, pace: Pace, cursors: PeerCursors, claim: SettledClaim? = nil, hasLaterExceptions: Bool = false,
        hasAnsweredBefore: Bool = false, report: PullReport = PullReport()
    ) {
        (self.node, self.pace, self.cursors, self.report) = (node, pace, cursors, report)
        self.claim = claim ?? SettledClaim(settled: cursors.settled)
        (self.hasLaterExceptions, self.hasAnsweredBefore) = (hasLaterExceptions, hasAnsweredBefore)
        (read, storedEnd) = (cursors.settled, cursors.settled)
        wants = Wants(pace)
        rounds = Rounds(pace)
        trouble = Trouble(pace)
        bodies = BodyChoice(isAll: node.isEmpty)
        backoff = Backoff(pace)
        limit = pace.pageMessages
    }

    /// The public key that the peer claims; nil before its first page, and if the peer is this node itself.
    package var claimedNode: PublicKey? { report.state == .thisNode ? nil : report.node }

    package mutating func handle(_ event: Event, _ moment: Moment) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .started: if hasLaterExceptions { readAgain(from: cursors.settled) }
        case .answered(let answer, let number, let duration):
            guard number == self.number, let activity else { return [] }
            self.activity = nil
            actions = answered(answer, to: activity, after: duration, moment)
        case .stored(let result): actions = stored(result, moment)
        case .found(.failure(let error)): storeNotRead(error.code, moment)
        case .found(.success(let found)):
            activity = nil
            rounds.found(found)
            if let range = found.rows.first(where: { $0.digest == nil }) { readAgain(from: range.before) }
        case .damageNoted: rounds.searchSoon()
        case .letIn: rounds.letIn()
        case .ticked(let number):
            guard number == timer?.number else { return [] }
            timer = nil
        case .woken: wake(moment)
        }
        return actions + proceed(moment)
    }

    /// Does what is to be done now.
    private mutating func proceed(_ moment: Moment) -> [Action] {
        let now = moment.now
        if let time = storeRetry, time <= now { storeRetry = nil }
        if let time = pause?.until, time <= now { pause = nil }
        let actions = storeNext(moment) + requestNext(now)
        return actions + setTimer(now)
    }

    private mutating func requestNext(_ now: Duration) -> [Action] {
        guard storeRetry == nil, pause == nil, queue.count < 2, activity?.isWaiting ?? true,
            let next = nextActivity(now)
        else { return [] }
        // A wait ends for everything but another request for the log.
        if case .log = next, activity != nil { return [] }
        activity = next
        number += 1
        return switch next {
        case .log(let request): [.request(.log(request), number: number)]
        case .messages(let ask): [.request(.messages(ask.messages), number: number)]
        case .search: [.find(rowsFrom: rounds.nextRow)]
        }
    }

    private mutating func nextActivity(_ now: Duration) -> Activity? {
        if !needsLog, let ask = nextAsk(now) { return .messages(ask) }
        if isCaughtUp, queue.isEmpty, !needsLog, rounds.needsSearch(at: now) { return .search }
        return nextLogRequest().map(Activity.log)
    }

    /// Makes the time at which something is due the time of the next tick.
    private mutating func setTimer(_ now: Duration) -> [Action] {
        let later = storeRetry == nil ? [wants.nextTime(after: now), isStoring ? nil : settlingTime] : [storeRetry]
        let times = (later + [pause?.until]).compactMap(\.self)
        guard let next = times.min() else {
            timer = nil
            return []
        }
        guard next != timer?.time else { return [] }
        ticks += 1
        timer = (next, ticks)
        return [.tick(next - now, number: ticks)]
    }

    private mutating func wake(_ moment: Moment) {
        guard let pause, pause.isWakeable else { return }
        // The pause ends with the first of its two ends.
        let delay = backoff.wakeDelay(at: moment.now)
        self.pause = (min(pause.until, moment.now + delay), false)
    }

    /// Requests nothing for some time.
    mutating func pause(_ duration: Duration, isWakeable: Bool, _ now: Duration) {
        guard duration > .zero else { return }
        pause = (max(pause?.until ?? .zero, now + duration), isWakeable)
    }

    private mutating func answered(
        _ answer: Answer, to activity: Activity, after duration: Duration, _ moment: Moment
    ) -> [Action] {
        switch (activity, answer) {
        case (.log(let request), .page(let page)): came(page, for: request, after: duration, moment)
        case (.log(let request), .failed(let failure)): failed(failure, request, moment)
        case (.messages(let ask), .messages(let page, let missing)): came(page, missing: missing, for: ask, moment)
        case (.messages(let ask), .failed(let failure)): failed(failure, ask, moment)
        default: []
        }
    }
}

/// A message to request by its digest, unless this node has it by then.
package struct WantedMessage: Hashable, Sendable {
    package let digest: Digest
    /// Whether this node needs its erasable values, too.
    package let needsValues: Bool

    package init(_ digest: Digest, needsValues: Bool) {
        (self.digest, self.needsValues) = (digest, needsValues)
    }
}
