internal import ChatExchange
internal import ChatModel

/// Decides when a puller requests the gaps of its peer's log again, and which pages: a pure value.
///
/// The puller does this in rounds: when it first reaches the end of the log, and then once in ``Pace/retryInterval``. A round
/// goes through the gaps in the order of ids. Each gap is requested in eight pages, or in pages of ``Pace/pageMessages`` if
/// these are shorter, so that it shrinks to the messages that can't be stored: the gap of a page of 1,000 messages with a bad
/// one has 125 ids after one round, and one after four. Each complete page costs another request, for one message from its
/// end, see ``Walk/held``.
struct GapRequests {
    /// What the puller should do next.
    enum Action: Equatable {
        /// Search the store for the lowest gap with an id above this one.
        case find(after: LogID)
        case request(LogStart, limit: Int)
    }

    /// The requests for one gap.
    private struct Walk {
        /// The start of the next request.
        var start: LogStart
        /// The newest known position at or before ``start``.
        var before: LogPosition
        let last: LogID
        /// The largest limit of a request.
        let most: Int
        var limit: Int
        /// The messages since the last applied page that could not be read or transferred, in a row.
        var unreadable = 0
        /// The ids at which requests for one message fail, and the id before them.
        var failing: (before: LogID, row: FailingRow)?
        /// A complete page, which is applied after the peer has accepted the position at its end. Marks do not prove ids,
        /// so a page with wrong ids could close too much.
        var held: GapPage?
        /// Whether a page of the gap was applied.
        var hasMoved = false

        /// Goes back to a smaller distance after a page that ends a row of failing ids.
        ///
        /// - Returns: false if the page ends no such row, or if all smaller distances fail.
        mutating func goesBack() -> Bool {
            guard var failing else { return false }
            let isLeft = failing.row.succeed()
            self.failing = failing
            start = .after(failing.before.advanced(by: failing.row.distance), mark: nil)
            return isLeft
        }

        mutating func takeHeld() -> GapPage? {
            defer { held = nil }
            return held
        }
    }

    private let pace: Pace
    private var walk: Walk?
    private var isInRound = false
    /// When the next daily round may begin.
    private var nextRound = Duration.zero
    /// Whether a round should begin before ``nextRound``.
    private var isRoundDue = false
    /// Whether a page of the round was applied.
    private var hasBegun = false
    /// Whether the round has found a gap.
    private(set) var hasFoundGap = false
    /// How far the round has come.
    private var end = LogStart.beginning
    /// The requests without a new message since the last one with a new message, or since the last daily round began.
    /// A round that begins earlier does not reset this count, because a peer decides how many such rounds there are.
    private var useless = 0

    init(_ pace: Pace) {
        self.pace = pace
    }

    /// Whether the puller should go on without waiting for new messages. A peer must not keep the puller busy with
    /// messages that can't be stored or that are stored already. So after ``Pace/freeUselessPages`` useless requests, the
    /// rest of the round goes on beside waiting requests.
    var isPending: Bool { isInRound && useless < pace.freeUselessPages }

    /// Lets a round begin at the next end of the log, or when the round in progress has ended: a skipped message may be
    /// good.
    mutating func roundIsDue() { isRoundDue = true }

    /// Begins the round in progress again: the peer's log is another one, or the puller goes back to another position.
    mutating func startAgain() { (walk, end, hasBegun) = (nil, .beginning, false) }

    /// Ends the round.
    mutating func giveUp() { (walk, isInRound) = (nil, false) }

    /// Returns the next action; nil if no gap should be requested now.
    mutating func next(at now: Duration) -> Action? {
        if let end = walk?.held?.part?.end { return .request(.after(end), limit: 1) }
        if let walk { return .request(walk.start, limit: walk.limit) }
        if !isInRound {
            let isDaily = now >= nextRound
            guard isDaily || isRoundDue else { return nil }
            if isDaily { (nextRound, useless) = (now + pace.retryInterval, 0) }
            (isInRound, isRoundDue, hasBegun, hasFoundGap, end) = (true, false, false, false, .beginning)
        }
        return .find(after: end.id)
    }

    /// The store was searched for a gap.
    mutating func found(_ gap: Gap?) {
        guard let gap else { return giveUp() }
        hasFoundGap = true
        // A gap can grow after the round has passed its beginning. Then the round goes on where it is.
        let isPassed = gap.before.id < end.id
        guard let before = isPassed ? end.provenPosition : gap.before else {
            end = .after(gap.last, mark: nil)
            return
        }
        let ids = gap.last.rawValue - before.id.rawValue
        let most = Int(min(UInt64(pace.pageMessages), (ids + 7) / 8))
        walk = Walk(start: .after(before), before: before, last: gap.last, most: most, limit: most)
    }

    /// Returns the page to apply now; nil if the page can't be used, or is held.
    ///
    /// - Parameters:
    ///   - instance: the instance of the peer's last page. A page of another instance may belong to another log, in which the
    ///     gap has other messages: the puller must pull first.
    ///   - newest: the position up to which the puller has read the log. The page's entries after it are ignored.
    mutating func fetched(_ page: LogPage, instance: Instance?, newest: LogPosition) -> GapPage? {
        guard let walk else { return nil }
        guard page.head.instance == instance else {
            useless += 1
            startAgain()
            return nil
        }
        if let end = walk.held?.part?.end { return confirmed(page.place(for: .after(end))) }
        guard let place = page.place(for: walk.start) else {
            return notFetched(.wrongStart(page.head), olderThan: .start)
        }
        let entries = page.entries.filter { $0.id <= newest.id }
        guard self.walk?.goesBack() != true else {
            useless += 1
            return nil
        }
        guard let last = entries.last?.id else {
            useless += 1
            return abandon()
        }
        let next = page.head.next
        guard place.isComplete == true else {
            let part = PagePart(after: walk.before, through: next.id > newest.id ? newest : next, completeAfter: nil)
            return gapPage(entries, part)
        }
        let start = walk.start.knownPosition
        let end = LogPosition(
            id: last, mark: entries.reduce(start.mark) { mark, entry in entry.digest.map(mark.appending) ?? mark })
        let taken = gapPage(entries, PagePart(after: walk.before, through: end, completeAfter: start))
        if end == newest { return taken }
        self.walk?.held = taken
        return nil
    }

    private func gapPage(_ entries: [LogPage.Entry], _ part: PagePart) -> GapPage {
        GapPage(entries: entries, part: part, unreadable: walk?.unreadable ?? 0, beginsRound: !hasBegun)
    }

    /// A page came that should prove the position at the end of the held page.
    ///
    /// - Parameter place: how the page fits that position. If the mark of the new page proves nothing, the held page
    ///   closes nothing.
    private mutating func confirmed(_ place: PagePlace?) -> GapPage? {
        let held = walk?.takeHeld()
        return place?.isComplete == true ? held : held?.unconfirmed
    }

    /// A request brought no page.
    ///
    /// If the peer does not know the position before the gap, the walk begins at the next older position of the cursor.
    ///
    /// - Returns: the held page, which closes nothing; or a page with only the number of messages that could not be
    ///   read or transferred, if the walk ends with these.
    mutating func notFetched(_ failure: PullFailure, olderThan cursor: Cursor) -> GapPage? {
        useless += 1
        guard let walk else { return nil }
        switch failure {
        case .foreignGroup, .storeNotRead:
            giveUp()
            return nil
        case .cursorUnknown:
            // The position is a wrong claim, or the peer was restored. Then the next pull begins the round again.
            guard walk.start.id > .zero, walk.start.provenPosition != nil, !walk.hasMoved, walk.held == nil else {
                return abandon()
            }
            let older = cursor.positions.first { $0.id < walk.start.id } ?? .start
            self.walk?.start = .after(older)
            self.walk?.before = older
            return nil
        case .unreadable, .tooLarge, .wrongStart, .noPage, .refused, .brokenOff, .noAnswer, .tooSlow, .unreachable,
            .hostRefused, .notPaired, .removed, .paused, .linkRequired, .otherNode, .webPage:
            if let held = self.walk?.takeHeld() { return held.unconfirmed }
            guard walk.limit == 1 else { return halve() }
            return failure.head.map { skip($0.next) } ?? skipFailing()
        }
    }

    private mutating func halve() -> GapPage? {
        walk?.limit /= 2
        return nil
    }

    /// Skips the unreadable message after the start of a request with the limit 1.
    private mutating func skip(_ next: LogPosition) -> GapPage? {
        guard var walk else { return nil }
        walk.unreadable += 1
        walk.failing = nil
        let followsNext = walk.unreadable > pace.singleSkips && next.id > walk.start.id
        walk.start = followsNext ? .after(next) : .after(walk.start.id.advanced(by: 1), mark: nil)
        self.walk = walk
        return walk.start.id >= walk.last ? abandon() : nil
    }

    /// Skips the message after the start of a request with the limit 1, whose transfer failed. The message may have any id
    /// after the start, so the walk searches for the next message that the peer sends.
    private mutating func skipFailing() -> GapPage? {
        guard var walk else { return nil }
        let before = walk.failing?.before ?? walk.start.id
        var row = walk.failing?.row ?? FailingRow(singleIDs: pace.singleSkips)
        // Most of the ids may have no message, so the row counts as one.
        if walk.failing == nil { walk.unreadable += 1 } else { row.fail() }
        let rest = walk.last.rawValue - before.rawValue
        if row.distance >= rest { row.end(at: rest) }
        walk.failing = (before, row)
        self.walk = walk
        let start = before.advanced(by: row.distance)
        self.walk?.start = .after(start, mark: nil)
        return start >= walk.last ? abandon() : nil
    }

    /// Leaves the rest of the gap for the next round.
    private mutating func abandon() -> GapPage? {
        guard let walk else { return nil }
        end = .after(max(walk.last, walk.start.id), mark: nil)
        self.walk = nil
        // The messages of a held page come again with the next round.
        guard walk.unreadable > 0 else { return nil }
        return GapPage(entries: [], part: nil, unreadable: walk.unreadable, beginsRound: !hasBegun)
    }

    /// The store has applied a page.
    ///
    /// - Parameter stored: the number of messages that the page added to the log.
    mutating func applied(_ page: GapPage, stored: Int) {
        hasBegun = true
        guard let part = page.part, var walk else { return }
        useless = stored > 0 ? 0 : useless + 1
        if part.isComplete { walk.limit = min(2 * walk.limit, walk.most) }
        (walk.start, walk.before, walk.unreadable, walk.hasMoved) = (.after(part.end), part.end, 0, true)
        walk.failing = nil
        end = walk.start
        self.walk = part.end.id < walk.last ? walk : nil
    }
}

extension GapPage {
    /// The page without a proof that it is complete.
    fileprivate var unconfirmed: GapPage {
        GapPage(
            entries: entries, part: part.map { PagePart(after: $0.before, through: $0.end, completeAfter: nil) },
            unreadable: unreadable, beginsRound: beginsRound)
    }
}

extension LogStart {
    /// The id after which a page from here begins. A walk never begins at a cursor.
    fileprivate var id: LogID {
        if case .after(let id, _) = self { id } else { .zero }
    }

    fileprivate var knownPosition: LogPosition { provenPosition ?? .start }
}
