package import ChatModel
package import ChatStore

/// Decides when a puller requests wanted messages from its peer, and which: a pure value.
struct WantedRequests {
    /// What the puller should do next.
    enum Action: Equatable {
        /// Search the store for due messages.
        case find
        case request([Digest])
    }

    private let pace: Pace
    /// The messages to request, in the order in which they became due.
    private var due: [DueMessage] = []
    private var nextSearch = Duration.zero
    /// When the next request may be sent. Pages of the log are requested meanwhile.
    private var nextRequest = Duration.zero
    /// The number of requests that brought no readable page, since the last answer with a requested message.
    private var failures = 0
    /// The largest number of messages in a request. A failure halves it, so that one message can't stop the others.
    private var limit = Limits.requestedDigests
    /// The messages that an answer may lack because of its size: the first ones of ``due``. They are requested a second
    /// time, at most ``wholeAnswer`` in a request.
    private var leftOut = 0
    /// The number of messages that an answer always has room for. The largest message is less than 128 KiB of XML: its names
    /// and values have ``Limits/fieldBytes``, and a character is escaped with up to five. An answer goes on up to
    /// ``Limits/pageBytes``.
    private static let wholeAnswer = 8

    init(_ pace: Pace) {
        self.pace = pace
    }

    /// Whether messages of the last search should now be requested.
    func isPending(at now: Duration) -> Bool { !due.isEmpty && now >= nextRequest }

    /// Returns the next action; nil if no wanted messages should be requested now.
    mutating func next(at now: Duration) -> Action? {
        guard due.isEmpty else { return isPending(at: now) ? .request(batch.map(\.digest)) : nil }
        guard now >= nextSearch else { return nil }
        nextSearch = now + pace.wantedInterval
        return .find
    }

    /// The messages of the request in progress.
    private var batch: ArraySlice<DueMessage> {
        due.prefix(leftOut == 0 ? limit : min(limit, leftOut, Self.wholeAnswer))
    }

    /// Lets the store be searched as soon as the messages of the last search are requested.
    mutating func searchIsDue() { nextSearch = .zero }

    /// The store was searched for due messages.
    mutating func found(_ due: [DueMessage]) { self.due = due }

    /// Returns the part of an answer that was requested. Everything else in the page is ignored.
    ///
    /// What an answer lacks, the peer does not have. But an answer ends when it is larger than ``Limits/pageBytes``. So what
    /// a larger answer lacks is requested once more, in answers that have room for everything. A peer that sends less than it
    /// has is therefore asked for each message at most twice.
    ///
    /// - Parameter byteCount: the size of the page.
    mutating func fetched(_ page: LogPage, byteCount: Int) -> WantedPage? {
        let requested = Set(batch.map(\.digest))
        var received: Set<Digest> = []
        let entries = page.entries.filter { entry in
            guard case .message(_, let message) = entry, requested.contains(message.digest) else { return false }
            received.insert(message.digest)
            return true
        }
        if !received.isEmpty { failures = 0 }
        guard byteCount > Limits.pageBytes, batch.count > Self.wholeAnswer else {
            return WantedPage(entries: entries, received: received, asked: batch.last)
        }
        let answered = batch.prefix { received.contains($0.digest) }
        return WantedPage(
            entries: entries, received: received, asked: answered.last, leftOut: batch.count - received.count)
    }

    /// A request brought no readable page: the next one is sent after a pause, which does not stop the pull.
    ///
    /// - Returns: an answer without messages if one message alone was requested, and its answer was an error or
    ///   unreadable, or ``Pace/failuresBeforeSkip`` requests in a row brought no page. The message is then requested
    ///   again at its next time, so that it does not stop the others.
    mutating func notFetched(_ failure: PullFailure, _ moment: Moment) -> WantedPage? {
        failures += 1
        nextRequest = moment.now + pace.backoff(failures: failures, random: moment.random)
        let single = batch.count == 1 ? batch.last : nil
        limit = max(1, batch.count / 2)
        switch failure {
        case .unreadable, .tooLarge, .wrongStart, .noPage, .refused:
            break
        case .brokenOff, .noAnswer, .tooSlow:
            giveUp()
            guard failures >= pace.failuresBeforeSkip else { return nil }
        case .unreachable, .hostRefused, .notPaired, .removed, .paused, .linkRequired, .otherNode, .webPage,
            .cursorUnknown,
            .foreignGroup, .storeNotRead:
            giveUp()
            return nil
        }
        return single.map { WantedPage(entries: [], received: [], asked: $0) }
    }

    /// The store has noted how far the peer was asked.
    mutating func applied(_ page: WantedPage) {
        let count = due.count
        due.removeAll { message in
            page.received.contains(message.digest) || page.asked.map { message <= $0 } ?? false
        }
        leftOut = page.leftOut > 0 ? page.leftOut : max(0, leftOut - (count - due.count))
        limit = min(limit * 2, Limits.requestedDigests)
    }

    /// Requests nothing before the next search. The messages stay due.
    mutating func giveUp() { (due, leftOut) = ([], 0) }
}

/// The answer to a request for wanted messages.
package struct WantedPage {
    /// Requested messages.
    package let entries: [LogPage.Entry]
    /// The digests of these messages.
    let received: Set<Digest>
    /// The last message up to which the peer has answered; nil if the answer may lack the first one because of its size.
    package let asked: DueMessage?
    /// The number of requested messages that the answer may lack because of its size.
    var leftOut = 0
}
