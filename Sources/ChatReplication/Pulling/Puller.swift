package import ChatExchange
package import ChatModel
package import ChatStore

/// Decides what to do next about one peer: a pure state machine with events in and actions out.
///
/// A puller takes time and randomness as values and performs nothing itself; ``PeerPuller`` performs the actions. At any
/// moment at most one page is being fetched, one is being judged, and one is being applied: see ``ApplyQueue``.
package struct Puller {
    package enum Event {
        case started
        /// The request in progress brought a page. The duration is the time from the request to the page.
        case fetched(LogPage, after: Duration)
        /// The request in progress brought no page that can be read.
        case notFetched(PullFailure)
        /// Each entry of the page that was to be judged has its verdict.
        case judged(JudgedEntries)
        /// The store could not be read to judge the entries of a page.
        case notJudged(StoreError)
        case applied(Applied)
        /// The store could not apply a page, or could not decide about a group.
        case notApplied(StoreError)
        /// The store has decided about ``Action/takeGroup(_:)``. The value is the node's group after that.
        case groupDecided(GroupID)
        /// The store has noted damaged messages, which are due at once.
        case damageNoted
        /// The waiting request in progress has ended because of ``Action/endWait``.
        case waitEnded
        /// The due messages; empty also if the store could not be read.
        case foundDue([DueMessage])
        /// The request for wanted messages in progress brought a page.
        case fetchedWanted(LogPage, byteCount: Int)
        case notFetchedWanted(PullFailure)
        case appliedWanted
        case notAppliedWanted
        /// The lowest gap above an id that should be requested again; nil if there is none, also if the store could not be
        /// read.
        case foundGap(Gap?)
        /// The request in progress for a gap brought a page.
        case fetchedGap(LogPage)
        case notFetchedGap(PullFailure)
        case appliedGap(Applied)
        case notAppliedGap
        /// The pause with this number is over.
        case pauseEnded(Int)
        /// The peer may be reached now: it has sent a request or opened a link, or the network has changed.
        case woken
    }

    package enum Action {
        case fetch(PullRequest)
        /// Verify the signatures of a page's messages.
        case judge([LogPage.Entry])
        /// Store the page's good messages and move the cursor, in one transaction.
        case apply(PageToApply, JudgedEntries)
        /// Make this the node's group if the node has none and its log is empty.
        case takeGroup(GroupID)
        /// End the waiting request in progress, without an answer, and send ``Event/waitEnded``.
        case endWait
        /// Search the store for due messages, at most `limit`.
        case findDue(limit: Int)
        /// Request wanted messages by their digests.
        case fetchWanted([Digest])
        /// Verify and store the messages, and note how far the peer was asked, in one transaction.
        case applyWanted(WantedPage)
        /// Search the store for the lowest gap of the peer's log with an id above this one.
        case findGap(after: LogID)
        /// Request a page to close a gap.
        case fetchGap(PullRequest)
        /// Verify the page's messages, store the good ones and note the gaps that the page leaves, in one transaction.
        case applyGap(GapPage)
        /// Send ``Event/pauseEnded(_:)`` after this time.
        case pause(Duration, number: Int)
        case notify(Notice)
    }

    enum Activity {
        case idle
        /// An obsolete answer does not continue the cursor, because a page before it was not applied.
        case fetching(PullRequest, isObsolete: Bool)
        /// The page in progress named this group, and the store decides whether the node takes it.
        case takingGroup(GroupID)
        /// A message behind a failing one is being fetched, to find out whether the peer answers at all.
        case probing(PullRequest)
        /// The store is searched for due messages or for a gap, or wanted messages or a gap are being fetched.
        case asking
        /// The answer to a request for wanted messages is being applied.
        case applyingWanted(WantedPage)
        /// A page that was requested to close a gap is being applied.
        case applyingGap(GapPage)
        /// ``Event/woken`` ends a wakeable pause.
        case pausing(number: Int, isWakeable: Bool)
    }

    let node: PublicKey
    let instance: Instance
    let pace: Pace
    /// The group of this node, as far as this puller knows: the node may take one from another peer.
    var group: GroupID

    /// The cursor that the store has.
    package internal(set) var cursor: Cursor
    /// The cursors that the store has into other logs of the peer: earlier logs, and those of clones.
    var otherCursors: [Cursor]
    /// Whether the peer has answered in an earlier lifetime of this node.
    let hasAnsweredBefore: Bool
    package internal(set) var report: PullReport
    var notices = PullNotices()

    var activity = Activity.idle
    private var pauses = 0
    /// Pages that were fetched and are not applied yet.
    var queue = ApplyQueue()
    var backoff: Backoff
    var side: SideRequests
    var failing = FailingMessage()
    /// The time of the event that is being handled.
    private var now = Duration.zero

    var pass: Pass
    /// The limit of the next request, in messages.
    var limit: Int
    /// The instance of the peer's last page, readable or not. Another instance may have another log. A rewind keeps it:
    /// the first page after a rewind may be too large to be read.
    var peerInstance: Instance?
    /// The instance whose log ``cursor`` belongs to, as far as this puller knows: another instance may be a clone. If a page
    /// can't be applied, it replaces the ``peerInstance``, because the puller goes on from the cursor before that page.
    var cursorInstance: Instance?

    /// - Parameter report: the report of an earlier pass over the same peer's log, by the same clock.
    package init(
        node: PublicKey, instance: Instance, group: GroupID, pace: Pace, cursor: Cursor,
        otherCursors: [Cursor] = [], hasAnsweredBefore: Bool = false, report: PullReport = PullReport()
    ) {
        self.node = node
        self.instance = instance
        self.group = group
        self.pace = pace
        self.cursor = cursor
        self.otherCursors = otherCursors
        self.hasAnsweredBefore = hasAnsweredBefore
        self.report = report
        pass = Pass(from: .after(cursor.newest))
        limit = pace.pageMessages
        backoff = Backoff(pace)
        side = SideRequests(pace)
    }

    /// The public key that the peer claims; nil before its first page, and if the peer is this node itself.
    package var claimedNode: PublicKey? { report.state == .thisNode ? nil : report.node }

    /// The cursor once all fetched pages are applied.
    var cursorAhead: Cursor { queue.last?.nextCursor ?? cursor }

    /// - Parameters:
    ///   - now: a reading of a monotonic clock.
    ///   - random: at least 0, less than 1.
    package mutating func handle(_ event: Event, now: Duration, random: Double) -> [Action] {
        let moment = Moment(now: now, random: random)
        self.now = now
        return switch event {
        case .started: fetchNext()
        case .fetched(let page, let duration): fetched(page, after: duration, moment)
        case .notFetched(let failure): notFetched(failure, moment)
        case .judged(let judged): self.judged(judged)
        case .notJudged(let error): notJudged(error, moment)
        case .applied(let applied): self.applied(applied, moment)
        case .notApplied(let error): notApplied(error, moment)
        case .groupDecided(let group): decided(group, moment)
        case .damageNoted: damageNoted()
        case .waitEnded: waitEnded()
        case .foundDue(let due): foundDue(due)
        case .fetchedWanted(let page, let byteCount): fetchedWanted(page, byteCount: byteCount)
        case .notFetchedWanted(let failure): notFetchedWanted(failure, moment)
        case .appliedWanted: endedWanted(isApplied: true)
        case .notAppliedWanted: endedWanted(isApplied: false)
        case .foundGap(let gap): foundGap(gap)
        case .fetchedGap(let page): fetchedGap(page)
        case .notFetchedGap(let failure): notFetchedGap(failure, moment)
        case .appliedGap(let applied): endedGap(applied)
        case .notAppliedGap: endedGap(nil)
        case .pauseEnded(let number): pauseEnded(number)
        case .woken: woken(moment)
        }
    }
}

// MARK: - Requesting and pausing

extension Puller {
    private mutating func decided(_ group: GroupID, _ moment: Moment) -> [Action] {
        self.group = group
        return groupDecided(group, moment)
    }

    /// Requests the next page, unless a request is in progress, a page is fetched ahead or a pause is due.
    mutating func fetchNext() -> [Action] {
        // Do not send a waiting request while a page is being applied: if applying fails, that page is requested again
        // at once.
        guard case .idle = activity, !queue.isFull, !pass.isCaughtUp || queue.isEmpty else { return [] }
        if let pause = backoff.takeOwedPause() { return self.pause(pause, isWakeable: false) }
        // Wait: the page that is being applied will change the cursor.
        if case .newestCommon = pass.start, !queue.isEmpty { return [] }
        if queue.isEmpty, let start = failing.takeProbe() {
            let request = request(from: start, limit: 1)
            activity = .probing(request)
            side.pulled()
            return [.fetch(request)]
        }
        if pass.isCaughtUp || failing.isLast, let action = side.next(at: now) { return ask(action) }
        side.pulled()
        let wait = pass.isCaughtUp && !side.isPending(at: now) ? pace.waitSeconds : 0
        let request = request(from: pass.start, limit: limit, waitSeconds: wait)
        activity = .fetching(request, isObsolete: false)
        return [.fetch(request)]
    }

    private mutating func ask(_ action: SideRequests.Action) -> [Action] {
        activity = .asking
        return switch action {
        case .wanted(.find): [.findDue(limit: pace.dueMessages)]
        case .wanted(.request(let digests)): [.fetchWanted(digests)]
        case .gap(.find(let id)): [.findGap(after: id)]
        case .gap(.request(let start, let limit)): [.fetchGap(request(from: start, limit: limit))]
        }
    }

    /// A request for a gap or for wanted messages has ended.
    mutating func ended(_ kind: SideRequests.Kind) {
        side.ended(kind)
        failing.sideRequestEnded()
    }

    private func request(from start: LogStart, limit: Int, waitSeconds: Int = 0) -> PullRequest {
        PullRequest(from: start, limit: limit, waitSeconds: waitSeconds, node: node, instance: instance, group: group)
    }

    mutating func pause(_ duration: Duration, isWakeable: Bool) -> [Action] {
        guard duration > .zero else { return fetchNext() }
        pauses += 1
        activity = .pausing(number: pauses, isWakeable: isWakeable)
        return [.pause(duration, number: pauses)]
    }

    private mutating func pauseEnded(_ number: Int) -> [Action] {
        guard case .pausing(number, _) = activity else { return [] }
        activity = .idle
        return fetchNext()
    }

    private mutating func woken(_ moment: Moment) -> [Action] {
        guard case .pausing(let number, isWakeable: true) = activity else { return [] }
        let delay = backoff.wakeDelay(at: moment.now)
        guard delay <= .zero else {
            // The pause ends with the first of its two ends.
            activity = .pausing(number: number, isWakeable: false)
            return [.pause(delay, number: number)]
        }
        activity = .idle
        return fetchNext()
    }

    /// Begins another pass from `start` and drops the page that was fetched ahead.
    mutating func rewind(to start: LogStart) {
        pass = Pass(from: start)
        queue.dropFetchedAhead()
        side.gaps.startAgain()
        failing.rewound()
    }
}
