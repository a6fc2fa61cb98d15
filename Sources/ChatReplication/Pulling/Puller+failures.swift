internal import ChatExchange
internal import ChatModel

extension Puller {
    mutating func notFetched(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        if case .probing = activity { return probed(failure, moment) }
        guard case .fetching(let request, let isObsolete) = activity else { return [] }
        activity = .idle
        guard !isObsolete else { return pauseForStore(moment) }
        switch failure {
        case .cursorUnknown:
            return fallBack(from: request, failure, moment)
        case .unreadable(let head, _), .wrongStart(let head):
            let needsMark = needsMark(request, head)
            peerInstance = head.instance
            return needsMark ? requestWithMark(moment) : skip(request, failure, moment)
        case .tooLarge:
            // Handled as an unreadable page, after a pause: each attempt transfers up to 4 MiB.
            backoff.tooLarge(moment.random)
            return tell(failure, moment) + skip(request, failure, moment)
        case .foreignGroup(let group, own: .none):
            activity = .takingGroup(group)
            return [.takeGroup(group)]
        case .foreignGroup(let group, let own):
            return refused(group, own: own, moment)
        case .storeNotRead(let code):
            backoff.storeFailed()
            report.notStored(code, at: moment.now)
            return pauseForStore(moment)
        case .tooSlow, .noAnswer, .unreachable, .hostRefused, .notPaired, .removed, .paused, .linkRequired, .otherNode,
            .webPage,
            .brokenOff, .refused, .noPage:
            // One large message may keep every answer from finishing.
            limit = max(1, limit / 2)
            guard request.limit == 1, request.from.mayPrecede(nil),
                failing.failed(at: request.from, now: moment.now, pace)
            else { return failed(failure, moment) }
            return skipFailing(request, failure, moment)
        }
    }

    /// The store has decided whether the node takes the group of the last page.
    mutating func groupDecided(_ own: GroupID, _ moment: Moment) -> [Action] {
        guard case .takingGroup(let group) = activity else { return [] }
        activity = .idle
        guard own == group else { return refused(group, own: own, moment) }
        return notices.first(.tookGroup(group)) + fetchNext()
    }

    /// Pauses, because the peer's group is another one. A request from the peer does not end the pause: if both nodes
    /// refused each other, their requests would wake each other again and again.
    private mutating func refused(_ group: GroupID, own: GroupID, _ moment: Moment) -> [Action] {
        report.failed(.foreignGroup(group, own: own), at: moment.now)
        pass.isCaughtUp = false
        return notices.first(.foreignGroup(group, own: own))
            + pause(backoff.peerFailed(moment.random), isWakeable: false)
    }

    /// Returns the notice that the peer fails, if it is due.
    private mutating func tell(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        let hasAnswered = hasAnsweredBefore || report.lastPage != nil
        return notices.failing(failure, hasAnswered: hasAnswered, at: moment.now, pace)
    }

    private mutating func failed(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        report.failed(failure, at: moment.now)
        pass.isCaughtUp = false
        return tell(failure, moment)
            + pause(backoff.peerFailed(moment.random), isWakeable: true)
    }

    /// The peer's log does not have the cursor's position: requests a page after the newest common position.
    private mutating func fallBack(
        from request: PullRequest, _ failure: PullFailure, _ moment: Moment
    ) -> [Action] {
        switch request.from {
        case .after(.zero, _):
            // A request from the beginning must never get 409.
            rewind(to: .beginning)
            return failed(failure, moment)
        case .after:
            rewind(to: commonStart(queue.first?.nextCursor ?? cursor))
        case .newestCommon:
            // The request lists every known position, so 409 is a peer error.
            rewind(to: .beginning)
        }
        backoff.rewound(moment.random)
        return notices.first(.restored) + fetchNext()
    }

    /// Returns the newest common position, of the log that the peer has now, with a cursor or with the other cursors.
    func commonStart(_ cursor: Cursor) -> LogStart {
        let known = cursor.joined(with: otherCursors)
        return known.positions.isEmpty ? .beginning : .newestCommon(known)
    }

    /// Requests half as many messages, or skips the one message of which a page cannot be read. There is no such message
    /// if the peer's log ends before it.
    mutating func skip(_ request: PullRequest, _ failure: PullFailure, _ moment: Moment) -> [Action] {
        report.failed(failure, at: moment.now)
        guard request.limit == 1 else {
            backoff.strike(moment.random)
            limit = max(1, request.limit / 2)
            return fetchNext()
        }
        guard request.from.mayPrecede(failure.head) else {
            backoff.strike(moment.random)
            return tell(failure, moment) + fetchNext()
        }
        let next = failure.head?.next
        let isLongRow = backoff.skipped(moment)
        guard
            let start = pass.unreadable.skip(
                from: request.from, next, followsNext: isLongRow,
                after: next == nil ? provenPosition(of: request.from) : position(of: request.from))
        else {
            backoff.rewound(moment.random)
            rewind(to: .beginning)
            return fetchNext()
        }
        pass.move(to: .after(start.past, mark: start.mark))
        let account = next.map { accountForUnreadable($0, start.past) } ?? []
        return notices.first(.badMessages(first: start.past, .unreadable(failure))) + account + fetchNext()
    }

    /// Moves the cursor past many unreadable messages in a row before a readable one follows, so that the node continues
    /// after them when it is restarted. The peer states the position; if the position is wrong, the peer's next answer is
    /// 409.
    private mutating func accountForUnreadable(_ next: LogPosition, _ past: LogID) -> [Action] {
        guard pass.unreadable.count >= pace.singleSkips, queue.isEmpty, next.id == past,
            let unreadable = pass.unreadable.take()
        else { return [] }
        return apply(
            PageToApply(
                entries: [], part: PagePart(after: unreadable.before, through: next, completeAfter: nil),
                unreadable: unreadable.count, nextCursor: cursor.advanced(to: next, after: unreadable.before.id),
                instance: peerInstance,
                omitsMessages: false))
    }

    /// Returns the newest known position at or before the start of a request. The start of a request without a mark is
    /// behind skipped messages, beyond the cursor.
    func position(of start: LogStart) -> LogPosition {
        guard case .after(let id, let mark) = start, id > .zero else { return .start }
        if let mark { return LogPosition(id: id, mark: mark) }
        return cursorAhead.positions.first { $0.id <= id } ?? .start
    }

    /// Returns ``position(of:)`` if the last page and the cursor come from the same instance of the peer; otherwise the start of
    /// the log.
    ///
    /// A request that failed may have been refused because the peer does not have the position, and the refusal was lost. Pages
    /// that were requested without a mark cannot show this. Before the first page, both instances are nil. Then the puller skips
    /// a message only after an answer that was too large, which is no refusal, so the peer has the position.
    private func provenPosition(of start: LogStart) -> LogPosition {
        peerInstance == queue.last?.instance ?? cursorInstance ? position(of: start) : .start
    }
}

// MARK: - Messages whose transfer fails

extension Puller {
    /// Skips messages whose transfer always fails, although the peer answers other requests. A round through the gaps
    /// begins at the next end of the log, because good messages may be among the skipped ones.
    private mutating func skipFailing(
        _ request: PullRequest, _ failure: PullFailure, _ moment: Moment
    ) -> [Action] {
        report.failed(failure, at: moment.now)
        side.gaps.roundIsDue()
        guard case .after(let past, _) = request.from else {
            rewind(to: .beginning)
            return fetchNext()
        }
        pass.unreadable.add(after: provenPosition(of: request.from))
        pass.move(to: failing.behind(request.from))
        return notices.first(.badMessages(first: past.advanced(by: 1), .unreadable(failure))) + fetchNext()
    }

    /// A probe brought a page.
    mutating func probed(_ page: LogPage, _ request: PullRequest, _ moment: Moment) -> [Action] {
        activity = .idle
        guard page.head.instance != instance else { return probed(.nothingBehind, moment) }
        let needsMark = needsMark(request, page.head)
        peerInstance = page.head.instance
        if needsMark { return requestWithMark(moment) }
        guard page.entries.isEmpty else { return probed(.passed, moment) }
        return probed(page.head.next.id >= page.head.high ? .end : .nothingBehind, moment)
    }

    /// A probe brought no page that can be read.
    private mutating func probed(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        switch failure {
        case .unreadable, .tooLarge: probed(.passed, moment)
        case .cursorUnknown, .wrongStart: probed(.nothingBehind, moment)
        case .unreachable, .hostRefused, .notPaired, .removed, .paused, .linkRequired, .otherNode, .webPage, .brokenOff,
            .noAnswer, .tooSlow, .refused, .noPage, .foreignGroup, .storeNotRead:
            probed(.failed, moment)
        }
    }

    private mutating func probed(_ outcome: FailingMessage.ProbeOutcome, _ moment: Moment) -> [Action] {
        activity = .idle
        failing.probed(outcome)
        let goesOn =
            switch outcome {
            case .passed: true
            case .nothingBehind: failing.isProbeDue
            case .end: side.isPending(at: moment.now)
            case .failed: false
            }
        if goesOn { return fetchNext() }
        failing.retryIsDue()
        return pause(backoff.peerFailed(moment.random), isWakeable: true)
    }
}

extension LogStart {
    /// Whether a log may have a message after this place.
    ///
    /// - Parameter head: the head of the unreadable page after this place; nil if the head is unreadable, too.
    fileprivate func mayPrecede(_ head: PageHead?) -> Bool {
        guard case .after(let past, _) = self else { return true }
        return past.rawValue < head?.high.rawValue ?? Limits.highestID
    }
}
