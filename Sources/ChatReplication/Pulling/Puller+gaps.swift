import ChatModel
import ChatStore

// MARK: - Gaps

extension Puller {
    mutating func foundGap(_ gap: Gap?) -> [Action] {
        guard case .asking = activity else { return [] }
        activity = .idle
        side.gaps.found(gap)
        // The peer's log has no gaps any more: the peer's next bad message is news.
        if gap == nil, !side.gaps.hasFoundGap { notices.forgetGaps() }
        return fetchNext()
    }

    mutating func fetchedGap(_ page: LogPage) -> [Action] {
        guard case .asking = activity else { return [] }
        ended(.gap)
        return apply(side.gaps.fetched(page, instance: peerInstance, newest: cursor.newest))
    }

    mutating func notFetchedGap(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        guard case .asking = activity else { return [] }
        if case .tooLarge = failure { backoff.tooLarge(moment.random) }
        ended(.gap)
        return apply(side.gaps.notFetched(failure, olderThan: cursor))
    }

    /// Applies a page. Without a page, goes on with the log.
    private mutating func apply(_ page: GapPage?) -> [Action] {
        guard var page else {
            activity = .idle
            return fetchNext()
        }
        page.newest = cursor.newest
        activity = .applyingGap(page)
        return [.applyGap(page)]
    }

    /// - Parameter applied: nil if the store could not apply the page.
    mutating func endedGap(_ applied: Applied?) -> [Action] {
        guard case .applyingGap(let page) = activity else { return [] }
        activity = .idle
        if let applied {
            side.gaps.applied(page, stored: applied.stored)
        } else {
            side.gaps.giveUp()
        }
        return fetchNext()
    }
}
