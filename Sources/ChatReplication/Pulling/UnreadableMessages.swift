import ChatModel

/// The messages of a peer's log that could not be read or transferred, and that the puller skips.
struct UnreadableMessages {
    /// The number of skipped messages that no page to apply has accounted for yet.
    private(set) var count = 0
    /// The newest known position before them.
    private var before: LogPosition?

    /// Skips the message after the start of a request that had a limit of one message.
    ///
    /// Unless `followsNext` says otherwise, the next request begins one id further, without a mark, and does not rely
    /// on the page's `next`.
    ///
    /// - Parameters:
    ///   - next: the page's `next`; nil if the page's root could not be read either.
    ///   - followsNext: whether the next request begins at `next`, because the log probably has no message with the next ids.
    ///   - position: the newest known position at or before the start of the request.
    /// - Returns: the start of the next request; nil if the request had a cursor and the page has no `next`.
    mutating func skip(
        from start: LogStart, _ next: LogPosition?, followsNext: Bool, after position: LogPosition
    ) -> (past: LogID, mark: Mark?)? {
        guard case .after(let past, _) = start else {
            // The peer chose where the page begins, so the message may have any id.
            guard let next else { return nil }
            add(after: .start)
            return (next.id, next.mark)
        }
        add(after: position)
        if followsNext, let next, next.id > past { return (next.id, next.mark) }
        return (past.advanced(by: 1), nil)
    }

    /// Adds a message.
    ///
    /// - Parameter position: the newest known position before the message.
    mutating func add(after position: LogPosition) {
        count += 1
        if before == nil { before = position }
    }

    /// Returns the position before the messages, and their number, for a page that accounts for them; nil if there are
    /// none.
    mutating func take() -> (before: LogPosition, count: Int)? {
        defer { self = UnreadableMessages() }
        return before.map { ($0, count) }
    }
}
