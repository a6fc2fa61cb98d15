import ChatModel

/// The messages of a peer's log that could not be read or transferred, and the steps over them.
struct UnreadableMessages {
    /// The number of these messages that have not been added to a page to apply yet.
    private(set) var count = 0
    /// The newest known position before them.
    private var before: LogPosition?

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
    ///   - followsNext: whether the step goes to `next`, because the log probably has no message with the next ids.
    ///   - position: the newest known position at or before the start of the request.
    /// - Returns: nil if the request had a cursor and the page has no `next`.
    mutating func step(
        from start: LogStart, _ next: LogPosition?, followsNext: Bool, after position: LogPosition
    ) -> Step? {
        guard case .after(let past, _) = start else {
            // The peer chose where the page begins, so the message may have any id.
            guard let next else { return nil }
            add(after: .start)
            return Step(past: next.id, mark: next.mark)
        }
        add(after: position)
        if followsNext, let next, next.id > past { return Step(past: next.id, mark: next.mark) }
        return Step(past: past.advanced(by: 1), mark: nil)
    }

    /// Adds a message.
    ///
    /// - Parameter position: the newest known position before it.
    mutating func add(after position: LogPosition) {
        count += 1
        if before == nil { before = position }
    }

    /// Returns the position before the messages and their number; a page accounts for them now. Returns nil if there are
    /// none.
    mutating func take() -> (before: LogPosition, count: Int)? {
        defer { self = UnreadableMessages() }
        return before.map { ($0, count) }
    }
}
