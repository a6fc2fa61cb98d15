internal import ChatModel
package import ChatStore

/// Decides when a puller asks its peer again for exceptions, and for damaged messages and missing values: a pure value.
struct Rounds {
    /// The exceptions to ask for now.
    private(set) var rows: [PeerException] = []
    /// The damaged messages and missing values to ask for now, in the order in which they became due.
    private(set) var due: [DueMessage] = []
    /// Whether a request for one of them alone has failed, so that the peer counts as asked up to there only.
    private(set) var hasFailed = false
    /// In how many searches in a row that was so.
    private var failedSearches = 0
    /// Where the search for exceptions goes on; nil if no round is in progress.
    private(set) var nextRow: LogID?
    private var nextRound = Duration.zero
    private var lastRound: Duration?
    private var nextSearch = Duration.zero
    private let pace: Pace

    /// The largest number of exceptions of one search.
    static let rowsAtOnce = Limits.requestedDigests

    init(_ pace: Pace) {
        self.pace = pace
    }

    /// The peer answers again: a round may begin, at most one in an hour.
    mutating func peerIsBack() {
        nextRound = min(nextRound, lastRound.map { $0 + pace.comebackInterval } ?? nextRound)
    }

    /// Damaged messages were noted, or the peer has another log, which may have what this peer lacked.
    mutating func searchSoon() { nextSearch = .zero }

    /// Messages that wait may be taken in.
    mutating func letIn() { nextRound = .zero }

    /// Messages wait until this node takes in more of their origins.
    mutating func somethingWaits(at now: Duration) { nextRound = min(nextRound, now + pace.refillInterval) }

    /// Whether the store should be searched now.
    mutating func needsSearch(at now: Duration) -> Bool {
        guard rows.isEmpty, due.isEmpty else { return false }
        if now >= nextRound { (nextRow, nextRound, lastRound) = (.zero, now + pace.retryInterval, now) }
        if nextRow != nil { return true }
        guard now >= nextSearch else { return false }
        nextSearch = now + pace.wantedInterval
        return true
    }

    /// The store was searched.
    mutating func found(_ found: FoundMessages) {
        if !hasFailed { failedSearches = 0 }
        (rows, due, hasFailed) = (found.rows.filter { $0.digest != nil }, found.due, false)
        nextRow = found.rows.count < Self.rowsAtOnce ? nil : found.rows.last.map { $0.before.id.advanced(by: 1) }
    }

    /// A request for one message alone has failed. It is left to the next search, at most ``Pace/failuresOfOne`` times.
    mutating func failed(_ digest: Digest) {
        if !hasFailed, due.contains(where: { $0.digest == digest }) {
            failedSearches += 1
            hasFailed = failedSearches < pace.failuresOfOne
        }
        asked([digest])
    }

    /// Removes what was asked for.
    mutating func asked(_ digests: Set<Digest>) {
        rows.removeAll { $0.digest.map(digests.contains) ?? true }
        due.removeAll { digests.contains($0.digest) }
    }
}

/// What a search of the store has found to ask a peer for.
package struct FoundMessages: Sendable {
    /// Exceptions of the peer.
    package let rows: [PeerException]
    /// Damaged messages and missing values that are due.
    package let due: [DueMessage]

    package init(rows: [PeerException] = [], due: [DueMessage] = []) {
        (self.rows, self.due) = (rows, due)
    }
}
