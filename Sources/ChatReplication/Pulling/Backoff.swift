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
    /// How often an answer of the peer has made the puller begin another pass, since the last page with new messages or
    /// the last empty page that came after the requested wait. A page of known messages does not reset this count:
    /// after each rewind, a peer can send the same known messages again.
    private var rewinds = 0
    /// Useless pages since the last page with new messages after which the surplus of bad messages was tolerated. Honest
    /// peers send few useless pages.
    private var uselessPages = 0
    /// By how many messages the peer's bad messages have exceeded its new ones: at least 0, and at most twice what is
    /// tolerated, so that a peer which is mended soon counts as such.
    private var badMessageSurplus = 0
    /// The messages of one page.
    private static let toleratedSurplus = Limits.pageMessages
    private var barrenPages = DailyCount()
    /// Unreadable messages that were skipped in a row.
    private var skips = 0
    private var skipsOfDay = DailyCount()
    /// The pause before the next request.
    private var owedPause = Duration.zero
    private var lastWake: Duration?

    init(_ pace: Pace) {
        self.pace = pace
    }

    // MARK: Failures

    mutating func peerAnswered() { peerFailures = 0 }

    /// - Returns: the pause.
    mutating func peerFailed(_ random: Double) -> Duration {
        peerFailures += 1
        return pace.backoff(failures: peerFailures, random: random)
    }

    mutating func storeSucceeded() { storeFailures = 0 }

    mutating func storeFailed() { storeFailures += 1 }

    func storePause(_ random: Double) -> Duration { pace.backoff(failures: storeFailures, random: random) }

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
    mutating func strike(_ random: Double) {
        strikes += 1
        owe(pace.pause(strikes: strikes, random: random))
    }

    /// An answer made the puller begin another pass.
    mutating func rewound(_ random: Double) {
        rewinds += 1
        owe(pace.pause(strikes: rewinds, random: random))
        strike(random)
    }

    mutating func uselessPage(_ random: Double) {
        uselessPages += 1
        owe(pace.pause(uselessPages: uselessPages, random: random))
    }

    /// Counts a barren page. An honest peer may have millions of gone entries, so barren pages don't count as useless
    /// until there are too many in a day.
    ///
    /// - Returns: false if there are too many.
    mutating func mayBeBarren(at now: Duration) -> Bool {
        barrenPages.add(at: now, pace) <= pace.freeBarrenPages
    }

    /// Counts an unreadable message that the puller skips.
    ///
    /// - Returns: whether the row is longer than ``Pace/singleSkips``.
    mutating func skipped(_ moment: Moment) -> Bool {
        skips += 1
        let isLongRow = skips > pace.singleSkips
        if isLongRow { owe(pace.unreadablePause) }
        if skipsOfDay.add(at: moment.now, pace) > pace.freeUnreadable { uselessPage(moment.random) }
        return isLongRow
    }

    /// Ends a row of skipped messages: a page could be read.
    mutating func endSkips() { skips = 0 }

    /// An answer was larger than a page may be.
    mutating func tooLarge(_ random: Double) { owedPause = pace.backoff(failures: strikes + 1, random: random) }

    /// Makes the pause before the next request at least as long.
    mutating func owe(_ pause: Duration) { owedPause = max(owedPause, pause) }

    /// Returns the pause that is due before the next request; nil if none is.
    mutating func takeOwedPause() -> Duration? {
        defer { owedPause = .zero }
        return owedPause == .zero ? nil : owedPause
    }
}

/// The number of events since a day began. The next day begins with the first event after ``Pace/retryInterval``.
private struct DailyCount {
    private var count = 0
    private var start = Duration.zero

    /// Counts an event.
    ///
    /// - Returns: the number of events of the day.
    mutating func add(at now: Duration, _ pace: Pace) -> Int {
        if now - start >= pace.retryInterval { (count, start) = (0, now) }
        count += 1
        return count
    }
}
