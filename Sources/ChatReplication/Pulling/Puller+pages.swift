internal import ChatExchange
internal import ChatModel
internal import ChatStore

// MARK: - Fetched pages

extension Puller {
    mutating func fetched(
        _ page: LogPage, after duration: Duration, _ moment: Moment
    ) -> [Action] {
        if case .probing(let request) = activity { return probed(page, request, moment) }
        guard case .fetching(let request, let isObsolete) = activity else { return [] }
        activity = .idle
        guard !isObsolete else { return pauseForStore(moment) }
        guard page.head.instance != instance else { return reachedThisNode(page.head, moment) }
        let needsMark = needsMark(request, page.head)
        peerInstance = page.head.instance
        if needsMark { return requestWithMark(moment) }
        guard let place = page.place(for: request.from) else {
            return skip(request, .wrongStart(page.head), moment)
        }
        if place.isComplete == false, !pass.isDoubted {
            // The page may answer another request, or was changed on the way.
            pass.doubt()
            return fetchNext()
        }
        var actions = answered(page.head, moment)
        backoff.endSkips()
        failing.succeeded()
        if duration < pace.quickPage { limit = min(limit * 2, pace.pageMessages) }
        pass.isCaughtUp = page.head.next.id >= page.head.high
        if page.entries.isEmpty, pass.unreadable.count == 0, page.head.next == cursorAhead.newest {
            pass.move(to: .after(cursorAhead.newest))
            if queue.isEmpty { cursorInstance = page.head.instance }
            noNews(request, after: duration, moment)
        } else {
            actions += accept(page, place, request)
        }
        reportPosition(moment)
        return actions + fetchNext()
    }

    /// An empty page after half of the requested wait is the normal answer of a peer without new messages. An empty page
    /// that comes earlier, or before the end of the peer's log, is no progress.
    private mutating func noNews(_ request: PullRequest, after duration: Duration, _ moment: Moment) {
        if request.waitSeconds > 0, duration >= .seconds(request.waitSeconds) / 2 {
            backoff.waited()
        } else if request.waitSeconds > 0 || !pass.isCaughtUp {
            backoff.strike(moment.random)
        }
    }

    private mutating func accept(
        _ page: LogPage, _ place: PagePlace, _ request: PullRequest
    ) -> [Action] {
        let unreadable = pass.unreadable.take()
        let base = base(of: place, request)
        let earlier = earlierCursor(at: base, request)
        let isComplete = place.isComplete == true
        var before = unreadable?.before ?? base
        // An empty page with another mark at the requested id says that the position itself is wrong.
        if !isComplete, before.id >= page.head.next.id {
            before = earlier.positions.first { $0.id < page.head.next.id } ?? .start
        }
        // The store drops the gaps after this position, so the cursor must keep no later position of an older log.
        let next = earlier.advanced(to: page.head.next, after: before.id)
        pass.move(to: .after(next.newest))
        return apply(
            PageToApply(
                entries: page.entries,
                part: PagePart(after: before, through: page.head.next, completeAfter: isComplete ? base : nil),
                unreadable: unreadable?.count ?? 0, nextCursor: next, instance: page.head.instance,
                omitsMessages: place.isComplete == false))
    }

    /// Returns the newest known position at or before the beginning of the page.
    private func base(of place: PagePlace, _ request: PullRequest) -> LogPosition {
        guard case .newestCommon(let cursor) = request.from else { return position(of: request.from) }
        return cursor.positions.first { $0.id == place.base } ?? .start
    }

    /// Returns the cursor that a page continues. If the peer has chosen where the page begins, this is the first cursor with the
    /// position: the peer may have another log now.
    private func earlierCursor(at base: LogPosition, _ request: PullRequest) -> Cursor {
        guard case .newestCommon = request.from else { return cursorAhead }
        return ([cursor] + otherCursors).first { $0.positions.contains(base) } ?? cursor
    }

    /// Judges and applies a page, each after the page before it.
    mutating func apply(_ page: PageToApply) -> [Action] {
        queue.add(page)
        return continueQueue()
    }

    private mutating func continueQueue() -> [Action] {
        queue.takeSteps().map { step in
            switch step {
            case .judge(let entries): .judge(entries)
            case .apply(let page, let judged): .apply(page, judged)
            }
        }
    }

    private mutating func reachedThisNode(_ head: PageHead, _ moment: Moment) -> [Action] {
        report.received(head, isThisNode: true, at: moment.now)
        return notices.first(.thisNode) + pause(pace.longestBackoff, isWakeable: false)
    }

    private mutating func answered(_ head: PageHead, _ moment: Moment) -> [Action] {
        backoff.peerAnswered()
        report.received(head, at: moment.now)
        // A node without a group and without messages joins by itself.
        let staysWithoutGroup = head.group == .none && group != .none && head.high > .zero
        return notices.answering() + (head.node == node ? notices.first(.clone) : [])
            + (staysWithoutGroup ? notices.first(.withoutGroup(own: group)) : [])
    }

    private mutating func reportPosition(_ moment: Moment) {
        let isStored = queue.isEmpty && pass.unreadable.count == 0
        report.reached(cursor.newest.id, isFetched: pass.isCaughtUp, isStored: isStored, at: moment.now)
    }
}

// MARK: - Restored peers

extension Puller {
    /// Whether a page that was requested without a mark comes from another instance than the page before it. The peer may
    /// have been restored in between, so that the page belongs to another log.
    func needsMark(_ request: PullRequest, _ head: PageHead) -> Bool {
        guard case .after(let past, nil) = request.from, past > .zero else { return false }
        return peerInstance != head.instance
    }

    mutating func requestWithMark(_ moment: Moment) -> [Action] {
        backoff.rewound(moment.random)
        rewind(to: .after(cursorAhead.newest))
        return fetchNext()
    }
}

// MARK: - Judged and applied pages

extension Puller {
    mutating func judged(_ judged: JudgedEntries) -> [Action] {
        queue.judged(judged)
        return continueQueue()
    }

    mutating func notJudged(_ error: StoreError, _ moment: Moment) -> [Action] {
        guard queue.judgingFailed() else { return continueQueue() }
        rewind(to: .after(cursorAhead.newest))
        peerInstance = queue.last?.instance ?? cursorInstance
        return storeFailed(error, moment)
    }

    mutating func applied(_ applied: Applied, _ moment: Moment) -> [Action] {
        guard let page = queue.finish() else { return [] }
        cursor = page.nextCursor
        cursorInstance = page.instance
        otherCursors = applied.otherCursors
        // The request waits for the end of this page.
        if case .newestCommon = pass.start { pass.move(to: commonStart(cursor)) }
        backoff.storeSucceeded()
        report.stored(at: moment.now)
        reportPosition(moment)
        return notices.storing() + judge(applied, of: page, moment) + continueQueue() + fetchNext()
    }

    /// Decides whether a page was progress, and reports what was wrong with it.
    private mutating func judge(_ applied: Applied, of page: PageToApply, _ moment: Moment) -> [Action] {
        pass.addKnown(applied.known)
        let isRepeating = pass.known > 2 * applied.messagesInLog
        let bad = applied.quarantined + applied.skipped + applied.foreign
        backoff.counted(stored: applied.stored, bad: applied.quarantined + applied.skipped)
        // A page of forged messages is useless even if it has a good one.
        if applied.stored > 0, applied.stored >= bad {
            backoff.storedMessages()
            notices.forgetRestore()
        } else if page.isBarren, applied.known == 0, applied.foreign == 0, backoff.mayBeBarren(at: moment.now) {
            backoff.progressed()
        } else if isRepeating || applied.known == 0 || bad > 0 {
            backoff.uselessPage(moment.random)
        }
        if applied.known > 0, page.part.isComplete, !isRepeating { backoff.progressed() }
        var actions: [Action] = []
        if page.omitsMessages, applied.firstRefused == nil {
            actions += notices.first(.omitsMessages(from: page.part.before.id.advanced(by: 1)))
        }
        if isRepeating { actions += notices.first(.repeating) }
        if let later = applied.firstLaterForm {
            actions += notices.first(.laterForm(first: later.id, form: later.form))
        }
        if let refused = applied.firstRefused {
            actions += notices.first(.badMessages(first: refused.id, .refused(refused.refusal)))
        }
        return actions
    }

    mutating func notApplied(_ error: StoreError, _ moment: Moment) -> [Action] {
        queue.clear()
        rewind(to: .after(cursor.newest))
        peerInstance = cursorInstance
        return storeFailed(error, moment)
    }

    private mutating func storeFailed(_ error: StoreError, _ moment: Moment) -> [Action] {
        backoff.storeFailed()
        report.notStored(error.code, at: moment.now)
        let actions = notices.first(.notStored(error))
        if case .fetching(let request, _) = activity {
            activity = .fetching(request, isObsolete: true)
            return actions
        }
        return actions + pauseForStore(moment)
    }

    mutating func pauseForStore(_ moment: Moment) -> [Action] {
        pause(backoff.storePause(moment.random), isWakeable: false)
    }
}
