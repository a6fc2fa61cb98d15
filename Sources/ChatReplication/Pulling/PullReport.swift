package import ChatModel

/// The result of pulling from one peer so far: a pure value that a ``Puller`` keeps. Times are readings of its clock.
package struct PullReport: Hashable, Sendable {
    /// When the ``state`` began; zero before the peer first answered or failed.
    package private(set) var since = Duration.zero
    /// The public key that the peer claims.
    package private(set) var node: PublicKey?
    /// The peer's name, shortened and without characters that would change the text around it.
    package private(set) var name: String?
    /// What the peer's clock said in its last page; nil if the page did not say it.
    package private(set) var clock: UnixTime?
    /// When the peer's last page came.
    package private(set) var lastPage: Duration?
    /// When this node last had everything from the peer.
    package private(set) var lastInSync: Duration?
    /// How many ids of the peer's log are not stored here yet.
    package private(set) var behind: UInt64?

    /// The last id of the peer's log.
    private var high = LogID.zero
    private var isInSync = false
    private var isThisNode = false
    /// The newest problem.
    private var problem: Problem?

    private enum Problem: Hashable {
        case peer(PullFailure)
        case store(FailureCode)
    }

    package init() {}

    package var state: PeerStatus.State {
        if isThisNode { return .thisNode }
        switch problem {
        case .store(let code): return .notStored(code)
        case .peer(let failure): return .failing(failure)
        case nil: return lastPage == nil ? .connecting : isInSync ? .inSync : .behind
        }
    }

    /// A readable page came.
    mutating func received(_ head: PageHead, isThisNode: Bool = false, at now: Duration) {
        change(at: now) { report in
            report.lastPage = now
            report.isThisNode = isThisNode
            if case .peer = report.problem { report.problem = nil }
            report.node = head.node
            report.name = head.name.oneLine(maximumScalars: Limits.shortFieldScalars)
            (report.high, report.clock) = (head.high, head.now)
            if isThisNode { report.behind = nil }
        }
    }

    /// A request brought no readable page.
    mutating func failed(_ failure: PullFailure, at now: Duration) {
        change(at: now) { report in
            report.problem = .peer(failure)
            // A node of another group is another node.
            if case .foreignGroup = failure { report.isThisNode = false }
        }
    }

    /// The store could not apply a page.
    mutating func notStored(_ code: FailureCode, at now: Duration) {
        change(at: now) { report in
            report.problem = .store(code)
            report.isInSync = false
        }
    }

    /// The store has applied a page.
    mutating func stored(at now: Duration) {
        change(at: now) { report in
            if case .store = report.problem { report.problem = nil }
        }
    }

    /// The pass has come to `position` in the peer's log.
    ///
    /// - Parameters:
    ///   - position: the last id that is stored.
    ///   - isFetched: whether the last page reached the end of the peer's log.
    ///   - isStored: whether all fetched pages are stored. A peer that was in sync stays so while its last page is being
    ///     stored; otherwise each message would change its state twice.
    mutating func reached(_ position: LogID, isFetched: Bool, isStored: Bool, at now: Duration) {
        change(at: now) { report in
            report.isInSync = isFetched && (isStored || report.isInSync)
            let left = report.high.rawValue - min(position.rawValue, report.high.rawValue)
            report.behind = report.isInSync ? 0 : max(left, 1)
            if isFetched, isStored { report.lastInSync = now }
        }
    }

    private mutating func change(at now: Duration, _ body: (inout PullReport) -> Void) {
        let before = state
        body(&self)
        if !before.isSameKind(as: state) { since = now }
    }
}

extension PeerStatus.State {
    /// Whether two states differ at most in the reason.
    fileprivate func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.failing, .failing), (.notStored, .notStored): true
        default: self == other
        }
    }
}
