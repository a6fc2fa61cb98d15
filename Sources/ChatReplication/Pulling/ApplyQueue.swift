import ChatExchange
import ChatModel
import ChatStore

/// The pages that a puller has fetched and the store has not applied yet, the oldest first. The first one is in progress: it
/// is judged, then applied. At most one more page is fetched ahead, and judged after the first one.
struct ApplyQueue {
    /// What to do next.
    enum Step {
        case judge([LogPage.Entry])
        case apply(PageToApply, JudgedEntries)
    }

    private enum Judging {
        case nothing
        /// The first page that has no verdicts.
        case page
        /// A page that was dropped meanwhile.
        case droppedPage
    }

    private static let maximum = 2

    private var pages: [(page: PageToApply, judged: JudgedEntries?)] = []
    private var judging = Judging.nothing
    private var isApplying = false

    var isEmpty: Bool { pages.isEmpty }

    /// Whether a page is fetched ahead, so that no other may be fetched.
    var isFull: Bool { pages.count == Self.maximum }

    /// The page in progress.
    var first: PageToApply? { pages.first?.page }

    /// The page that was fetched last.
    var last: PageToApply? { pages.last?.page }

    /// Adds the page that was fetched. The queue must not be full.
    mutating func add(_ page: PageToApply) {
        pages.append((page, nil))
    }

    /// Returns what to do next; each step once.
    mutating func takeSteps() -> [Step] {
        var steps: [Step] = []
        if case .nothing = judging, let unjudged = pages.first(where: { $0.judged == nil }) {
            judging = .page
            steps.append(.judge(unjudged.page.entries))
        }
        if !isApplying, let first = pages.first, let judged = first.judged {
            isApplying = true
            steps.append(.apply(first.page, judged))
        }
        return steps
    }

    /// The entries of a page are judged.
    mutating func judged(_ judged: JudgedEntries) {
        if case .page = judging, let index = pages.firstIndex(where: { $0.judged == nil }) {
            pages[index].judged = judged
        }
        judging = .nothing
    }

    /// The entries of a page could not be judged: drops the pages without verdicts.
    ///
    /// - Returns: false if the page was dropped before.
    mutating func judgingFailed() -> Bool {
        defer { judging = .nothing }
        guard case .page = judging else { return false }
        pages.removeAll { $0.judged == nil }
        return true
    }

    /// The page that was being applied is applied.
    ///
    /// - Returns: that page; nil if no page was being applied.
    mutating func finish() -> PageToApply? {
        guard isApplying else { return nil }
        isApplying = false
        return pages.removeFirst().page
    }

    mutating func dropFetchedAhead() {
        drop(pages.dropFirst().count)
    }

    mutating func clear() {
        isApplying = false
        drop(pages.count)
    }

    private mutating func drop(_ count: Int) {
        let isJudged = pages.suffix(count).allSatisfy { $0.judged != nil }
        pages.removeLast(count)
        // The first page is judged before the others.
        if case .page = judging, !isJudged, !pages.contains(where: { $0.judged == nil }) { judging = .droppedPage }
    }
}
