package import ChatModel

/// What pulling from one peer has come to: a pure value that a ``Puller`` keeps. Times are readings of its clock.
package struct PullReport: Hashable, Sendable {
    /// When it got into its ``state``; zero before it first answered or failed.
    package private(set) var since = Duration.zero
    /// Whose key the peer claims to have.
    package private(set) var node: PublicKey?
    /// What its owner calls it.
    package private(set) var name: String?
    /// When its last page came.
    package private(set) var answered: Duration?
    /// When all that it had was last held.
    package private(set) var current: Duration?
    /// How many of its ids are still to come.
    package private(set) var behind: UInt64?

    /// Its last id.
    private var high = LogID.zero
    private var isCurrent = false
    private var isItself = false
    /// What is wrong, the newest that happened.
    private var trouble: Trouble?

    private enum Trouble: Hashable {
        /// Why the peer fails.
        case peer(String)
        /// Why nothing of it can be stored.
        case store(String)
    }

    package init() {}

    package var state: PeerStatus.State {
        if isItself { return .itself }
        switch trouble {
        case .store(let why): return .notStored(why)
        case .peer(let why): return .failing(why)
        case nil: return answered == nil ? .connecting : isCurrent ? .current : .behind
        }
    }

    /// A page came that can be read.
    mutating func answered(_ head: PageHead, isItself: Bool = false, at now: Duration) {
        change(at: now) { report in
            report.answered = now
            report.isItself = isItself
            if case .peer = report.trouble { report.trouble = nil }
            report.node = head.node
            report.name = head.name.oneLine(maximumScalars: Limits.shortFieldScalars)
            report.high = min(head.high, Self.highest)
            if isItself { report.behind = nil }
        }
    }

    /// No page came, or none that can be read.
    mutating func failed(_ why: String, at now: Duration) {
        change(at: now) { $0.trouble = .peer(why) }
    }

    mutating func notStored(_ why: String, at now: Duration) {
        change(at: now) { report in
            report.trouble = .store(why)
            // Nothing is on its way to the disk any more.
            report.isCurrent = false
        }
    }

    mutating func stored(at now: Duration) {
        change(at: now) { report in
            if case .store = report.trouble { report.trouble = nil }
        }
    }

    /// How far this node has come in the peer's log.
    ///
    /// - Parameters:
    ///   - position: the last id of what is stored.
    ///   - isFetched: whether the last page led up to the end of the peer's log.
    ///   - isStored: whether all that was fetched is stored. The rest of a peer that was current is on its way to the
    ///     disk, which makes it none that is behind: else each message would have it change its state twice.
    mutating func reached(_ position: LogID, isFetched: Bool, isStored: Bool, at now: Duration) {
        change(at: now) { report in
            report.isCurrent = isFetched && (isStored || report.isCurrent)
            let left = report.high.rawValue - min(position.rawValue, report.high.rawValue)
            report.behind = report.isCurrent ? 0 : max(left, 1)
            if isFetched, isStored { report.current = now }
        }
    }

    /// The last id that a log can hold, whatever the peer says.
    private static let highest = LogID.zero.advanced(by: Limits.idCeiling - 1)

    private mutating func change(at now: Duration, _ body: (inout PullReport) -> Void) {
        let before = state
        body(&self)
        if !before.isSameKind(as: state) { since = now }
    }
}

extension PeerStatus.State {
    /// Whether only the reason is another one.
    fileprivate func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.failing, .failing), (.notStored, .notStored): true
        default: self == other
        }
    }
}
