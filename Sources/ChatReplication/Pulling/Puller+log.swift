internal import ChatExchange
internal import ChatModel
internal import ChatStore

// MARK: - Requests

extension Puller {
    /// Returns the next request for the log; nil if none should be sent now.
    mutating func nextLogRequest() -> PullRequest? {
        var request = PullRequest(
            from: .after(read), limit: limit, claim: isLost ? SettledClaim() : presentClaim, waitSeconds: 0,
            node: node.key,
            instance: node.instance, group: node.group)
        if isLost {
            // What is being stored changes the cursors.
            guard queue.isEmpty else { return nil }
            let known = cursors.all
            request.from = known.positions.isEmpty ? .beginning : .newestCommon(known)
        }
        switch trouble.step {
        case .none:
            request.bodies = isSpent ? .none : bodies.bodies(after: read.id)
            if request.bodies != .all { request.limit = Limits.listEntries }
        case .list(let limit): (request.bodies, request.limit) = (.none, limit)
        case .entry: request.limit = 1
        case .probe(let distance):
            (request.from, request.limit) = (.after(read.id.advanced(by: distance), mark: nil), 1)
        }
        let room = wants.room - queue.reduce(0) { $0 + ($1.page?.entries.count ?? 0) }
        if room <= 0 {
            guard needsLog else { return nil }
            request.bodies = .none
        }
        if request.bodies != .all { request.limit = min(request.limit, max(room, 1)) }
        if isCaughtUp, trouble.isNone {
            // If storing failed, a page would have to be requested again.
            guard queue.isEmpty else { return nil }
            request.waitSeconds = needsLog ? 0 : pace.waitSeconds
        }
        return request
    }

    /// What the node has of the log, also as far as the store has not noted it yet.
    private var presentClaim: SettledClaim {
        guard reached.id > cursors.settled.id, claim.settled == cursors.settled, cursors.settled.id >= lastException,
            !isReadAgain
        else { return claim }
        return SettledClaim(settled: reached, lacks: claim.lacks)
    }

    /// The log is read again, as lists, from a position, or from the settled one if that is before it: what is wanted there is
    /// forgotten.
    mutating func readAgain(from position: LogPosition) {
        let position = position.id < cursors.settled.id ? position : cursors.settled
        var job = StoreJob()
        job.move = .back(position, isOtherLog: false)
        bodies.readsAgain(upTo: read.id)
        moveReading(to: position)
        queue.append(job)
    }

    /// Goes on reading from a position. What is wanted is forgotten, so the settled position must not pass it with a job that is
    /// not stored yet.
    private mutating func moveReading(to position: LogPosition) {
        (read, storedEnd, isCaughtUp) = (position, position, false)
        known = 0
        wants.clear()
        for index in queue.indices { if case .forward = queue[index].move { queue[index].move = nil } }
    }
}

// MARK: - Pages

extension Puller {
    mutating func came(
        _ page: LogPage, for request: PullRequest, after duration: Duration, _ moment: Moment
    ) -> [Action] {
        guard page.head.instance != node.instance else {
            report.received(page.head, isThisNode: true, at: moment.now)
            pause(pace.longestBackoff, isWakeable: false, moment.now)
            return notices.first(.thisNode)
        }
        needsLog = false
        let actions = answered(page.head, moment)
        if duration < pace.quickPage { limit = min(limit * 2, pace.pageMessages) }
        if case .probe = trouble.step {
            trouble.probed(page)
            if page.entries.isEmpty { pause(backoff.peerFailed(moment.random), isWakeable: true, moment.now) }
            return actions
        }
        if case .after(let id, _) = request.from, page.head.next.id < id {
            let reason = "The page does not start after the requested position."
            return actions + failed(.unreadable(reason: reason), request, moment)
        }
        guard let start = start(of: page, request), let positions = page.positions(from: start) else {
            return actions + unusable(page, request, moment)
        }
        if isLost {
            isLost = false
            change(to: start)
        }
        trouble.succeeded()
        isCaughtUp = page.head.next.id >= page.head.high
        if isCaughtUp { bodies.caughtUp() }
        // The page was requested as a list after another peer was pulled first.
        if request.bodies == .all, page.entries.contains(where: { if case .listed = $0 { true } else { false } }) {
            bodies.areKnown(upTo: page.head.high)
        }
        if bodies.listedUpTo == .zero, read.id == .zero, !node.isEmpty { bodies.readsAgain(upTo: page.head.high) }
        if page.entries.isEmpty {
            noNews(request, after: duration, moment)
        } else {
            read = page.head.next
            var job = StoreJob()
            (job.page, job.number, job.isProven, job.positions) = (page, number, true, [start] + positions)
            job.move = .forward(read)
            queue.append(job)
        }
        if isCaughtUp { wants.endIsRead(at: moment.now) }
        reportPosition(moment)
        return actions
    }

    /// Returns the position after which a page begins; nil if it is none that is known.
    private func start(of page: LogPage, _ request: PullRequest) -> LogPosition? {
        switch request.from {
        case .after(let id, let mark): LogPosition(id: id, mark: mark ?? .zero)
        case .newestCommon(let cursor): page.start(oneOf: cursor)
        }
    }

    private mutating func answered(_ head: PageHead, _ moment: Moment) -> [Action] {
        if backoff.peerAnswered() { rounds.peerIsBack() }
        report.received(head, at: moment.now)
        let isWithoutGroup = head.group == .none && node.group != .none
        let clocks = head.now.flatMap { ClockDifference(peer: $0, own: moment.wall) }
        return notices.answering() + notices.clocks(clocks, of: report.name)
            + (head.node == node.key ? notices.first(.clone) : [])
            + (isWithoutGroup ? notices.first(.withoutGroup(own: node.group)) : [])
    }

    /// An empty page after half of the requested wait is the normal answer of a peer without new messages. An empty page that
    /// comes earlier, or before the end of the peer's log, is no progress.
    private mutating func noNews(_ request: PullRequest, after duration: Duration, _ moment: Moment) {
        if request.waitSeconds > 0, duration >= .seconds(request.waitSeconds) / 2 {
            backoff.useful()
        } else if request.waitSeconds > 0 || !isCaughtUp {
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        }
    }

    mutating func reportPosition(_ moment: Moment) {
        let isStored = queue.isEmpty && wants.all.isEmpty
        report.reached(max(reached.id, cursors.settled.id), isFetched: isCaughtUp, isStored: isStored, at: moment.now)
    }

    /// A page came whose mark does not fit. Its good messages are stored all the same.
    private mutating func unusable(_ page: LogPage, _ request: PullRequest, _ moment: Moment) -> [Action] {
        if case .newestCommon = request.from, case .list(1) = trouble.step {
            readFromTheBeginning()
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
            return []
        }
        if let exit = trouble.unusable(page, after: read) { return leave(by: exit, moment) }
        if page.entries.contains(where: { if case .message = $0 { true } else { false } }) {
            var job = StoreJob()
            (job.page, job.number) = (page, number)
            queue.append(job)
        } else {
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        }
        return []
    }

    private mutating func readFromTheBeginning() {
        isLost = false
        trouble = Trouble(pace)
        change(to: .start)
    }

    /// Goes on reading from a position in another log of the peer.
    private mutating func change(to position: LogPosition) {
        var job = StoreJob()
        job.move = .back(position, isOtherLog: true)
        queue.append(job)
        moveReading(to: position)
        rounds.searchSoon()
    }

    /// Leaves out a part of the log, which becomes an exception.
    private mutating func leave(by exit: Trouble.Exit, _ moment: Moment) -> [Action] {
        guard exit.next.id > read.id else {
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
            return []
        }
        var job = StoreJob()
        job.page = exit.page
        job.exceptions = [PeerException(after: read, through: exit.next.id, nil, .unread, since: moment.wall)]
        job.move = .forward(exit.next)
        queue.append(job)
        let first = read.id.advanced(by: 1)
        read = exit.next
        return notices.first(.omitsMessages(from: first))
    }
}

// MARK: - Failures

extension Puller {
    mutating func failed(_ failure: PullFailure, _ request: PullRequest, _ moment: Moment) -> [Action] {
        var exit: Trouble.Exit?
        switch failure {
        case .refused where failure.refusal == .cursorUnknown: return fallBack(from: request, failure, moment)
        case .storeNotRead(let code):
            storeNotRead(code, moment)
            return []
        case .foreignGroup:
            // A request from the peer does not end the pause: if both nodes refused each other, their requests would wake each
            // other again and again.
            report.failed(failure, at: moment.now)
            isCaughtUp = false
            pause(backoff.peerFailed(moment.random), isWakeable: false, moment.now)
        case .unreadable:
            report.failed(failure, at: moment.now)
            exit = trouble.unusable(nil, after: read)
            pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        case .tooLarge:
            exit = trouble.unusable(nil, after: read)
            // Each attempt transfers up to 4 MiB.
            peerFailed(failure, moment)
        case .refused where failure.refusal != nil, .unreachable, .otherNode, .webPage:
            trouble.peerIsAway()
            peerFailed(failure, moment)
        case .brokenOff, .noAnswer, .tooSlow, .noPage, .refused:
            // One large message may keep every answer from finishing.
            limit = max(1, limit / 2)
            exit = trouble.failed(isTransfer: true)
            peerFailed(failure, moment)
        }
        // The position behind which a probe would look for an id is one of the lost log.
        if isLost, case .probe = trouble.step { readFromTheBeginning() }
        return (exit.map { leave(by: $0, moment) } ?? []) + tell(failure, moment)
    }

    /// Returns the notice that the peer fails, if it is due.
    private mutating func tell(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        let hasAnswered = hasAnsweredBefore || report.lastPage != nil
        return notices.failing(failure, hasAnswered: hasAnswered, at: moment.now, pace)
    }

    /// Requests nothing until the store is tried again: it could not say what is missing.
    mutating func storeNotRead(_ code: FailureCode, _ moment: Moment) {
        activity = nil
        storeRetry = moment.now + backoff.storeFailed(moment.random)
        report.notStored(code, at: moment.now)
    }

    private mutating func peerFailed(_ failure: PullFailure, _ moment: Moment) {
        report.failed(failure, at: moment.now)
        isCaughtUp = false
        pause(backoff.peerFailed(moment.random), isWakeable: true, moment.now)
    }

    /// The peer's log does not have the position: it chooses the newest common one.
    private mutating func fallBack(
        from request: PullRequest, _ failure: PullFailure, _ moment: Moment
    ) -> [Action] {
        if case .probe = trouble.step {
            // The log ends before that id.
            trouble = Trouble(pace)
            pause(backoff.peerFailed(moment.random), isWakeable: true, moment.now)
            return []
        }
        guard case .after(let id, _) = request.from, id > .zero else {
            // A request from the beginning, or with every known position, must never get 409.
            peerFailed(failure, moment)
            guard case .newestCommon = request.from else { return tell(failure, moment) }
            readFromTheBeginning()
            return []
        }
        isLost = true
        trouble = Trouble(pace)
        pause(backoff.useless(moment.random), isWakeable: false, moment.now)
        return notices.first(.restored)
    }
}
