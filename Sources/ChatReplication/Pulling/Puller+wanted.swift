internal import ChatModel
internal import ChatStore

// MARK: - Wanted messages

extension Puller {
    /// Lets the store be searched for due messages before the next request, and ends a waiting request for that.
    mutating func damageNoted() -> [Action] {
        side.wanted.searchIsDue()
        guard case .fetching(let request, _) = activity, request.waitSeconds > 0 else { return [] }
        return [.endWait]
    }

    mutating func waitEnded() -> [Action] {
        guard case .fetching = activity else { return [] }
        activity = .idle
        return fetchNext()
    }

    mutating func foundDue(_ due: [DueMessage]) -> [Action] {
        guard case .asking = activity else { return [] }
        activity = .idle
        side.wanted.found(due)
        return fetchNext()
    }

    mutating func fetchedWanted(_ page: LogPage, byteCount: Int) -> [Action] {
        guard case .asking = activity else { return [] }
        ended(.wanted)
        return apply(side.wanted.fetched(page, byteCount: byteCount))
    }

    mutating func notFetchedWanted(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        guard case .asking = activity else { return [] }
        ended(.wanted)
        return apply(side.wanted.notFetched(failure, moment))
    }

    /// Applies a page. Without a page, goes on with the log.
    private mutating func apply(_ page: WantedPage?) -> [Action] {
        guard let page else {
            activity = .idle
            return fetchNext()
        }
        activity = .applyingWanted(page)
        return [.applyWanted(page)]
    }

    mutating func endedWanted(isApplied: Bool) -> [Action] {
        guard case .applyingWanted(let page) = activity else { return [] }
        activity = .idle
        if isApplied { side.wanted.applied(page) } else { side.wanted.giveUp() }
        return fetchNext()
    }
}
