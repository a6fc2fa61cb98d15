internal import ChatModel

/// Counts what went wrong with one peer, and decides how long the puller pauses.
struct Backoff {
    private let pace: Pace
    /// Failures of the peer in a row.
    private var peerFailures = 0
    /// Failures of the store in a row.
    private var storeFailures = 0
    /// Useless answers since the last one with news, after which the surplus of bad messages was tolerated. A page of known
    /// messages does not reset this count: a peer can send the same ones again and again.
    private var uselessAnswers = 0
    /// By how many messages the peer's bad messages have exceeded its new ones: at least 0, and at most twice the
    /// messages of a page, so that a peer which is mended soon counts as such.
    private var badMessageSurplus = 0
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

    /// Counts the messages of a page. A new message outweighs a bad one: otherwise one good page would excuse any number of
    /// pages with forged messages, whose signatures take as long to verify.
    mutating func counted(stored: Int, bad: Int) {
        badMessageSurplus = min(max(0, badMessageSurplus + bad - stored), 2 * Limits.pageMessages)
    }

    /// An answer brought new messages, or said after the requested wait that there are none.
    mutating func useful() {
        if badMessageSurplus <= Limits.pageMessages { uselessAnswers = 0 }
    }

    /// An answer brought nothing, or made the puller read from another position.
    mutating func useless(_ random: Double) -> Duration {
        uselessAnswers += 1
        return pace.pause(uselessAnswers: uselessAnswers, random: random)
    }
}
