/// Decides what a puller requests beside the peer's log: gaps and missing values.
///
/// A puller does so between two pulls at the end of the peer's log: after each request it requests a page of the log, so that
/// new messages do not wait. A failure here has no effect on pulling.
struct SideRequests {
    enum Step: Equatable {
        case gap(GapRequests.Step)
        case values(ValueRequests.Step)
    }

    enum Kind {
        case gap, values
    }

    var gaps: GapRequests
    var values: ValueRequests
    /// Whether a page of the log was requested since the last request.
    private var isTurn = true
    /// Whether the last request was one for values.
    private var wereValuesLast = true

    init(_ pace: Pace) {
        gaps = GapRequests(pace)
        values = ValueRequests(pace)
    }

    /// Whether the next request should not wait for the end of a waiting request.
    func isPending(at now: Duration) -> Bool { gaps.isPending || values.isPending(at: now) }

    /// Returns the next step; nil if a page of the log should be requested now.
    mutating func next(at now: Duration) -> Step? {
        guard isTurn else {
            isTurn = true
            return nil
        }
        let gap = { (side: inout SideRequests) in side.gaps.next(at: now).map(Step.gap) }
        let values = { (side: inout SideRequests) in side.values.next(at: now).map(Step.values) }
        return wereValuesLast ? gap(&self) ?? values(&self) : values(&self) ?? gap(&self)
    }

    /// A request of this kind has ended.
    mutating func ended(_ kind: Kind) {
        isTurn = false
        wereValuesLast = kind == .values
    }
}
