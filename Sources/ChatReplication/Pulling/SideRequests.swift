/// Decides what a puller requests beside the peer's log: gaps and wanted messages.
///
/// When a puller has read the peer's log to its end, it requests these and pages of the log by turns, so that new messages
/// do not wait. If only failing messages are left in the log, it requests these and probes by turns. A failure here has no
/// effect on pulling.
struct SideRequests {
    enum Action: Equatable {
        case gap(GapRequests.Action)
        case wanted(WantedRequests.Action)
    }

    enum Kind {
        case gap, wanted
    }

    var gaps: GapRequests
    var wanted: WantedRequests
    /// Whether a page of the log was requested since the last request for a gap or for wanted messages.
    private var isTurn = true
    /// Whether the last of these requests was one for wanted messages.
    private var wasWantedLast = true

    init(_ pace: Pace) {
        gaps = GapRequests(pace)
        wanted = WantedRequests(pace)
    }

    /// Whether the next request should not wait for the end of a waiting request.
    func isPending(at now: Duration) -> Bool { gaps.isPending || wanted.isPending(at: now) }

    /// Returns the next action; nil if a page of the log should be requested now.
    mutating func next(at now: Duration) -> Action? {
        guard isTurn else { return nil }
        let gap = { (side: inout SideRequests) in side.gaps.next(at: now).map(Action.gap) }
        let wanted = { (side: inout SideRequests) in side.wanted.next(at: now).map(Action.wanted) }
        return wasWantedLast ? gap(&self) ?? wanted(&self) : wanted(&self) ?? gap(&self)
    }

    /// A page of the log is requested.
    mutating func pulled() { isTurn = true }

    /// A request for a gap or for wanted messages has ended.
    mutating func ended(_ kind: Kind) {
        isTurn = false
        wasWantedLast = kind == .wanted
    }
}
