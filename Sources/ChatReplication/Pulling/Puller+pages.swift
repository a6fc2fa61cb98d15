internal import ChatExchange
internal import ChatModel
internal import ChatStore

// MARK: - Fetched pages

extension Puller {
    mutating func fetched(_ page: LogPage, after duration: Duration) -> [Action] {
        guard case .fetching(let request, let isObsolete) = activity else { return [] }
        activity = .idle
        guard !isObsolete else { return pauseForStore() }
        guard page.head.instance != instance else { return reachedThisNode(page.head) }
        if needsMark(request, page.head) { return requestWithMark() }
        guard let place = page.place(for: request.from) else {
            let reason = "The page does not start after the requested position."
            return skip(request, PullFailure(.unreadable(page.head), reason))
        }
        if place.isComplete == false, doubted != request.from {
            // The page may answer another request, or was changed on the way.
            doubted = request.from
            return fetchNext()
        }
        doubted = nil
        var actions = answered(page.head)
        unreadable.endSteps()
        if duration < pace.quickPage { limit = min(limit * 2, pace.pageMessages) }
        isCaughtUp = page.head.next.id >= page.head.high
        if page.entries.isEmpty, unreadable.ids.isEmpty, page.head.next == cursorAhead.newest {
            start = .after(cursorAhead.newest)
            noNews(request, after: duration)
        } else {
            actions += accept(page, place)
        }
        reportPosition()
        return actions + fetchNext()
    }

    /// An empty page after half of the requested wait is the normal answer of a peer without new messages. An empty page
    /// that comes earlier, or before the end of the peer's log, is no progress.
    private mutating func noNews(_ request: PullRequest, after duration: Duration) {
        if request.waitSeconds > 0, duration >= .seconds(request.waitSeconds) / 2 {
            backoff.progressed()
        } else if request.waitSeconds > 0 || !isCaughtUp {
            backoff.strike(random)
        }
    }

    private mutating func accept(_ page: LogPage, _ place: PagePlace) -> [Action] {
        let next = cursorAhead.advanced(to: page.head.next, after: place.base)
        start = .after(next.newest)
        return apply(
            PageToApply(
                entries: page.entries, unreadable: unreadable.takeIDs(), nextCursor: next,
                retryID: retryID(page, place), omitsMessages: place.isComplete == false))
    }

    /// Applies a page now, or after the page that is being applied.
    mutating func apply(_ page: PageToApply) -> [Action] {
        queue.add(page).map { [.apply($0)] } ?? []
    }

    /// Returns the lowest id that may be missing from a page; nil if the page is complete.
    ///
    /// An empty page with another mark replaces the position from which it was requested: the retry begins before it.
    private func retryID(_ page: LogPage, _ place: PagePlace) -> LogID? {
        guard place.isComplete != true else { return nil }
        let first = place.base.advanced(by: 1)
        return place.base > .zero ? min(first, page.head.next.id) : first
    }

    private mutating func reachedThisNode(_ head: PageHead) -> [Action] {
        report.received(head, isThisNode: true, at: now)
        return notices.first(.thisNode) + pause(pace.longestBackoff, isWakeable: false)
    }

    private mutating func answered(_ head: PageHead) -> [Action] {
        backoff.peerAnswered()
        report.received(head, at: now)
        return notices.answering() + (head.node == node ? notices.first(.clone) : [])
    }

    private mutating func reportPosition() {
        report.reached(
            cursor.newest.id, isFetched: isCaughtUp, isStored: queue.isEmpty && unreadable.ids.isEmpty, at: now)
    }
}

// MARK: - Restored peers

extension Puller {
    /// Whether a page that was requested without a mark comes from another instance than the page before it. The peer may
    /// have been restored in between, so that the page belongs to another log.
    mutating func needsMark(_ request: PullRequest, _ head: PageHead) -> Bool {
        defer { peerInstance = head.instance }
        guard case .after(let past, nil) = request.from, past > .zero else { return false }
        return peerInstance != head.instance
    }

    mutating func requestWithMark() -> [Action] {
        backoff.strike(random)
        rewind(to: .after(cursorAhead.newest))
        return fetchNext()
    }
}

// MARK: - Applied pages

extension Puller {
    mutating func applied(_ applied: Applied) -> [Action] {
        guard let (page, next) = queue.finish() else { return [] }
        cursor = page.nextCursor
        backoff.storeSucceeded()
        report.stored(at: now)
        reportPosition()
        var actions = notices.storing() + judge(applied, of: page)
        if let next { actions.append(.apply(next)) }
        return actions + fetchNext()
    }

    /// Decides whether a page was progress, and reports what was wrong with it.
    private mutating func judge(_ applied: Applied, of page: PageToApply) -> [Action] {
        knownInPass += applied.known
        let isRepeating = knownInPass > applied.messagesInLog
        if applied.stored > 0 {
            backoff.storedMessages()
            notices.forgetRestore()
        } else if isRepeating || applied.known == 0 || applied.quarantined + applied.skipped > 0 {
            backoff.uselessPage(random)
        }
        if applied.known > 0, page.retryID == nil, !isRepeating { backoff.progressed() }
        var actions: [Action] = []
        if page.omitsMessages, applied.firstRefused == nil {
            actions += notices.first(.omitsMessages(from: page.retryID ?? .zero))
        }
        if isRepeating { actions += notices.first(.repeating) }
        if let refused = applied.firstRefused {
            actions += notices.first(.badMessages(first: refused.id, reason: refused.refusal.sentence))
        }
        return actions
    }

    mutating func notApplied(_ error: StoreError) -> [Action] {
        queue.clear()
        rewind(to: .after(cursor.newest))
        backoff.storeFailed()
        report.notStored(error.code, at: now)
        let actions = notices.first(.notStored(error))
        if case .fetching(let request, _) = activity {
            activity = .fetching(request, isObsolete: true)
            return actions
        }
        return actions + pauseForStore()
    }

    mutating func pauseForStore() -> [Action] {
        pause(backoff.storePause(random), isWakeable: false)
    }
}
