import ChatExchange
import ChatModel
import ChatStore
import TestSupport

@testable import ChatReplication

/// A puller between models of a peer and a store, with random events.
struct RandomWalk {
    /// A broken invariant, and the events before.
    struct Finding: Error, CustomStringConvertible {
        let description: String
    }

    private var dice: SeededGenerator
    private var pace = Pace()
    private let key = SigningKey().publicKey
    private let instance = Instance.random()
    private var peer: ModelPeer
    private var store = ModelStore()
    private var puller: Puller
    private var makesTrouble = true
    /// The share of the commits that fail, and the share of these that are stored all the same.
    private let failing: (share: Double, storedShare: Double)

    private var fetching: PullRequest?
    private var fetchingGap: PullRequest?
    private var judging: [LogPage.Entry]?
    private var applying: PageToApply?
    private var applyingGap: GapPage?
    private var pausing: Int?
    /// The event that answers an action about gaps or wanted messages.
    private var answer: Puller.Event?
    private var trace: [String] = []

    init(seed: UInt64) {
        dice = SeededGenerator(seed: seed)
        pace.pageMessages = [1, 2, 3, 8, 50].randomElement(using: &dice) ?? 1
        pace.singleSkips = [2, 4, 16].randomElement(using: &dice) ?? 16
        pace.freeUselessPages = [4, 64].randomElement(using: &dice) ?? 64
        failing = [(0.1, 0.3), (0.4, 0.8)].randomElement(using: &dice) ?? (0, 0)
        peer = ModelPeer(&dice)
        puller = Puller(node: key, instance: instance, group: .none, pace: pace, cursor: .start)
    }

    mutating func walk() throws(Finding) {
        handle(.started)
        for _ in 0..<Int.random(in: 20...600, using: &dice) { try step() }
        trace.append("all is well")
        makesTrouble = false
        peer.heal(&dice)
        // Where most messages of a wide gap are stored already, each lifetime of the puller closes only a part of the gap before
        // it waits.
        for lifetime in 1...100 where lifetime <= 3 || !store.gaps.isEmpty {
            try settle()
            restart()
        }
        try settle()
        try checkEnd()
    }

    /// Steps until the puller waits at the end of the peer's log.
    private mutating func settle() throws(Finding) {
        for _ in 0..<4000 {
            try step()
            if applying == nil, let fetching, fetching.waitSeconds > 0, fetching.from.provenPosition == peer.log.end {
                return
            }
        }
        throw finding(
            "The puller does not reach the end of the log. Its request: \(fetching.map { "\($0.from)" } ?? "none").")
    }

    private func checkEnd() throws(Finding) {
        let missing = peer.log.entries.filter { !store.stored.contains($0.digest) }
        guard missing.isEmpty else { throw finding("\(missing.map(\.position.id)) never came.") }
        guard store.gaps.isEmpty, store.cursor.newest == peer.log.end else {
            throw finding("It ends at \(store.cursor.newest.id), with the gaps \(store.gaps).")
        }
        guard puller.report.state == .inSync, puller.report.behind == 0 else { throw finding("\(puller.report)") }
    }

    // MARK: Steps

    private enum Step {
        case answer(PullRequest)
        case answerGap(PullRequest)
        case judge([LogPage.Entry])
        case apply(PageToApply)
        case applyGap(GapPage)
        case endPause(Int)
        case send(Puller.Event)
        case trouble
    }

    private mutating func step() throws(Finding) {
        let steps = [
            fetching.map(Step.answer), judging.map(Step.judge), applying.map(Step.apply), pausing.map(Step.endPause),
            fetchingGap.map(Step.answerGap), applyingGap.map(Step.applyGap), answer.map(Step.send),
            makesTrouble ? .trouble : nil,
        ]
        guard let step = steps.compactMap(\.self).randomElement(using: &dice) else { throw finding("It stands still.") }
        switch step {
        case .answer(let request):
            fetching = nil
            handle(peer.answer(request, &dice))
        case .answerGap(let request):
            fetchingGap = nil
            handle(peer.answer(request, &dice).ofGap)
        case .judge(let entries):
            judging = nil
            handle(makesTrouble && dice.chance(0.05) ? .notJudged(.diskFull) : .judged(entries))
        case .apply(let page):
            applying = nil
            try apply(page)
        case .applyGap(let page):
            applyingGap = nil
            try apply(page)
        case .endPause(let number):
            pausing = nil
            handle(.pauseEnded(number))
        case .send(let event):
            answer = nil
            handle(event)
        case .trouble: makeTrouble()
        }
    }

    private mutating func makeTrouble() {
        if Bool.random(using: &dice) {
            trace.append(peer.change(&dice))
        } else if dice.chance(0.08) {
            restart()
        } else if dice.chance(0.1) {
            handle(.woken)
        } else if dice.chance(0.1) {
            handle(.damageNoted)
        }
    }

    /// Applies a page. Some commits fail, and some of the failed ones were stored all the same.
    private mutating func apply(_ page: PageToApply) throws(Finding) {
        let fails = makesTrouble && dice.chance(failing.share)
        guard !fails || dice.chance(failing.storedShare) else { return handle(.notApplied(.diskFull)) }
        let applied = store.apply(page)
        try checkStore()
        handle(fails ? .notApplied(.diskFull) : .applied(applied))
    }

    /// Applies a page for a gap, as ``apply(_:)-(PageToApply)`` does.
    private mutating func apply(_ page: GapPage) throws(Finding) {
        let fails = makesTrouble && dice.chance(failing.share)
        guard !fails || dice.chance(failing.storedShare) else { return handle(.notAppliedGap) }
        let applied = store.apply(page)
        try checkStore()
        handle(fails ? .notAppliedGap : .appliedGap(applied))
    }

    private func checkStore() throws(Finding) {
        guard store.hasGapsBeforeCursor else {
            throw finding("A gap is after the cursor, \(store.cursor.newest.id): \(store.gaps).")
        }
        // The peer may be restored to each of these logs.
        let logs = [peer.log] + (peer.clone.map { [$0.log] } ?? []) + peer.earlierLogs.suffix(6)
        for (number, log) in logs.enumerated() {
            let missed = store.missed(of: log)
            guard missed.isEmpty else {
                throw finding(
                    "\(missed) of log \(number) are missed; the cursor is \(store.cursor.newest.id), the others \(store.otherCursors), the gaps \(store.gaps)."
                )
            }
        }
    }

    private mutating func restart() {
        trace.append("restart with \(store.gaps)")
        (fetching, fetchingGap, judging, applying, applyingGap, pausing, answer) = (nil, nil, nil, nil, nil, nil, nil)
        puller = Puller(
            node: key, instance: instance, group: .none, pace: pace, cursor: store.cursor,
            otherCursors: store.otherCursors)
        handle(.started)
    }

    private mutating func handle(_ event: Puller.Event) {
        trace.append(event.summary)
        for action in puller.handle(event, now: .zero, random: 0.5) {
            trace.append("    \(action.summary)")
            switch action {
            case .fetch(let request): fetching = request
            case .judge(let entries): judging = entries
            case .apply(let page, _): applying = page
            case .findGap(let id): answer = .foundGap(store.gaps.next(after: id, knowing: makesTrouble ? 1 : 2))
            case .fetchGap(let request): fetchingGap = request
            case .applyGap(let page): applyingGap = page
            case .endWait: (fetching, answer) = (nil, .waitEnded)
            case .findDue: answer = .foundDue(dueMessages())
            case .fetchWanted: answer = peer.answerWanted(&dice)
            case .applyWanted: answer = makesTrouble && dice.chance(0.2) ? .notAppliedWanted : .appliedWanted
            case .pause(_, let number): pausing = number
            case .takeGroup, .notify: break
            }
        }
    }

    /// Returns due messages. The peer has none of them.
    private mutating func dueMessages() -> [DueMessage] {
        (0..<Int.random(in: 0...200, using: &dice)).map { number in
            // 32 bytes are a digest.
            let digest = try! Digest(bytes: [UInt8(number)] + [UInt8](repeating: 255, count: 31))
            return DueMessage(due: UnixTime(milliseconds: 1), digest: digest)
        }
    }

    private func finding(_ sentence: String) -> Finding {
        Finding(description: (trace.suffix(60) + [sentence]).joined(separator: "\n"))
    }
}

// MARK: - What is shown of a walk

extension Puller.Event {
    fileprivate var summary: String {
        switch self {
        case .fetchedGap(let page): "gap page \(page.entries.map(\.id)) \(page.head.summary)"
        case .fetched(let page, _): "page \(page.entries.map(\.id)) \(page.head.summary)"
        case .notFetched(let failure):
            if let head = failure.head { "unreadable \(head.summary)" } else { "\(failure)" }
        default: "\(self)"
        }
    }
}

extension Puller.Action {
    fileprivate var summary: String {
        switch self {
        case .fetch(let request): "fetch \(request.from) limit \(request.limit) wait \(request.waitSeconds)"
        case .apply(let page, _):
            "apply up to \(page.nextCursor), \(page.part.summary), unreadable \(page.unreadable)"
        case .fetchGap(let request): "fetch gap \(request.from) limit \(request.limit)"
        case .applyGap(let page): "apply for a gap \(page.part?.summary ?? "-"), unreadable \(page.unreadable)"
        default: "\(self)"
        }
    }
}

extension Puller.Event {
    /// The event of the answer, if it was requested for a gap.
    fileprivate var ofGap: Puller.Event {
        switch self {
        case .fetched(let page, _): .fetchedGap(page)
        case .notFetched(let failure): .notFetchedGap(failure)
        default: self
        }
    }
}

extension PagePart {
    fileprivate var summary: String {
        "after \(before.id) through \(end.id), complete after \(completeAfter?.id.description ?? "-")"
    }
}

extension PageHead {
    fileprivate var summary: String { "up to \(next.id):\(next.mark) of \(high), instance \(instance)" }
}
