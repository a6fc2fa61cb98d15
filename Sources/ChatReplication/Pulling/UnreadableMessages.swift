import ChatModel

/// The messages of a peer's log that could not be read, and the steps over them.
struct UnreadableMessages {
    /// The ids of the messages that no applied page accounts for yet.
    private(set) var ids: [LogID] = []

    /// The place after which the next request begins.
    struct Step {
        let past: LogID
        let mark: Mark?
    }

    /// Steps over the message after the start of a request that had a limit of one message.
    ///
    /// A step goes one id further, without a mark, and does not rely on the page's `next`.
    ///
    /// - Parameters:
    ///   - next: the page's `next`; nil if the page's root could not be read either.
    ///   - followsNext: whether the step goes to `next`, because the log probably has a gap in its ids here.
    /// - Returns: nil if the request had a cursor and the page has no `next`.
    mutating func step(from start: LogStart, _ next: LogPosition?, followsNext: Bool) -> Step? {
        guard case .after(let past, _) = start else {
            // The peer chose where the page begins, so the message may have any id.
            guard let next else { return nil }
            ids.append(LogID.zero.advanced(by: 1))
            return Step(past: next.id, mark: next.mark)
        }
        let first = past.advanced(by: 1)
        ids.append(first)
        if followsNext, let next, next.id > past { return Step(past: next.id, mark: next.mark) }
        return Step(past: first, mark: nil)
    }

    /// Returns the ids; a page accounts for them now.
    mutating func takeIDs() -> [LogID] {
        defer { ids = [] }
        return ids
    }
}
