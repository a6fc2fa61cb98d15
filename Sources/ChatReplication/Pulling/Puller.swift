internal import ChatExchange
package import ChatModel
package import ChatStore

/// What to do next about one peer: a pure state machine, events in and actions out.
///
/// It takes time and randomness as values and does nothing itself; ``PeerPuller`` performs what it says. At any moment
/// at most one page is being fetched, one applied, and one held that was fetched while another was applied.
package struct Puller {
    package enum Event {
        case started
        /// A page came for the request under way, after that long.
        case fetched(LogPage, after: Duration)
        case notFetched(PullFailure)
        case applied(Applied)
        case notApplied(StoreError)
        /// The pause with that number is over.
        case pauseEnded(Int)
        /// Somebody who claims the peer's key has just asked this node.
        case woken
    }

    package enum Action {
        case fetch(PullRequest)
        /// Judge the page's entries, store what is good and move the cursor, in one transaction.
        case apply(PageToApply)
        /// Tell when this time is over.
        case pause(Duration, number: Int)
        case say(Notice)
    }

    private enum Activity {
        case idle
        /// Obsolete: what comes does not follow on the cursor any more.
        case fetching(PullRequest, obsolete: Bool)
        /// Only a pause after a failure ends early.
        case pausing(number: Int, wakeable: Bool)
    }

    let node: PublicKey
    let instance: Instance
    let pace: Pace

    /// As the store has it.
    package private(set) var cursor: Cursor
    /// What pulling has come to.
    package private(set) var report: PullReport
    /// Whose key the peer claims to have; nothing where it is this node itself.
    package var claimedNode: PublicKey? { report.state == .itself ? nil : report.node }

    /// Where the next request begins.
    private var start: LogStart
    private var activity = Activity.idle
    private var applying: PageToApply?
    private var held: PageToApply?
    /// Places that could not be read, to be accounted for with the next page.
    private var unreadable: [LogID] = []
    /// What was asked for again because the page that came was not what its mark says: a second such page is taken.
    private var doubted: LogStart?
    /// The peer's run when it last gave a page, readable or not: its log can be another one in another run.
    private var peerInstance: Instance?
    /// Steps of one id in a row over something that cannot be read.
    private var steps = 0
    /// Messages to ask for.
    private var limit: Int
    private var isCaughtUp = false

    /// Failures of the peer in a row.
    private var failures = 0
    /// Failures of the store in a row.
    private var storeFailures = 0
    /// Answers without progress in a row.
    private var strikes = 0
    /// Pages with nothing new in a row that an honest peer would not have sent.
    private var uselessPages = 0
    /// Known messages since this walk through the log began. An honest log holds each message once, so that they
    /// cannot be more than are held here.
    private var knownInWalk = 0
    /// To be made before the next request.
    private var owedPause = Duration.zero
    private var pauses = 0
    private var lastWake: Duration?
    private var lastFailingSaid: Duration?
    /// When the event came that is handled.
    private var now = Duration.zero
    private var said = Said()

    /// - Parameter report: what an earlier walk through the same peer's log has come to, by the same clock.
    package init(node: PublicKey, instance: Instance, pace: Pace, cursor: Cursor, report: PullReport = PullReport()) {
        self.node = node
        self.instance = instance
        self.pace = pace
        self.cursor = cursor
        self.report = report
        start = .after(cursor.newest)
        limit = pace.pageMessages
    }

    /// - Parameters:
    ///   - now: a monotonic clock's reading.
    ///   - random: 0 ..< 1.
    package mutating func handle(_ event: Event, now: Duration, random: Double) -> [Action] {
        self.now = now
        return switch event {
        case .started: fetchNext()
        case .fetched(let page, let duration): fetched(page, after: duration, random)
        case .notFetched(let failure): notFetched(failure, random)
        case .applied(let applied): self.applied(applied, random)
        case .notApplied(let error): notApplied(error, random)
        case .pauseEnded(let number): pauseEnded(number)
        case .woken: woken()
        }
    }
}

// MARK: - Asking and pausing

extension Puller {
    /// Asks for the next page, unless one is under way, one is held or a pause is owed.
    private mutating func fetchNext() -> [Action] {
        // Asked to wait, the peer would keep a page back that is needed at once if the one before is not applied.
        guard case .idle = activity, held == nil, !isCaughtUp || applying == nil else { return [] }
        guard owedPause == .zero else {
            defer { owedPause = .zero }
            return pause(owedPause, wakeable: false)
        }
        // A page that is being applied is part of the cursor soon.
        if case .newestCommon = start, applying != nil { return [] }
        let wait = isCaughtUp ? pace.waitSeconds : 0
        let request = PullRequest(from: start, limit: limit, waitSeconds: wait, node: node, instance: instance)
        activity = .fetching(request, obsolete: false)
        return [.fetch(request)]
    }

    private mutating func pause(_ duration: Duration, wakeable: Bool) -> [Action] {
        guard duration > .zero else { return fetchNext() }
        pauses += 1
        activity = .pausing(number: pauses, wakeable: wakeable)
        return [.pause(duration, number: pauses)]
    }

    private mutating func pauseEnded(_ number: Int) -> [Action] {
        guard case .pausing(number, _) = activity else { return [] }
        activity = .idle
        return fetchNext()
    }

    private mutating func woken() -> [Action] {
        guard case .pausing(_, wakeable: true) = activity else { return [] }
        if let lastWake, now - lastWake < pace.wakeInterval { return [] }
        lastWake = now
        activity = .idle
        return fetchNext()
    }

    /// Takes the walk up at the cursor again, whatever was fetched ahead.
    private mutating func rewind(to start: LogStart) {
        self.start = start
        held = nil
        unreadable = []
        knownInWalk = 0
        isCaughtUp = false
    }
}

// MARK: - What came

extension Puller {
    private mutating func fetched(_ page: LogPage, after duration: Duration, _ random: Double) -> [Action] {
        guard case .fetching(let request, let obsolete) = activity else { return [] }
        activity = .idle
        guard !obsolete else { return pauseForStore(random) }
        guard page.head.instance != instance else { return isMyself(page.head) }
        if isUnwitnessed(request, page.head) { return askWithMark(random) }
        guard let place = page.place(for: request.from) else {
            let reason = "The page does not start after the requested position."
            return passOver(request, PullFailure(.unreadable(page.head), reason), random)
        }
        if place.isComplete == false, doubted != request.from {
            // Not what lies there: an answer to another question, or one that was changed on the way.
            doubted = request.from
            return fetchNext()
        }
        doubted = nil
        var actions = greeted(page.head)
        steps = 0
        if duration < pace.quickPage { limit = min(limit * 2, pace.pageMessages) }
        isCaughtUp = page.head.next.id >= page.head.high
        if page.entries.isEmpty, unreadable.isEmpty, page.head.next == cursorAhead.newest {
            // Nothing new, also behind a common position. Said at once although the peer was asked to wait, or is not at
            // its end: no progress.
            start = .after(cursorAhead.newest)
            if request.waitSeconds > 0, duration >= .seconds(request.waitSeconds) / 2 {
                strikes = 0
            } else if request.waitSeconds > 0 || !isCaughtUp {
                strike(random)
            }
        } else {
            actions += accept(page, place)
        }
        noteProgress()
        return actions + fetchNext()
    }

    /// Whether the page was asked for without a mark, and another run gave the one before or nothing showed which: the
    /// peer may have been restored, and what lies before the page be of another log.
    private mutating func isUnwitnessed(_ request: PullRequest, _ head: PageHead) -> Bool {
        defer { peerInstance = head.instance }
        guard case .after(let past, nil) = request.from, past > .zero else { return false }
        return peerInstance != head.instance
    }

    private mutating func askWithMark(_ random: Double) -> [Action] {
        strike(random)
        rewind(to: .after(cursorAhead.newest))
        return fetchNext()
    }

    private mutating func noteProgress() {
        report.reached(
            cursor.newest.id, isFetched: isCaughtUp, isStored: applying == nil && unreadable.isEmpty, at: now)
    }

    /// The cursor once all that was fetched is applied.
    var cursorAhead: Cursor { (held ?? applying)?.nextCursor ?? cursor }

    private mutating func accept(_ page: LogPage, _ place: PagePlace) -> [Action] {
        let next = cursorAhead.advanced(to: page.head.next, after: place.base)
        let pageToApply = PageToApply(
            entries: page.entries, unreadable: unreadable, nextCursor: next,
            retryFrom: retryFrom(page, place),
            leavesOut: place.isComplete == false)
        unreadable = []
        start = .after(next.newest)
        guard applying == nil else {
            held = pageToApply
            return []
        }
        applying = pageToApply
        return [.apply(pageToApply)]
    }

    /// A page that stands still with another mark takes the place of the position that it was asked from: a retry goes back
    /// before that.
    private func retryFrom(_ page: LogPage, _ place: PagePlace) -> LogID? {
        guard place.isComplete != true else { return nil }
        let first = place.base.advanced(by: 1)
        return place.base > .zero ? min(first, page.head.next.id) : first
    }

    private mutating func applied(_ applied: Applied, _ random: Double) -> [Action] {
        guard let done = applying else { return [] }
        cursor = done.nextCursor
        applying = held
        held = nil
        storeFailures = 0
        report.stored(at: now)
        noteProgress()
        var actions = stored(applied, of: done, random)
        if let applying { actions.append(.apply(applying)) }
        return actions + fetchNext()
    }

    /// Judges what a page was good for.
    private mutating func stored(_ applied: Applied, of page: PageToApply, _ random: Double) -> [Action] {
        var notices: [Action] = said.storing().map { [.say($0)] } ?? []
        knownInWalk += applied.known
        let isRepeating = knownInWalk > applied.messagesHeld
        if applied.stored > 0 {
            strikes = 0
            uselessPages = 0
            said.restored = false
        } else if isRepeating || applied.known == 0 || applied.quarantined + applied.skipped > 0 {
            uselessPages += 1
            owedPause = max(owedPause, pace.pause(uselessPages: uselessPages, random: random))
        }
        if applied.known > 0, page.retryFrom == nil, !isRepeating { strikes = 0 }
        if page.leavesOut, applied.firstReason == nil, said.first(\.leavesOut) {
            notices.append(.say(.leavesOut(page.retryFrom ?? .zero)))
        }
        if isRepeating, said.first(\.repeating) { notices.append(.say(.repeating)) }
        if let reason = applied.firstReason, said.first(\.badMessages) { notices.append(.say(.badMessages(reason))) }
        return notices
    }

    private mutating func notApplied(_ error: StoreError, _ random: Double) -> [Action] {
        applying = nil
        rewind(to: .after(cursor.newest))
        storeFailures += 1
        report.notStored(error.description, at: now)
        let notices: [Action] = said.first(\.notStored) ? [.say(.notStored(error.description))] : []
        if case .fetching(let request, _) = activity {
            activity = .fetching(request, obsolete: true)
            return notices
        }
        return notices + pauseForStore(random)
    }

    private mutating func pauseForStore(_ random: Double) -> [Action] {
        pause(pace.backoff(failures: storeFailures, random: random), wakeable: false)
    }
}

// MARK: - What did not come

extension Puller {
    private mutating func notFetched(_ failure: PullFailure, _ random: Double) -> [Action] {
        guard case .fetching(let request, let obsolete) = activity else { return [] }
        activity = .idle
        guard !obsolete else { return pauseForStore(random) }
        switch failure.kind {
        case .cursorUnknown:
            return fallBack(from: request, failure, random)
        case .unreadable(let head):
            if isUnwitnessed(request, head) { return askWithMark(random) }
            return passOver(request, failure, random)
        case .tooLarge:
            // As a page that cannot be read, but each try costs the most that a page may.
            owedPause = pace.backoff(failures: strikes + 1, random: random)
            return sayFailing(failure) + passOver(request, failure, random)
        case .tooSlow, .failed:
            // It may be one message behind which no answer ends.
            limit = max(1, limit / 2)
            return failed(failure, random)
        }
    }

    private mutating func failed(_ failure: PullFailure, _ random: Double) -> [Action] {
        failures += 1
        report.failed(failure.reason, at: now)
        isCaughtUp = false
        return sayFailing(failure) + pause(pace.backoff(failures: failures, random: random), wakeable: true)
    }

    /// Says it, but not of a peer that comes and goes more often than somebody reads.
    private mutating func sayFailing(_ failure: PullFailure) -> [Action] {
        if let lastFailingSaid, now - lastFailingSaid < pace.failingInterval { return [] }
        guard said.first(\.failing) else { return [] }
        lastFailingSaid = now
        return [.say(.failing(failure.reason))]
    }

    /// The peer does not have the log that the cursor means: looks for the newest common position.
    private mutating func fallBack(from request: PullRequest, _ failure: PullFailure, _ random: Double) -> [Action] {
        switch request.from {
        case .after(.zero, _):
            // A request from the beginning must never get 409.
            rewind(to: .beginning)
            return failed(failure, random)
        case .after:
            let known = (applying?.nextCursor ?? cursor)
            rewind(to: known.positions.isEmpty ? .beginning : .newestCommon(known))
        case .newestCommon:
            // The request lists every known position, so 409 is a peer error.
            rewind(to: .beginning)
        }
        strike(random)
        let notices: [Action] = said.first(\.restored) ? [.say(.restored)] : []
        return notices + fetchNext()
    }

    /// Asks for half as much; passes the one message over that cannot be read alone.
    private mutating func passOver(_ request: PullRequest, _ failure: PullFailure, _ random: Double) -> [Action] {
        report.failed(failure.reason, at: now)
        guard request.limit == 1 else {
            strike(random)
            limit = max(1, request.limit / 2)
            return fetchNext()
        }
        guard let (first, place, mark) = placesBehind(request, failure) else {
            strike(random)
            rewind(to: .beginning)
            return fetchNext()
        }
        unreadable.append(first)
        start = .after(place, mark: mark)
        // Each step leads on, so that there is an end of them.
        owedPause = max(owedPause, steps > pace.steps ? pace.unreadablePause : .zero)
        let account = accountForUnreadable(failure, place)
        let reason = "id \(place): \(failure.reason)"
        let notices: [Action] = said.first(\.badMessages) ? [.say(.badMessages(reason))] : []
        return notices + account + fetchNext()
    }

    /// Where many messages in a row cannot be read, those passed over are accounted for before there is one that can: a
    /// node that is stopped goes on behind them. The position is the page's word; if it is wrong, the peer says so.
    private mutating func accountForUnreadable(_ failure: PullFailure, _ place: LogID) -> [Action] {
        guard unreadable.count >= pace.steps, applying == nil, held == nil,
            case .unreadable(let head) = failure.kind, head.next.id == place
        else { return [] }
        let work = PageToApply(
            entries: [], unreadable: unreadable, nextCursor: cursor.advanced(to: head.next, after: cursor.newest.id),
            retryFrom: nil, leavesOut: false)
        unreadable = []
        applying = work
        return [.apply(work)]
    }

    /// The lowest id at which what cannot be read may lie, and where to go on: one id further, without a mark. The page's
    /// own word for what lies behind it is not relied on, as long as such steps lead on. Where they do not, the ids have a
    /// gap there, and it is.
    private mutating func placesBehind(
        _ request: PullRequest, _ failure: PullFailure
    ) -> (first: LogID, place: LogID, mark: Mark?)? {
        steps += 1
        var next: LogPosition?
        if case .unreadable(let head) = failure.kind { next = head.next }
        guard case .after(let past, _) = request.from else {
            return next.map { (LogID.zero.advanced(by: 1), $0.id, $0.mark) }
        }
        let first = past.advanced(by: 1)
        if steps > pace.steps, let next, next.id > past { return (first, next.id, next.mark) }
        return (first, first, nil)
    }

    private mutating func strike(_ random: Double) {
        strikes += 1
        owedPause = max(owedPause, pace.pause(strikes: strikes, random: random))
    }

    private mutating func isMyself(_ head: PageHead) -> [Action] {
        report.answered(head, isItself: true, at: now)
        let notices: [Action] = said.first(\.myself) ? [.say(.myself)] : []
        return notices + pause(pace.longestBackoff, wakeable: false)
    }

    /// Notes who answered, and that somebody did.
    private mutating func greeted(_ head: PageHead) -> [Action] {
        failures = 0
        report.answered(head, at: now)
        var notices: [Action] = said.answering().map { [.say($0)] } ?? []
        if head.node == node, said.first(\.clone) { notices.append(.say(.clone)) }
        return notices
    }
}

/// What has been said and need not be said again.
private struct Said {
    var failing = false
    var notStored = false
    var restored = false
    var repeating = false
    var leavesOut = false
    var badMessages = false
    var myself = false
    var clone = false

    /// Whether it is said for the first time.
    mutating func first(_ notice: WritableKeyPath<Said, Bool>) -> Bool {
        defer { self[keyPath: notice] = true }
        return !self[keyPath: notice]
    }

    mutating func answering() -> Notice? {
        defer { failing = false }
        return failing ? .answering : nil
    }

    mutating func storing() -> Notice? {
        defer { notStored = false }
        return notStored ? .storing : nil
    }
}
