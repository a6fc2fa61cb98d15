internal import ChatModel
internal import ChatStore

// MARK: - Missing values

extension Puller {
    mutating func foundDue(_ due: [DueMessage]) -> [Action] {
        guard case .asking = activity else { return [] }
        activity = .idle
        side.values.found(due)
        return fetchNext()
    }

    mutating func fetchedValues(_ page: LogPage) -> [Action] {
        guard case .asking = activity else { return [] }
        side.ended(.values)
        return apply(side.values.fetched(page))
    }

    mutating func notFetchedValues(_ failure: PullFailure, _ moment: Moment) -> [Action] {
        guard case .asking = activity else { return [] }
        side.ended(.values)
        return apply(side.values.notFetched(failure, moment))
    }

    /// Applies an answer; goes on with the log if there is none.
    private mutating func apply(_ answer: ValuesToApply?) -> [Action] {
        guard let answer else {
            activity = .idle
            return fetchNext()
        }
        activity = .applyingValues(answer)
        return [.applyValues(answer)]
    }

    mutating func endedValues(areApplied: Bool) -> [Action] {
        guard case .applyingValues(let answer) = activity else { return [] }
        activity = .idle
        if areApplied { side.values.applied(answer) } else { side.values.giveUp() }
        return fetchNext()
    }
}
