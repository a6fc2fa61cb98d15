import ChatModel

/// Decides when the puller skips a message whose transfer always fails, for example because a firewall resets the
/// connection on its bytes: a pure value.
///
/// A puller can't tell such a message from a peer that is down. So after ``Pace/failuresBeforeSkip`` failures it
/// requests a message behind the failing one: a probe. If the probe brings a message, and the request for the failing
/// one fails once more right after that, the puller skips the failing one. A peer that is down answers no probe. After a
/// skipped message, ``Pace/failuresBeforeNextSkip`` failures are enough for ``Pace/nextSkipTime``: where one transfer always
/// fails, others often do, too.
struct FailingMessage {
    private var start: LogStart?
    /// Failures of requests for one message, since the last page of the log that could be read.
    private var failures = 0
    /// When the puller last skipped a failing message.
    private var lastSkip: Duration?
    private(set) var isProbeDue = false
    /// Whether the last probe was due because a request for a gap or for wanted messages had ended, and not because of a
    /// failure.
    private var followsSideRequest = false
    /// Whether the last probe brought a message.
    private var isPassed = false
    /// Whether the last probe brought a page that shows the end of the log. Then the peer answers, and only failing
    /// messages are left. So the puller can request gaps and wanted messages, as at the end of the log.
    private(set) var isLast = false
    /// Finds how many ids the puller skips. Several failing messages may follow one another, and ids may jump.
    private var row = FailingRow()

    /// A request for one message has failed.
    ///
    /// - Returns: whether the puller should go on ``behind(_:)`` the message.
    mutating func failed(at start: LogStart, now: Duration, _ pace: Pace) -> Bool {
        if start != self.start { (self.start, isPassed, isLast, row) = (start, false, false, FailingRow()) }
        failures += 1
        guard !isPassed else {
            (isPassed, lastSkip) = (false, now)
            return true
        }
        let isNextSkip = lastSkip.map { now - $0 < pace.nextSkipTime } ?? false
        isProbeDue = failures >= (isNextSkip ? pace.failuresBeforeNextSkip : pace.failuresBeforeSkip)
        followsSideRequest = false
        return false
    }

    /// A page of the log could be read.
    mutating func succeeded() {
        let lastSkip = lastSkip
        self = FailingMessage()
        self.lastSkip = lastSkip
    }

    /// A request for a gap or for wanted messages has ended. If the failing messages are the last ones, the next probe is
    /// due: it finds new messages, and no request for the failing message has to fail before.
    mutating func sideRequestEnded() {
        guard isLast else { return }
        isProbeDue = true
        followsSideRequest = true
    }

    /// Lets the puller request the failing message before the next gap or wanted messages, if the last probe followed a
    /// request for these. The cause of the failures may be gone.
    mutating func retryIsDue() { isLast = isLast && !followsSideRequest }

    /// The puller begins another pass. The peer may have another log, so gaps and wanted messages wait for the end of that
    /// log.
    mutating func rewound() { isLast = false }

    /// Returns the start of the probe; nil if none is due.
    mutating func takeProbe() -> LogStart? {
        guard isProbeDue, let start else { return nil }
        isProbeDue = false
        return behind(start)
    }

    /// Returns the place behind the failing messages. The peer chooses where the answer to a request with a cursor
    /// begins. So for such a request, the puller searches this place from the beginning of the log on.
    func behind(_ start: LogStart) -> LogStart {
        guard case .after(let past, _) = start else {
            return .after(LogID.zero.advanced(by: row.distance - 1), mark: nil)
        }
        return .after(past.advanced(by: row.distance), mark: nil)
    }

    enum ProbeOutcome {
        case passed, failed
        /// The peer has no message at this distance. There may be one between this distance and the failing message, so
        /// the next probe is due if a smaller distance is left.
        case nothingBehind
        /// The peer has sent a page that shows the end of its log at this distance.
        case end
    }

    mutating func probed(_ outcome: ProbeOutcome) {
        isLast = false
        switch outcome {
        case .passed: isPassed = true
        case .failed: row.fail()
        case .nothingBehind: isProbeDue = row.succeed()
        case .end:
            _ = row.succeed()
            // The end of a fallback decides which log the peer has, and which gaps remain.
            if case .after = start { isLast = true }
        }
    }
}
