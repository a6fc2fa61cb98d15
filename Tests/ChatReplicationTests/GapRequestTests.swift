import ChatExchange
import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

/// Requests for the gaps of a peer's log.
struct GapRequestTests {
    /// A script whose puller waits at id 1000, the end of the peer's log, and its last actions.
    private func caughtUp(_ gaps: [Gap], cursor: [UInt64] = [1000]) throws -> (Script, [Puller.Action]) {
        var script = Script(cursor: try #require(Cursor(restoring: cursor.map(LogPosition.at))))
        for gap in gaps { script.gaps.add(gap) }
        _ = script.handle(.started)
        let actions = script.handle(noNews(script, at: cursor[0]))
        return (script, actions)
    }

    private func gap(_ before: UInt64, _ last: UInt64) -> Gap { Gap(after: .at(before), through: .at(last)) }

    /// The event of an empty page of the log.
    private func noNews(_ script: Script, at high: UInt64 = 1000) -> Puller.Event {
        .fetched(script.page(nil, next: high, high: high), after: .zero)
    }

    /// The event of a page for a gap.
    private func page(_ ids: ClosedRange<UInt64>, _ script: Script, instance: Instance? = nil) -> Puller.Event {
        .fetchedGap(script.page(ids, high: 1000, instance: instance))
    }

    /// The event of a page for a gap with one bad message.
    private func badPage(_ id: UInt64, _ script: Script) -> Puller.Event {
        let refusal = Refusal(.badSignature, "Not a message.")
        return .fetchedGap(
            LogPage(
                head: script.page(id...id, high: 1000).head,
                entries: [.bad(.at(id), BadMessage(reason: refusal, raw: []))]))
    }

    private func applied(bad: Int = 0) -> Puller.Event {
        var applied = Applied()
        applied.known = 10
        applied.quarantined = bad
        return .appliedGap(applied)
    }

    @Test func `a gap is requested alone, in eighths, with a page of the log after each request`() throws {
        var (script, actions) = try caughtUp([gap(200, 280)])
        var pages = 0
        for start in stride(from: 200, to: 280, by: 10) as StrideTo<UInt64> {
            let request = try #require(actions.gapRequest)
            #expect(request.from == .at(start))
            #expect(request.limit == 10 && request.waitSeconds == 0)
            let held = script.handle(page(start + 1...start + 10, script))
            #expect(held.gapPage == nil && held.request?.from == .at(1000))
            // The peer has to accept the position at the end of the page.
            let proof = try #require(script.handle(noNews(script)).gapRequest)
            #expect(proof.from == .at(start + 10))
            #expect(proof.limit == 1)
            let taken = try #require(script.handle(page(start + 11...start + 11, script)).gapPage)
            #expect(taken.entries.map(\.id.rawValue) == Array(start + 1...start + 10))
            #expect(taken.part == PagePart(after: .at(start), through: .at(start + 10), completeAfter: .at(start)))
            #expect(taken.beginsRound == (pages == 0))
            pages += 1
            let pull = try #require(script.handle(applied()).request)
            #expect(pull.from == .at(1000))
            if pages == 8 { script.gaps = Gaps() }
            actions = script.handle(noNews(script))
        }
        #expect(actions.request?.waitSeconds == Pace().waitSeconds)
        #expect(script.puller.cursor.newest == .at(1000))
    }

    @Test func `the gaps are requested again after a day, and not before`() throws {
        var (script, _) = try caughtUp([])
        script.gaps.add(gap(4, 5))
        script.now = .seconds(24 * 3600 - 1)
        #expect(script.handle(noNews(script)).gapRequest == nil)
        script.now = .seconds(24 * 3600)
        #expect(script.handle(noNews(script)).gapRequest?.from == .at(4))
    }

    @Test func `a page that goes beyond the gap is applied up to the cursor`() throws {
        let (caughtUp, actions) = try caughtUp([gap(990, 992)])
        var script = caughtUp
        #expect(actions.gapRequest?.limit == 1)
        let longer = script.page(991...1003, high: 1003)
        let taken = try #require(script.handle(.fetchedGap(longer)).gapPage)
        #expect(taken.entries.map(\.id.rawValue) == Array(991...1000))
        #expect(taken.part?.end == .at(1000))
    }

    @Test func `a page with wrong ids closes nothing, because the peer does not accept the position at its end`() throws
    {
        var (script, actions) = try caughtUp([gap(500, 600)])
        #expect(actions.gapRequest?.limit == 13)
        // The entries 501 and 502.
        let shifted = LogPage(
            head: script.page(nil, next: 600, mark: LogPosition.at(502).mark, high: 1000).head,
            entries: [599, 600].map { .gone(.at($0), .ofZeros) })
        #expect(script.handle(.fetchedGap(shifted)).gapPage == nil)
        actions = script.handle(noNews(script))
        #expect(actions.gapRequest?.from == .after(.at(600), mark: LogPosition.at(502).mark))
        script.gaps = Gaps()
        actions = script.handle(.notFetchedGap(.cursorUnknown(sentence: "")))
        #expect(actions.gapPage == nil)
        #expect(actions.request?.from == .at(1000))
    }

    @Test func `when the request for the proof fails, the messages are stored and the gap stays`() throws {
        var (script, _) = try caughtUp([gap(100, 108)])
        _ = script.handle(page(101...101, script))
        #expect(script.handle(noNews(script)).gapRequest?.from == .at(101))
        let taken = try #require(script.handle(.notFetchedGap(.tooSlow)).gapPage)
        #expect(taken.entries.map(\.id) == [.at(101)])
        #expect(taken.part == PagePart(after: .at(100), through: .at(101), completeAfter: nil))
    }

    @Test func `a page of another instance is not applied, and the puller pulls first`() throws {
        var (script, actions) = try caughtUp([gap(4, 5)])
        actions = script.handle(page(5...5, script, instance: .random()))
        #expect(actions.gapPage == nil)
        #expect(actions.request?.from == .at(1000))
    }

    @Test func `when the peer does not know the gap's position, the request begins at an older position of the cursor`()
        throws
    {
        var (script, actions) = try caughtUp([gap(500, 600)], cursor: [1000, 900, 300, 20])
        for start in [500, 300, 20, 0] as [UInt64] {
            #expect(actions.gapRequest?.from == .at(start))
            #expect(script.handle(.notFetchedGap(.cursorUnknown(sentence: ""))).request?.from == .at(1000))
            if start == 0 { script.gaps = Gaps() }
            actions = script.handle(noNews(script))
        }
        #expect(actions.gapRequest == nil)
    }

    @Test(arguments: [PullFailure.brokenOff(.closed), .refused(status: 500, nil), .tooSlow])
    func
        `the request after a failed one has half the limit, and a message that fails alone is skipped and counted`(
            failure: PullFailure
        ) throws
    {
        var (script, actions) = try caughtUp([gap(100, 132)])
        for limit in [4, 2, 1] {
            #expect(actions.gapRequest?.from == .at(100))
            #expect(actions.gapRequest?.limit == limit)
            #expect(script.handle(.notFetchedGap(failure)).pause == nil)
            actions = script.handle(noNews(script))
        }
        #expect(actions.gapRequest?.from == .after(.at(101), mark: nil))
        let taken = try #require(script.handle(page(102...102, script)).gapPage)
        #expect(taken.part == PagePart(after: .at(100), through: .at(102), completeAfter: nil))
        #expect(taken.unreadable == 1)
    }

    /// Answers the requests for the gap after id 100, from a log with the messages of these ids. The first one can't be
    /// transferred.
    ///
    /// - Returns: the page that is applied first, and the number of requests before it.
    private func firstApplied(of ids: [UInt64]) throws -> (page: GapPage, requests: Int) {
        let last = try #require(ids.last)
        var (script, actions) = try caughtUp([gap(100, last)], cursor: [last])
        var (taken, requests) = (nil as GapPage?, 0)
        while taken == nil, requests < 200 {
            guard case .after(let past, _) = try #require(actions.gapRequest).from else { break }
            requests += 1
            let next = ids.first { $0 > past.rawValue }
            let isPage = actions.gapRequest?.limit == 1 && next != ids[0]
            let answer = next.map { Puller.Event.fetchedGap(script.page($0...$0, high: last)) }
            taken = script.handle(isPage ? try #require(answer) : .notFetchedGap(.tooSlow)).gapPage
            if taken == nil { actions = script.handle(noNews(script, at: last)) }
        }
        return (try #require(taken), requests)
    }

    @Test(
        arguments: [[1102, 1103], [101, 102], [70_000, 70_001, 70_002], [130, 200_000], [1116, 1117, 1118]]
            as [[UInt64]])
    func `the first message behind a failing one is requested although ids jump`(ids: [UInt64]) throws {
        let (page, requests) = try firstApplied(of: ids)
        #expect(page.entries.map(\.id.rawValue) == [ids[1]])
        #expect(page.part == PagePart(after: .at(100), through: .at(ids[1]), completeAfter: nil))
        #expect(page.unreadable == 1)
        #expect(requests < 70)
    }

    @Test func `unreadable messages at the end of a gap are counted`() throws {
        var (script, actions) = try caughtUp([gap(100, 101)])
        #expect(actions.gapRequest?.limit == 1)
        let taken = try #require(script.handle(.notFetchedGap(.tooSlow)).gapPage)
        #expect(taken.part == nil && taken.unreadable == 1 && taken.entries.isEmpty)
        script.gaps = Gaps()
        #expect(script.handle(applied(bad: 0)).request?.from == .at(1000))
    }

    @Test func `after 64 useless requests the puller waits for new messages between requests`() throws {
        var (script, actions) = try caughtUp((1...100).map { gap(2 * $0, 2 * $0 + 1) })
        var waits: [Int] = []
        for number in 1...100 as ClosedRange<UInt64> {
            #expect(actions.gapRequest?.from == .at(2 * number))
            _ = script.handle(badPage(2 * number + 1, script))
            actions = script.handle(applied(bad: 1))
            #expect(actions.pause == nil)
            let wait = try #require(actions.request).waitSeconds
            waits.append(wait)
            let none = script.page(nil, next: 1000, high: 1000)
            actions = script.handle(.fetched(none, after: .seconds(wait)))
        }
        #expect(waits == Array(repeating: 0, count: 63) + Array(repeating: Pace().waitSeconds, count: 37))
    }

    /// Answers 100 requests for one gap with complete pages of one message.
    ///
    /// - Parameter applied: the result of applying each page, by its number from 1 on.
    /// - Returns: the number of waiting requests between the pages.
    private func waits(_ applied: (Int) -> Applied) throws -> Int {
        var (script, actions) = try caughtUp([gap(4, 900)])
        var waits = 0
        for number in 1...100 {
            let id = UInt64(4 + number)
            #expect(actions.gapRequest?.from == .at(id - 1))
            _ = script.handle(page(id...id, script))
            #expect(script.handle(noNews(script)).gapRequest?.from == .at(id))
            _ = script.handle(page(id + 1...id + 1, script))
            let wait = try #require(script.handle(.appliedGap(applied(number))).request).waitSeconds
            if wait > 0 { waits += 1 }
            actions = script.handle(.fetched(script.page(nil, next: 1000, high: 1000), after: .seconds(wait)))
        }
        return waits
    }

    @Test(arguments: [(1, 0), (0, 1), (0, 0)])
    func `complete pages of known messages, of messages of another group and of gone entries are useless`(
        known: Int, foreign: Int
    ) throws {
        let waits = try waits { _ in
            var applied = Applied()
            (applied.known, applied.foreign) = (known, foreign)
            return applied
        }
        #expect(waits == 37)
    }

    @Test func `a page with a new message begins the count of useless requests again`() throws {
        let waits = try waits { number in
            var applied = Applied()
            if number == 63 { applied.stored = 1 }
            return applied
        }
        #expect(waits == 0)
    }

    @Test func `rounds that begin early share the useless requests of a day`() throws {
        var requests = GapRequests(Pace())
        func round(at now: Duration) -> Bool {
            requests.roundIsDue()
            #expect(requests.next(at: now) == .find(after: .zero))
            requests.found(gap(4, 5))
            #expect(requests.next(at: now) == .request(.at(4), limit: 1))
            _ = requests.notFetched(.tooSlow, olderThan: .start)
            let isPending = requests.isPending
            requests.giveUp()
            return isPending
        }
        let day = (1...100).map { _ in round(at: .zero) }
        #expect(day == Array(repeating: true, count: 63) + Array(repeating: false, count: 37))
        #expect(round(at: Pace().retryInterval))
    }

    @Test func `when the puller falls back, the round begins again`() throws {
        var (script, actions) = try caughtUp([gap(100, 116)])
        #expect(actions.gapRequest?.from == .at(100))
        _ = script.handle(badPage(101, script))
        _ = script.handle(applied(bad: 1))
        _ = script.handle(.notFetched(.cursorUnknown(sentence: "")))
        actions = script.handle(noNews(script))
        #expect(actions.gapRequest?.from == .at(100))
    }

    @Test func `when all gaps are closed, the next bad message is reported again`() throws {
        var (script, _) = try caughtUp([])
        let bad = { (script: inout Script, id: UInt64) in
            var applied = Applied()
            applied.quarantined = 1
            applied.firstRefused = RefusedMessage(id: .at(id), refusal: Refusal(.badSignature, "Not a message."))
            _ = script.handle(.fetched(script.page(id...id, high: id), after: .zero))
            _ = script.handle(.applied(applied))
        }
        bad(&script, 1001)
        bad(&script, 1002)
        #expect(script.notices.count == 1)
        script.now = .seconds(25 * 3600)
        _ = script.handle(.fetched(script.page(nil, next: 1002, high: 1002), after: .zero))
        bad(&script, 1003)
        #expect(script.notices.count == 2)
    }
}
