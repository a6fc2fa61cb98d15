import ChatModel

/// The pages that a puller has fetched and the store has not applied yet: at most one is being applied, and one more is
/// fetched ahead.
struct ApplyQueue {
    private enum State {
        case empty
        case applying(PageToApply)
        case applyingFirst(PageToApply, fetchedAhead: PageToApply)
    }

    private var state = State.empty

    var isEmpty: Bool {
        if case .empty = state { true } else { false }
    }

    /// Whether a page is fetched ahead, so that no other may be fetched.
    var isFull: Bool {
        if case .applyingFirst = state { true } else { false }
    }

    /// The page that is being applied.
    var applying: PageToApply? {
        switch state {
        case .empty: nil
        case .applying(let page), .applyingFirst(let page, _): page
        }
    }

    /// The page that was fetched last.
    var last: PageToApply? {
        switch state {
        case .empty: nil
        case .applying(let page), .applyingFirst(_, let page): page
        }
    }

    /// - Returns: the page if it is to be applied now; nil if it is fetched ahead.
    mutating func add(_ page: PageToApply) -> PageToApply? {
        guard let applying else {
            state = .applying(page)
            return page
        }
        state = .applyingFirst(applying, fetchedAhead: page)
        return nil
    }

    /// The page that was being applied is applied.
    ///
    /// - Returns: that page, and the page that is to be applied now; nil if no page was being applied.
    mutating func finish() -> (finished: PageToApply, next: PageToApply?)? {
        switch state {
        case .empty:
            return nil
        case .applying(let page):
            state = .empty
            return (page, nil)
        case .applyingFirst(let page, let next):
            state = .applying(next)
            return (page, next)
        }
    }

    mutating func dropFetchedAhead() {
        if case .applyingFirst(let page, _) = state { state = .applying(page) }
    }

    mutating func clear() { state = .empty }
}
