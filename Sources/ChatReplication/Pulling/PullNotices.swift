import ChatModel

/// Decides which notices about a peer are given: each once, until it has changed.
struct PullNotices {
    fileprivate enum Kind: Hashable {
        case failing, notStored, restored, repeating, omitsMessages, badMessages, thisNode, clone
    }

    private var given: Set<Kind> = []
    private var lastFailing: Duration?

    /// Returns the notice, or no action if a notice of its kind was given before.
    mutating func first(_ notice: Notice) -> [Puller.Action] {
        guard let kind = Kind(notice), given.insert(kind).inserted else { return [] }
        return [.notify(notice)]
    }

    /// Returns the notice that the peer fails, at most once in ``Pace/failingInterval``: a peer may come and go often.
    mutating func failing(_ failure: PullFailure, at now: Duration, _ pace: Pace) -> [Puller.Action] {
        if let lastFailing, now - lastFailing < pace.failingInterval { return [] }
        let actions = first(.failing(failure))
        if !actions.isEmpty { lastFailing = now }
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

    /// Messages of the restored peer were stored: its next restore is news.
    mutating func forgetRestore() { given.remove(.restored) }
}

extension PullNotices.Kind {
    fileprivate init?(_ notice: Notice) {
        switch notice {
        case .failing: self = .failing
        case .notStored: self = .notStored
        case .restored: self = .restored
        case .repeating: self = .repeating
        case .omitsMessages: self = .omitsMessages
        case .badMessages: self = .badMessages
        case .thisNode: self = .thisNode
        case .clone: self = .clone
        default: return nil
        }
    }
}
