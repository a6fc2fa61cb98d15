import ChatExchange
import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

struct PullerTests {
    @Test func `the first request has no mark, and each later one has the mark of the page before`() throws {
        var script = Script()
        let first = try #require(script.handle(.started).request)
        #expect(first.from == .at(0))
        #expect(first.waitSeconds == 0)
        let actions = script.handle(.fetched(script.page(1...10, high: 30), after: .zero))
        #expect(actions.page?.nextCursor.newest == .at(10))
        #expect(actions.request?.from == .at(10))
    }

    @Test func `the puller fetches one page ahead while another is applied, and no more`() throws {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        let second = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        #expect(second.page == nil)
        #expect(second.request == nil)
        let afterFirst = script.handle(applied())
        #expect(afterFirst.page?.nextCursor.newest == .at(20))
        #expect(afterFirst.request?.from == .at(20))
        #expect(script.puller.cursor.newest == .at(10))
    }

    @Test func `a puller that is caught up lets the peer wait, and repeats the request when the wait is over`() throws {
        var script = Script()
        _ = script.handle(.started)
        #expect(script.handle(.fetched(script.page(1...3, high: 3), after: .zero)).request == nil)
        let poll = try #require(script.handle(applied()).request)
        #expect(poll.waitSeconds == Pace().waitSeconds)
        let again = script.handle(.fetched(script.page(nil, next: 3, high: 3), after: .seconds(30)))
        #expect(again.request == poll)
        #expect(again.pause == nil)
    }

    @Test func `the pauses after failures of the store grow, although a page comes after each`() throws {
        var script = Script()
        var actions = script.handle(.started)
        var pauses: [Duration] = []
        for _ in 1...8 {
            actions = script.handle(.fetched(script.page(1...10, high: 10), after: .zero))
            #expect(actions.page != nil)
            let pause = try #require(script.handle(.notApplied(.diskFull)).pause)
            pauses.append(pause.duration)
            script.now += .seconds(100)
            #expect(script.handle(.woken).isEmpty)
            actions = script.handle(.pauseEnded(pause.number))
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 48, 48].map(Duration.seconds))
    }

    @Test
    func
        `after a page that could not be applied the puller requests again from its cursor and ignores the page fetched ahead`()
        throws
    {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        let failed = script.handle(.notApplied(.diskFull))
        #expect(failed.request == nil && failed.pause == nil)
        let obsolete = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        #expect(obsolete.page == nil)
        let pause = try #require(obsolete.pause)
        #expect(script.handle(.pauseEnded(pause.number)).request?.from == .at(0))
        #expect(script.notices == [.notStored(.diskFull)])
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        _ = script.handle(applied())
        #expect(script.notices.last == .storing)
    }

    @Test func `after a page that could not be applied the puller drops the page fetched ahead`() throws {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        let ahead = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        #expect(ahead.page == nil && ahead.request == nil)
        let pause = try #require(script.handle(.notApplied(.diskFull)).pause)
        #expect(script.handle(.pauseEnded(pause.number)).request?.from == .at(0))
        let again = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        #expect(again.page?.entries.first?.id == .at(1))
        #expect(again.request?.from == .at(10))
    }

    @Test func `a page is judged while the page before it is applied and the next one is fetched`() throws {
        var script = Script()
        script.judgesAtOnce = false
        _ = script.handle(.started)
        let first = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        #expect(first.judged?.first?.id == .at(1) && first.page == nil)
        #expect(first.request?.from == .at(10))
        let second = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        #expect(second.judged == nil && second.request == nil)
        let firstJudged = script.handle(.judged(first.judged ?? []))
        #expect(firstJudged.page?.entries.first?.id == .at(1))
        #expect(firstJudged.judged?.first?.id == .at(11))
        let secondJudged = script.handle(.judged(firstJudged.judged ?? []))
        #expect(secondJudged.page == nil && secondJudged.request == nil)
        let firstApplied = script.handle(applied())
        #expect(firstApplied.page?.entries.first?.id == .at(11))
        #expect(firstApplied.request?.from == .at(20))
    }

    @Test(arguments: [1, 2])
    func `after a page that could not be judged the puller requests again from the last page before it`(page: UInt64)
        throws
    {
        var script = Script()
        script.judgesAtOnce = false
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        _ = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        if page == 2 { _ = script.handle(.judged([])) }
        let pause = try #require(script.handle(.notJudged(.closed)).pause)
        #expect(script.notices == [.notStored(.closed)])
        if page == 2 { #expect(script.handle(applied()).request == nil) }
        let again = script.handle(.pauseEnded(pause.number))
        #expect(again.request?.from == .at((page - 1) * 10))
        #expect(script.puller.cursor.newest.id == .at((page - 1) * 10))
    }

    @Test func `verdicts on a page that was dropped are not those of the next page`() throws {
        var script = Script()
        script.judgesAtOnce = false
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        _ = script.handle(.fetched(script.page(11...20, high: 90), after: .zero))
        _ = script.handle(.judged([]))
        let pause = try #require(script.handle(.notApplied(.diskFull)).pause)
        _ = script.handle(.pauseEnded(pause.number))
        let again = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        #expect(again.judged == nil)
        let dropped = script.handle(.judged([]))
        #expect(dropped.page == nil && dropped.judged?.first?.id == .at(1))
        #expect(script.handle(.judged([])).page?.entries.first?.id == .at(1))
    }

    @Test func `the pauses after failures of the peer grow until a page comes, and one notice is given`()
        throws
    {
        var script = Script()
        _ = script.handle(.started)
        var pauses: [Duration] = []
        for _ in 1...9 {
            let pause = try #require(script.handle(.notFetched(.unreachable(.refused))).pause)
            pauses.append(pause.duration)
            #expect(script.handle(.pauseEnded(pause.number)).request != nil)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 48, 48, 48].map(Duration.seconds))
        #expect(script.notices == [.failing(.unreachable(.refused))])
        _ = script.handle(.fetched(script.page(1...2, high: 9), after: .zero))
        #expect(script.notices.last == .answering)
        let pause = script.handle(.notFetched(.unreachable(.refused))).pause
        #expect(pause?.duration == .seconds(1))
    }

    @Test func `a peer that fails every second causes one notice a minute`() throws {
        var script = Script()
        var actions = script.handle(.started)
        for step in 0..<180 as Range<UInt64> {
            script.now = .seconds(step)
            if let pause = actions.pause { actions = script.handle(.pauseEnded(pause.number)) }
            let page = script.page(step + 1...step + 1, high: 1000)
            _ = script.handle(.fetched(page, after: .zero))
            actions = script.handle(applied())
            actions = script.handle(.notFetched(.unreachable(.refused)))
        }
        #expect(script.notices.count { $0 == .offline(.unreachable(.refused)) } == 3)
        #expect(script.notices.count { $0 == .answering } == 3)
    }

    @Test(arguments: [false, true])
    func `only a peer that has answered before may be offline`(hasAnsweredBefore: Bool) throws {
        var script = Script(hasAnsweredBefore: hasAnsweredBefore)
        var actions = script.handle(.started)
        // A closed lid, then a router that drops, then a machine that is on again and refuses.
        let failures: [PullFailure] = [
            .brokenOff(.closed), .noAnswer(after: .seconds(40)), .unreachable(.timedOut), .removed,
        ]
        for (index, failure) in failures.enumerated() {
            script.now = .seconds(70 * index)
            if let pause = actions.pause { _ = script.handle(.pauseEnded(pause.number)) }
            actions = script.handle(.notFetched(failure))
        }
        let expected: [Notice] =
            hasAnsweredBefore ? [.offline(failures[0]), .failing(.removed)] : failures.map(Notice.failing)
        #expect(script.notices == expected)
        #expect(script.notices.map(\.isProblem) == (hasAnsweredBefore ? [false, true] : failures.map { _ in true }))
    }

    @Test func `another cause of failure is noticed, at most once a minute`() throws {
        var script = Script()
        var actions = script.handle(.started)
        for step in 0..<200 as Range<Int> {
            script.now = .seconds(step)
            if let pause = actions.pause { actions = script.handle(.pauseEnded(pause.number)) }
            let failure = step < 10 ? PullFailure.unreachable(.refused) : .refused(status: 421, nil)
            actions = script.handle(.notFetched(failure))
        }
        #expect(script.notices == [.failing(.unreachable(.refused)), .failing(.refused(status: 421, nil))])
    }

    @Test func `each failure halves the limit of the next request`() throws {
        var script = Script()
        _ = script.handle(.started)
        var limits: [Int] = []
        for _ in 0..<4 {
            let pause = try #require(script.handle(.notFetched(.unreachable(.refused))).pause)
            limits.append(try #require(script.handle(.pauseEnded(pause.number)).request).limit)
        }
        #expect(limits == [500, 250, 125, 62])
    }

    @Test func `a pause is up to a quarter shorter or longer at random`() {
        let pace = Pace()
        #expect(pace.backoff(failures: 1, random: 0) == .milliseconds(750))
        #expect(pace.backoff(failures: 1, random: 1) == .milliseconds(1250))
        #expect(pace.backoff(failures: .max, random: 0.5) == .seconds(48))
    }

    @Test func `a wake ends a pause after a failure of the peer at most once in five seconds, and nothing else`() throws
    {
        var script = Script()
        _ = script.handle(.started)
        #expect(script.handle(.woken).isEmpty)
        _ = script.handle(.notFetched(.unreachable(.refused)))
        #expect(script.handle(.woken).request != nil)
        let pause = try #require(script.handle(.notFetched(.unreachable(.refused))).pause)
        script.now = .seconds(3)
        // Too early: the pause ends later, unless it is over before.
        let late = try #require(script.handle(.woken).pause)
        #expect(late.duration == .seconds(2) && late.number == pause.number)
        #expect(script.handle(.woken).isEmpty)
        script.now = .seconds(5)
        #expect(script.handle(.pauseEnded(late.number)).request != nil)
        #expect(script.handle(.pauseEnded(pause.number)).isEmpty)
        _ = script.handle(.notFetched(.unreachable(.refused)))
        script.now = .seconds(10)
        #expect(script.handle(.woken).request != nil)
    }

    @Test
    func `the puller halves the limit down to the one unreadable message, skips it and reports it with the next page`()
        throws
    {
        var script = Script()
        var request = try #require(script.handle(.started).request)
        var limits: [Int] = []
        while request.limit > 1 {
            limits.append(request.limit)
            request = try #require(script.handle(script.unreadable(next: UInt64(request.limit))).request)
        }
        #expect(limits == [1000, 500, 250, 125, 62, 31, 15, 7, 3])
        let behind = try #require(script.handle(script.unreadable(next: 1)).request)
        #expect(behind.from == .after(.at(1), mark: nil))
        let page = script.handle(.fetched(script.page(2...9, high: 9), after: .zero)).page
        #expect(page?.unreadable == 1)
        #expect(page?.part == PagePart(after: .start, through: .at(9), completeAfter: nil))
        #expect(page?.nextCursor.newest == .at(9))
        let head = script.page(nil, high: 1).head
        #expect(script.notices == [.badMessages(first: .at(1), .unreadable(.unreadable(head, reason: "Poison.")))])
    }

    @Test func `after 16 unreadable ids in a row the puller continues at the next id that the page names`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        var script = Script(pace: pace)
        var actions = script.handle(.started)
        var starts: [LogStart] = []
        while starts.count < 18 {
            if let pause = actions.pause {
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            starts.append(try #require(actions.request).from)
            actions = script.handle(script.unreadable(next: 50_000))
        }
        #expect(starts[16] == .after(.at(16), mark: nil))
        #expect(starts[17] == .after(.at(50_000), mark: LogPosition.at(50_000).mark))
    }

    @Test func `the puller pauses for a peer whose empty pages alternate between two ends of its log`() throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(3)])))
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        var answers = 0
        while answers < 100 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            answers += 1
            let high: UInt64 = answers.isMultiple(of: 2) ? 4 : 3
            actions = script.handle(.fetched(script.page(nil, next: 3, high: high), after: .zero))
        }
        #expect(elapsed > .seconds(300))
    }

    @Test func `the puller skips 2000 unreadable messages in a row within 20 minutes and reports them on the way`()
        throws
    {
        var pace = Pace()
        pace.pageMessages = 1
        var script = Script(pace: pace)
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        var accounted = 0
        var requests: UInt64 = 0
        while requests < 2000 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
            } else if actions.request != nil {
                requests += 1
                actions = script.handle(script.unreadable(next: requests))
            } else {
                Issue.record("The puller stands still.")
                return
            }
            if let page = actions.page {
                accounted += page.unreadable
                #expect(page.part.end == page.nextCursor.newest)
                var applied = Applied()
                applied.skipped = page.unreadable
                _ = script.handle(.applied(applied))
            }
        }
        #expect(accounted >= 2000 - 2 * pace.singleSkips)
        #expect(elapsed < .seconds(1200))
    }

    /// Answers requests with unreadable pages, and applies what the puller gives to the store.
    ///
    /// - Parameters:
    ///   - count: the number of requests.
    ///   - actions: the last actions of the puller, changed to those after the last answer.
    ///   - next: the `next` of a page from its requested id.
    /// - Returns: the sum of the pauses, and the number of skipped messages.
    private func answerUnreadable(
        _ count: Int, _ actions: inout [Puller.Action], _ script: inout Script, next: (LogID) -> LogPosition
    ) throws -> (pauses: Duration, skipped: Int) {
        var (pauses, skipped, answers) = (Duration.zero, 0, 0)
        while answers < count {
            if let page = actions.page {
                skipped += page.unreadable
                actions += script.handle(applied(0))
            }
            if let pause = actions.pause {
                pauses += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            guard case .after(let past, _) = try #require(actions.request).from else { break }
            answers += 1
            var head = script.page(nil, high: 1).head
            (head.next, head.high) = (next(past), next(past).id)
            actions = script.handle(.notFetched(.unreadable(head, reason: "Poison.")))
        }
        return (pauses, skipped + script.puller.pass.unreadable.count)
    }

    @Test(arguments: [10, Limits.highestID])
    func `an unreadable page behind the end of the peer's log is no skipped message, and the pauses grow`(id: UInt64)
        throws
    {
        let end = LogPosition(id: .at(id), mark: LogPosition.at(7).mark)
        var script = Script(cursor: try #require(Cursor(restoring: [end])))
        var actions = script.handle(.started)
        let (pauses, skipped) = try answerUnreadable(100, &actions, &script) { _ in end }
        #expect(pauses > .seconds(60 * 60))
        #expect(skipped == 0)
        #expect(script.puller.pass.start == .after(end))
    }

    @Test func `at the highest id, a page that is too large or can't be transferred is no skipped message`() throws {
        for failure in [PullFailure.tooLarge, .brokenOff(.closed)] {
            let end = LogPosition(id: .at(Limits.highestID), mark: LogPosition.at(7).mark)
            var script = Script(cursor: try #require(Cursor(restoring: [end])))
            var actions = script.handle(.started)
            for _ in 0..<100 {
                while let pause = actions.pause { actions = script.handle(.pauseEnded(pause.number)) }
                #expect(actions.request?.from == .after(end))
                actions = script.handle(.notFetched(failure))
            }
            #expect(script.puller.pass.unreadable.count == 0)
        }
    }

    @Test func `after 10,000 skipped messages in a day, each further one costs a pause of 5 s`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        var script = Script(pace: pace)
        let next = { (past: LogID) in LogPosition(id: past.advanced(by: 1), mark: .zero) }
        var actions = script.handle(.started)
        func pauses(_ count: Int) throws -> Duration {
            try answerUnreadable(count, &actions, &script, next: next).pauses
        }
        // Each page that moves the cursor behind 16 skipped messages costs a pause, too.
        #expect(try pauses(pace.freeUnreadable) < .seconds(6000))
        #expect(try pauses(1000) > .seconds(4900))
        script.now = pace.retryInterval
        #expect(try pauses(1000) < .seconds(600))
    }

    @Test func `stored messages between unreadable ones cause no long pauses`() throws {
        var script = Script()
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        var place: UInt64 = 0
        var isAtPoison = true
        while place < 500 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            let request = try #require(actions.request)
            if isAtPoison {
                actions = script.handle(script.unreadable(next: place + 1))
                guard request.limit == 1 else { continue }
                isAtPoison = false
                place += 1
            } else {
                actions = script.handle(.fetched(script.page(place + 1...place + 49, high: 1000), after: .zero))
                actions += script.handle(applied(0, known: 49))
                place += 49
                isAtPoison = true
            }
        }
        #expect(elapsed < .seconds(60))
    }
}
