internal import ChatModel

/// Counts what went wrong with one peer, and decides how long the puller pauses.
struct Backoff {
    private let pace: Pace
    /// Failures of the peer in a row.
    private var peerFailures = 0
    /// Failures of the store in a row.
    private var storeFailures = 0
    /// Answers without progress in a row.
    private var strikes = 0
    /// How often an answer of the peer has made the puller read from another position, since the last page with new messages
    /// or the last empty page that came after the requested wait. A page of known messages does not reset this count: after
    /// each of these, a peer can send the same known messages again.
    private var rewinds = 0
    /// Useless pages since the last page with new messages after which the surplus of bad messages was tolerated. Honest
    /// peers send few useless pages.
    private var uselessPages = 0
    /// By how many messages the peer's bad messages have exceeded its new ones: at least 0, and at most twice what is
    /// tolerated, so that a peer which is mended soon counts as such.
    private var badMessageSurplus = 0
    /// The messages of one page.
    private static let toleratedSurplus = Limits.pageMessages
    private var lastWake: Duration?

    init(_ pace: Pace) {
        self.pace = pace
    }

    // MARK: Failures

    /// - Returns: whether the peer did not answer before.
    mutating func peerAnswered() -> Bool {
        defer { peerFailures = 0 }
        return peerFailures > 0
    }

    // Each of the following returns the pause before the next request.

    mutating func peerFailed(_ random: Double) -> Duration {
        peerFailures += 1
        return pace.backoff(failures: peerFailures, random: random)
    }

    mutating func storeFailed(_ random: Double) -> Duration {
        storeFailures += 1
        return pace.backoff(failures: storeFailures, random: random)
    }

    mutating func storeSucceeded() { storeFailures = 0 }

    /// Returns after what time a wakeable pause may end: at most once in ``Pace/wakeInterval``.
    mutating func wakeDelay(at now: Duration) -> Duration {
        let next = max(now, lastWake.map { $0 + pace.wakeInterval } ?? now)
        lastWake = next
        return next - now
    }

    // MARK: Progress

    mutating func progressed() { strikes = 0 }

    /// Counts the messages of a page. A new message outweighs a bad one: otherwise one good page would excuse any number of
    /// pages with forged messages, whose signatures take as long to verify.
    mutating func counted(stored: Int, bad: Int) {
        badMessageSurplus = min(max(0, badMessageSurplus + bad - stored), 2 * Self.toleratedSurplus)
    }

    mutating func storedMessages() {
        (strikes, rewinds) = (0, 0)
        if badMessageSurplus <= Self.toleratedSurplus { uselessPages = 0 }
    }

    /// The peer had no new messages during the requested wait.
    mutating func waited() { (strikes, rewinds) = (0, 0) }

    /// An answer brought no progress.
    mutating func strike(_ random: Double) -> Duration {
        strikes += 1
        return pace.pause(strikes: strikes, random: random)
    }

    /// An answer made the puller read from another position.
    mutating func rewound(_ random: Double) -> Duration {
        rewinds += 1
        return max(pace.pause(strikes: rewinds, random: random), strike(random))
    }

    mutating func uselessPage(_ random: Double) -> Duration {
        uselessPages += 1
        return pace.pause(uselessPages: uselessPages, random: random)
    }
}
