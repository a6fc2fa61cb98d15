import ChatModel

/// Decides which notices about a peer are given: each once, until it has changed.
struct PullNotices {
    fileprivate enum Kind: Hashable {
        case failing, restored, thisNode, clone, badMessages, laterForm, omitsMessages, repeating, notStored
        case withoutGroup, clocksDiffer, other
    }

    private var given: Set<Kind> = []
    private var lastFailing: (notice: Notice, time: Duration)?

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
        let notice = hasAnswered && failure.meansOffline ? Notice.offline(failure) : .failing(failure)
        if let (last, time) = lastFailing {
            if now - time < pace.failingInterval { return [] }
            if !notice.hasSameCause(as: last) { given.remove(.failing) }
        }
        let actions = first(notice)
        if !actions.isEmpty { lastFailing = (notice, now) }
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
            case .notStored: .notStored
            case .withoutGroup: .withoutGroup
            case .clocksDiffer: .clocksDiffer
            case .answering, .storing, .cursorNotRead, .tookGroup, .healed: .other
            }
    }
}

extension Notice {
    /// Whether the causes are the same. A peer that is offline fails in changing ways, so all of them are.
    fileprivate func hasSameCause(as other: Self) -> Bool {
        switch (self, other) {
        case (.offline, .offline): true
        case (.failing(let left), .failing(let right)): left.hasSameCause(as: right)
        default: false
        }
    }
}
