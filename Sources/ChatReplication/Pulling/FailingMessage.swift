import ChatModel

/// Decides when the puller steps over a message whose transfer always fails, such as one on whose bytes a firewall resets
/// the connection: a pure value.
///
/// A puller can't tell such a message from a peer that is down. So after ``Pace/failuresBeforeProbe`` failures it requests a
/// message behind the failing one: a probe. If the probe brings a page and the request right after it fails again, then the
/// peer is fine and the message is not. A peer that is down answers no probe.
struct FailingMessage {
    private var start: LogStart?
    /// Failures of requests for one message, since the last good page.
    private var failures = 0
    private var isProbeDue = false
    /// Whether the last probe brought a page.
    private var isPassed = false
    /// How many ids the puller steps over. Several such messages may follow one another, and ids may jump.
    private var row = FailingRow()

    /// A request for one message has failed.
    ///
    /// - Returns: whether the puller should go on ``behind(_:)`` the message.
    mutating func failed(at start: LogStart, _ pace: Pace) -> Bool {
        if start != self.start { (self.start, isPassed, row) = (start, false, FailingRow()) }
        failures += 1
        guard !isPassed else {
            isPassed = false
            return true
        }
        isProbeDue = failures >= pace.failuresBeforeProbe
        return false
    }

    /// Returns the place of the probe; nil if none is due. The log may begin at any place for a request without a position.
    mutating func takeProbe() -> LogStart? {
        guard isProbeDue, let start else { return nil }
        isProbeDue = false
        return behind(start)
    }

    /// Returns the place behind the failing messages. If the peer chooses where the page begins, the place is searched from the
    /// beginning of the log on.
    func behind(_ start: LogStart) -> LogStart {
        guard case .after(let past, _) = start else {
            return .after(LogID.zero.advanced(by: row.distance - 1), mark: nil)
        }
        return .after(past.advanced(by: row.distance), mark: nil)
    }

    enum ProbeOutcome {
        case passed, failed
        /// The peer has no message at this distance. There may be one between it and the failing message. Otherwise the
        /// failing message keeps no other one from coming.
        case nothingBehind
    }

    mutating func probed(_ outcome: ProbeOutcome) {
        switch outcome {
        case .passed: isPassed = true
        case .failed: row.fail()
        case .nothingBehind: row.end(at: row.distance)
        }
    }
}
