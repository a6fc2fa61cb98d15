internal import ChatModel

extension Puller {
    mutating func notFetched(_ failure: PullFailure) -> [Action] {
        guard case .fetching(let request, let isObsolete) = activity else { return [] }
        activity = .idle
        guard !isObsolete else { return pauseForStore() }
        switch failure.kind {
        case .cursorUnknown:
            return fallBack(from: request, failure)
        case .unreadable(let head):
            return needsMark(request, head) ? requestWithMark() : skip(request, failure)
        case .tooLarge:
            // As an unreadable page, but each attempt costs as many bytes as a page may have.
            backoff.tooLarge(random)
            return notices.failing(failure, at: now, pace) + skip(request, failure)
        case .tooSlow, .failed:
            // One message may be the cause that no answer ends.
            limit = max(1, limit / 2)
            return failed(failure)
        }
    }

    private mutating func failed(_ failure: PullFailure) -> [Action] {
        report.failed(failure, at: now)
        isCaughtUp = false
        return notices.failing(failure, at: now, pace) + pause(backoff.peerFailed(random), isWakeable: true)
    }

    /// The peer's log does not have the cursor's position: requests a page after the newest common position.
    private mutating func fallBack(from request: PullRequest, _ failure: PullFailure) -> [Action] {
        switch request.from {
        case .after(.zero, _):
            // A request from the beginning must never get 409.
            rewind(to: .beginning)
            return failed(failure)
        case .after:
            let known = queue.applying?.nextCursor ?? cursor
            rewind(to: known.positions.isEmpty ? .beginning : .newestCommon(known))
        case .newestCommon:
            // The request lists every known position, so 409 is a peer error.
            rewind(to: .beginning)
        }
        backoff.strike(random)
        return notices.first(.restored) + fetchNext()
    }

    /// Requests half as many messages, or skips the one message of which a page cannot be read.
    mutating func skip(_ request: PullRequest, _ failure: PullFailure) -> [Action] {
        report.failed(failure, at: now)
        guard request.limit == 1 else {
            backoff.strike(random)
            limit = max(1, request.limit / 2)
            return fetchNext()
        }
        var next: LogPosition?
        if case .unreadable(let head) = failure.kind { next = head.next }
        guard let step = unreadable.step(from: request.from, next, maximumSteps: pace.steps) else {
            backoff.strike(random)
            rewind(to: .beginning)
            return fetchNext()
        }
        start = .after(step.past, mark: step.mark)
        if unreadable.steps > pace.steps { backoff.owe(pace.unreadablePause) }
        let account = next.map { accountForUnreadable($0, step.past) } ?? []
        return notices.first(.badMessages(first: step.past, reason: failure.reason)) + account + fetchNext()
    }

    /// Moves the cursor past many unreadable messages in a row before a readable one follows, so that the node continues
    /// after them when it is restarted. The peer states the position; if the position is wrong, the peer's next answer is
    /// 409.
    private mutating func accountForUnreadable(_ next: LogPosition, _ past: LogID) -> [Action] {
        guard unreadable.ids.count >= pace.steps, queue.isEmpty, next.id == past else { return [] }
        return apply(
            PageToApply(
                entries: [], unreadable: unreadable.takeIDs(),
                nextCursor: cursor.advanced(to: next, after: cursor.newest.id), retryID: nil, omitsMessages: false))
    }
}
