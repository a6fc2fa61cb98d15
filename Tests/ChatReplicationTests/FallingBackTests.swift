import ChatExchange
import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

struct FallingBackTests {
    @Test func `after 409 the puller sends its whole cursor and drops the positions that the peer has lost`()
        throws
    {
        let positions = [50, 49, 47, 40, 20].map(LogPosition.at)
        let cursor = try #require(Cursor(restoring: positions))
        var script = Script(cursor: cursor)
        #expect(script.handle(.started).request?.from == .at(50))
        let unknown = script.handle(.notFetched(.cursorUnknown(sentence: "")))
        #expect(unknown.request?.from == .newestCommon(cursor))
        let page = script.handle(.fetched(script.page(41...60, high: 60), after: .zero)).page
        #expect(page?.nextCursor.positions == [60, 40, 20].map(LogPosition.at))
        #expect(script.notices == [.restored])
    }

    @Test func `the puller falls back only after the page that is being applied is part of its cursor`() throws {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...10, high: 90), after: .zero))
        #expect(script.handle(.notFetched(.cursorUnknown(sentence: ""))).request == nil)
        let request = script.handle(applied()).request
        #expect(request?.from == .newestCommon(try #require(Cursor(restoring: [.at(10)]))))
    }

    /// Returns a cursor into a log that is the same as that of the pages up to id 40.
    private func otherCursor(_ ids: [UInt64]) throws -> Cursor {
        try #require(
            Cursor(
                restoring: ids.map { id in
                    LogPosition(id: .at(id), mark: id > 40 ? LogPosition.at(id + 100).mark : LogPosition.at(id).mark)
                }))
    }

    @Test func `after 409 the peer chooses a position of any cursor, and the puller continues this cursor`() throws {
        let cursor = try otherCursor([90, 80, 40])
        let other = try #require(Cursor(restoring: [50, 46, 20].map(LogPosition.at)))
        var script = Script(cursor: cursor, otherCursors: [other])
        #expect(script.handle(.started).request?.from == .after(cursor.newest))
        let fallback = script.handle(.notFetched(.cursorUnknown(sentence: ""))).request
        #expect(fallback?.from == .newestCommon(cursor.joined(with: [other])))
        let page = script.handle(.fetched(script.page(51...60, high: 60), after: .zero)).page
        #expect(page?.part == PagePart(after: .at(50), through: .at(60), completeAfter: .at(50)))
        #expect(page?.nextCursor.positions == [60, 50, 46, 20].map(LogPosition.at))
        let next = script.handle(applied(10, otherCursors: [cursor])).request
        #expect(next?.from == .at(60))
        #expect(
            script.handle(.notFetched(.cursorUnknown(sentence: ""))).request?.from
                == .newestCommon(script.puller.cursor.joined(with: [cursor])))
    }

    @Test func `a log without news that another cursor has read becomes the current one`() throws {
        let other = try #require(Cursor(restoring: [50, 40].map(LogPosition.at)))
        var script = Script(cursor: try otherCursor([90, 40]), otherCursors: [other])
        _ = script.handle(.started)
        _ = script.handle(.notFetched(.cursorUnknown(sentence: "")))
        let actions = script.handle(.fetched(script.page(nil, next: 50, high: 50), after: .zero))
        #expect(actions.page?.part == PagePart(after: .at(50), through: .at(50), completeAfter: .at(50)))
        #expect(actions.page?.nextCursor == other)
        #expect(script.handle(applied(0)).request?.from == .at(50))
    }

    @Test func `a fallback asks with the cursors that the store has after the page in progress`() throws {
        let other = try otherCursor([90, 40])
        var script = Script(cursor: try #require(Cursor(restoring: [.at(40)])))
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(41...50, high: 60), after: .zero))
        #expect(script.handle(.notFetched(.cursorUnknown(sentence: ""))).request == nil)
        let request = script.handle(applied(otherCursors: [other])).request
        #expect(request?.from == .newestCommon(script.puller.cursor.joined(with: [other])))
    }

    @Test func `a second 409 makes the puller start from the beginning without calling the peer failing`() throws {
        let cursor = try #require(Cursor(restoring: [.at(50)]))
        var script = Script(cursor: cursor)
        var request = try #require(script.handle(.started).request)
        for _ in 0..<4 {
            #expect(request.from == .at(50))
            let second = script.handle(.notFetched(.cursorUnknown(sentence: "No."))).request
            #expect(second?.from == .newestCommon(cursor))
            let third = script.handle(.notFetched(.cursorUnknown(sentence: "No."))).request
            #expect(third?.from == .at(0))
            _ = script.handle(.fetched(script.page(1...50, high: 50), after: .zero))
            request = try #require(script.handle(applied(0, known: 50)).request)
        }
        #expect(script.notices == [.restored])
    }

    @Test(arguments: [nil, 1...40] as [ClosedRange<UInt64>?])
    func `the puller pauses when it falls back again and again`(known: ClosedRange<UInt64>?) throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(50)])))
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        for _ in 0..<200 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            switch try #require(actions.request).from {
            case .newestCommon: actions = script.handle(.fetched(script.page(known, next: 40, high: 60), after: .zero))
            case .after: actions = script.handle(.notFetched(.cursorUnknown(sentence: "")))
            }
            if actions.page != nil { actions += script.handle(applied(0, known: known?.count ?? 0)) }
        }
        #expect(elapsed > .seconds(600))
    }

    @Test func `a page that follows no known position makes a gap from the beginning of the log`() throws {
        let positions = [50, 20].map(LogPosition.at)
        let cursor = try #require(Cursor(restoring: positions))
        for ids in [nil, 41...60] as [ClosedRange<UInt64>?] {
            var script = Script(cursor: cursor)
            _ = script.handle(.started)
            _ = script.handle(.notFetched(.cursorUnknown(sentence: "")))
            let page = script.page(ids, next: 60, mark: LogPosition.at(1).mark, high: 60)
            _ = script.handle(.fetched(page, after: .zero))
            let taken = script.handle(.fetched(page, after: .zero)).page
            #expect(taken?.nextCursor.newest == page.head.next)
            #expect(taken?.part == PagePart(after: .start, through: page.head.next, completeAfter: nil))
        }
    }

    @Test func `an unreadable page after a fallback makes a gap from the beginning of the log`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        var script = Script(cursor: try #require(Cursor(restoring: [.at(50)])), pace: pace)
        _ = script.handle(.started)
        _ = script.handle(.notFetched(.cursorUnknown(sentence: "")))
        let request = script.handle(script.unreadable(next: 40)).request
        #expect(request?.from == .at(40))
        let taken = script.handle(.fetched(script.page(41...60, high: 60), after: .zero)).page
        #expect(taken?.unreadable == 1)
        #expect(taken?.part == PagePart(after: .start, through: .at(60), completeAfter: .at(40)))
    }

    @Test func `after a peer restarts while messages are skipped, the next request contains a mark again`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        var script = Script(cursor: try #require(Cursor(restoring: [.at(10)])), pace: pace)
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(11...11, high: 30), after: .zero))
        _ = script.handle(applied())
        let step = script.handle(script.unreadable(next: 12)).request
        #expect(step?.from == .after(.at(12), mark: nil))
        let restored = script.page(13...13, high: 30, instance: .random())
        let actions = script.handle(.fetched(restored, after: .zero))
        #expect(actions.page == nil)
        #expect(actions.request?.from == .at(11))
    }

    @Test func `a restored peer is detected after an unreadable first page`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        for showsInstance in [true, false] {
            var script = Script(cursor: try #require(Cursor(restoring: [.at(11)])), pace: pace)
            _ = script.handle(.started)
            let tooLarge = Puller.Event.notFetched(.tooLarge)
            var actions = script.handle(showsInstance ? script.unreadable(next: 12) : tooLarge)
            if let pause = actions.pause { actions = script.handle(.pauseEnded(pause.number)) }
            #expect(actions.request?.from == .after(.at(12), mark: nil))
            let restored = script.page(13...13, high: 30, instance: .random())
            actions = script.handle(.fetched(restored, after: .zero))
            #expect(actions.page == nil)
            #expect(actions.request?.from == .at(11))
        }
    }

    @Test func `a page that can't be applied does not make its instance that of the cursor`() throws {
        var pace = Pace()
        pace.pageMessages = 1
        let clone = Instance.random()
        var script = Script(cursor: try #require(Cursor(restoring: [.at(11)])), pace: pace)
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(nil, next: 11, high: 11), after: .seconds(30)))
        _ = script.handle(.notFetched(.cursorUnknown(sentence: "")))
        _ = script.handle(.fetched(script.page(1...1, high: 30, instance: clone), after: .zero))
        _ = script.handle(.notFetched(.tooSlow))
        var actions = script.handle(.notApplied(.diskFull))
        while actions.request == nil {
            actions = script.handle(.pauseEnded(try #require(actions.pause).number))
        }
        #expect(actions.request?.from == .at(11))
        actions = script.handle(.notFetched(.tooLarge))
        actions = script.handle(.pauseEnded(try #require(actions.pause).number))
        #expect(actions.request?.from == .after(.at(12), mark: nil))
        actions = script.handle(.fetched(script.page(13...13, high: 30, instance: clone), after: .zero))
        #expect(actions.page == nil)
        #expect(actions.request?.from == .at(11))
    }

    @Test(arguments: [1, 2])
    func `the next id of an unreadable page from another instance is ignored`(steps: UInt64) throws {
        var pace = Pace()
        pace.pageMessages = 1
        pace.singleSkips = 2
        var script = Script(cursor: try #require(Cursor(restoring: [.at(11)])), pace: pace)
        _ = script.handle(.started)
        for step in 1...steps { _ = script.handle(script.unreadable(next: 11 + step)) }
        let accounted = script.puller.cursorAhead.newest
        #expect(accounted == .at(steps < 2 ? 11 : 13))
        // An id that the puller would use if it trusted the page.
        let actions = script.handle(script.unreadable(next: steps < 2 ? 13 : 40, instance: .random()))
        #expect(actions.page == nil)
        #expect(actions.request?.from == .after(accounted))
    }

    @Test
    func `when the answer to a fallback is empty, the puller requests after its newest position again, and waits`()
        throws
    {
        let cursor = try #require(Cursor(restoring: [.at(50)]))
        var script = Script(cursor: cursor)
        _ = script.handle(.started)
        #expect(script.handle(.notFetched(.cursorUnknown(sentence: ""))).request?.from == .newestCommon(cursor))
        let actions = script.handle(.fetched(script.page(nil, next: 50, high: 50), after: .zero))
        #expect(actions.request?.from == .at(50))
        #expect(actions.request?.waitSeconds == 30)
    }

    @Test func `an empty page with another mark makes a gap from the position before its own`() throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(50), .at(40)])))
        _ = script.handle(.started)
        let page = script.page(nil, next: 50, mark: LogPosition.at(1).mark, high: 50)
        _ = script.handle(.fetched(page, after: .zero))
        let taken = try #require(script.handle(.fetched(page, after: .zero)).page)
        #expect(taken.part == PagePart(after: .at(40), through: page.head.next, completeAfter: nil))
    }
}
