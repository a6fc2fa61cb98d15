import ChatModel

/// Decides which notices about a peer are given: each once, until it has changed.
struct PullNotices {
    fileprivate enum Kind: Hashable {
        case failing, restored, thisNode, clone, badMessages, laterForm, omitsMessages, repeating, waiting, notStored
        case withoutGroup, clocksDiffer, other
    }

    private var given: Set<Kind> = []
    private var lastFailing: (failure: PullFailure, isOffline: Bool, time: Duration)?

    /// Returns the action that gives the notice; none if this puller has given a notice of the same kind before.
    mutating func first(_ notice: Notice) -> [Puller.Action] {
        given.insert(Kind(notice)).inserted ? [.notify(notice)] : []
    }

    /// Returns the notice that the peer fails, or now fails for another cause. Gives it at most once in
    /// ``Pace/failingInterval``: a peer may come and go often.
    ///
    /// - Parameter hasAnswered: whether the peer has answered before, so that it is normal if it is offline.
    mutating func failing(
        _ failure: PullFailure, hasAnswered: Bool, at now: Duration, _ pace: Pace
    ) -> [Puller.Action] {
        let isOffline = hasAnswered && failure.meansOffline
        if let last = lastFailing {
            if now - last.time < pace.failingInterval { return [] }
            // A peer that is offline fails in changing ways.
            let isSame = isOffline == last.isOffline && (isOffline || failure.hasSameCause(as: last.failure))
            if !isSame { given.remove(.failing) }
        }
        let actions = first(isOffline ? .offline(failure) : .failing(failure))
        if !actions.isEmpty { lastFailing = (failure, isOffline, now) }
        return actions
    }

    /// Returns the notice that the peer answers again, if it was failing.
    mutating func answering() -> [Puller.Action] {
        given.remove(.failing) == nil ? [] : [.notify(.answering)]
    }

    /// Returns the notice that messages are stored again, if they were not.
    mutating func storing() -> [Puller.Action] {
        given.remove(.notStored) == nil ? [] : [.notify(.storing)]
    }

    /// Returns the notice that the peer's clock and this node's differ, once until they agree again.
    mutating func clocks(_ clocks: ClockDifference?, of name: String?) -> [Puller.Action] {
        guard let clocks else {
            given.remove(.clocksDiffer)
            return []
        }
        return first(.clocksDiffer(clocks, name: name))
    }

    /// Messages of the restored peer were stored: its next restore is news.
    mutating func forgetRestore() { given.remove(.restored) }
}

extension PullNotices.Kind {
    fileprivate init(_ notice: Notice) {
        self =
            switch notice {
            case .failing, .offline: .failing
            case .restored: .restored
            case .thisNode: .thisNode
            case .clone: .clone
            case .badMessages: .badMessages
            case .laterForm: .laterForm
            case .omitsMessages: .omitsMessages
            case .repeating: .repeating
            case .waiting: .waiting
            case .notStored: .notStored
            case .withoutGroup: .withoutGroup
            case .clocksDiffer: .clocksDiffer
            case .answering, .storing, .cursorNotRead, .healed: .other
            }
    }
}
