internal import ChatExchange
internal import ChatModel
internal import ChatStore

// MARK: - Fetched pages

extension Puller {
    mutating func fetched(_ page: LogPage, after duration: Duration, _ moment: Moment) -> [Action] {
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
        backoff.endSteps()
        if duration < pace.quickPage { limit = min(limit * 2, pace.pageMessages) }
        pass.isCaughtUp = page.head.next.id >= page.head.high
        if page.entries.isEmpty, pass.unreadable.ids.isEmpty, page.head.next == cursorAhead.newest {
            pass.move(to: .after(cursorAhead.newest))
            noNews(request, after: duration, moment)
        } else {
            actions += accept(page, place)
        }
        reportPosition(moment)
        return actions + fetchNext()
    }

    /// An empty page after half of the requested wait is the normal answer of a peer without new messages. An empty page
    /// that comes earlier, or before the end of the peer's log, is no progress.
    private mutating func noNews(_ request: PullRequest, after duration: Duration, _ moment: Moment) {
        if request.waitSeconds > 0, duration >= .seconds(request.waitSeconds) / 2 {
            backoff.progressed()
        } else if request.waitSeconds > 0 || !pass.isCaughtUp {
            backoff.strike(moment.random)
        }
    }

    private mutating func accept(_ page: LogPage, _ place: PagePlace) -> [Action] {
        let next = cursorAhead.advanced(to: page.head.next, after: place.base)
        pass.move(to: .after(next.newest))
        return apply(
            PageToApply(
                entries: page.entries, unreadable: pass.unreadable.takeIDs(), nextCursor: next,
                retryID: retryID(page, place), omitsMessages: place.isComplete == false))
    }

    /// Applies a page now, or after the page that is being applied.
    mutating func apply(_ page: PageToApply) -> [Action] {
        queue.add(page).map { [.apply($0)] } ?? []
    }

    /// Returns the lowest id that may be missing from a page; nil if the page is complete.
    ///
    /// If an empty page has another mark at the requested id, the retry begins at that id.
    private func retryID(_ page: LogPage, _ place: PagePlace) -> LogID? {
        guard place.isComplete != true else { return nil }
        let first = place.base.advanced(by: 1)
        return place.base > .zero ? min(first, page.head.next.id) : first
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
        let isStored = queue.isEmpty && pass.unreadable.ids.isEmpty
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
        backoff.strike(moment.random)
        rewind(to: .after(cursorAhead.newest))
        return fetchNext()
    }
}

// MARK: - Applied pages

extension Puller {
    mutating func applied(_ applied: Applied, _ moment: Moment) -> [Action] {
        guard let (page, next) = queue.finish() else { return [] }
        cursor = page.nextCursor
        backoff.storeSucceeded()
        report.stored(at: moment.now)
        reportPosition(moment)
        var actions = notices.storing() + judge(applied, of: page, moment)
        if let next { actions.append(.apply(next)) }
        return actions + fetchNext()
    }

    /// Decides whether a page was progress, and reports what was wrong with it.
    private mutating func judge(_ applied: Applied, of page: PageToApply, _ moment: Moment) -> [Action] {
        pass.addKnown(applied.known)
        let isRepeating = pass.known > 2 * applied.messagesInLog
        if applied.stored > 0 {
            backoff.storedMessages()
            notices.forgetRestore()
        } else if isRepeating || applied.known == 0 || applied.quarantined + applied.skipped + applied.foreign > 0 {
            backoff.uselessPage(moment.random)
        }
        if applied.known > 0, page.retryID == nil, !isRepeating { backoff.progressed() }
        var actions: [Action] = []
        if page.omitsMessages, applied.firstRefused == nil {
            actions += notices.first(.omitsMessages(from: page.retryID ?? .zero))
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
