import ChatExchange
import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

/// Pages that are incomplete, repeated, too large or slow.
struct PullerPageTests {
    @Test func `an incomplete page is requested again, and the second one is applied with a gap`() throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(10)])))
        let request = try #require(script.handle(.started).request)
        // The answer to a request after id 20.
        let other = script.page(21...30, high: 30)
        let doubted = script.handle(.fetched(other, after: .zero))
        #expect(doubted.page == nil)
        #expect(doubted.request == request)
        let taken = script.handle(.fetched(other, after: .zero)).page
        #expect(taken?.part == PagePart(after: .at(10), through: .at(30), completeAfter: nil))
        #expect(taken?.nextCursor.newest == .at(30))
        _ = script.handle(applied())
        #expect(script.notices == [.omitsMessages(from: .at(11))])
        let complete = script.handle(.fetched(script.page(31...40, high: 40), after: .zero)).page
        #expect(complete?.part.isComplete == true)
    }

    @Test func `a page with a bad message is applied with a gap`() throws {
        var script = Script()
        _ = script.handle(.started)
        var page = script.page(1...3, high: 3)
        let refusal = Refusal(.badSignature, "Not a message.")
        page = LogPage(
            head: page.head, entries: page.entries.dropLast() + [.bad(.at(3), BadMessage(reason: refusal, raw: []))])
        let taken = script.handle(.fetched(page, after: .zero)).page
        #expect(taken?.part == PagePart(after: .start, through: .at(3), completeAfter: nil))
    }

    @Test func `a page with messages of a later form is complete, and the notice about them is given once`() throws {
        var script = Script()
        _ = script.handle(.started)
        for ids in [1...3, 4...6] as [ClosedRange<UInt64>] {
            let page = script.page(ids, high: 6)
            let later = page.entries.map { LogPage.Entry.laterForm($0.id, form: 2, .ofZeros) }
            let taken = script.handle(.fetched(LogPage(head: page.head, entries: later), after: .zero)).page
            #expect(taken?.part.isComplete == true && taken?.omitsMessages == false)
            #expect(taken?.nextCursor.newest == .at(ids.upperBound))
            var applied = Applied()
            applied.firstLaterForm = LaterFormMessage(id: .at(ids.lowerBound), form: 2)
            _ = script.handle(.applied(applied))
        }
        #expect(script.notices == [.laterForm(first: .at(1), form: 2)])
        #expect(script.puller.report.state == .inSync)
    }

    @Test(arguments: [0, 5, 9])
    func `a page that does not start after the requested position counts as unreadable`(next: UInt64) throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(10)])))
        _ = script.handle(.started)
        let actions = script.handle(.fetched(script.page(nil, next: next, high: 90), after: .zero))
        #expect(actions.page == nil)
        #expect(actions.request?.limit == 500)
    }

    @Test func `the puller slows down when a peer sends more stored messages in a pass than this node has`() throws {
        var script = Script()
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        var id: UInt64 = 0
        var pages = 0
        while pages < 200 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            pages += 1
            actions = script.handle(.fetched(script.page(id + 1...id + 100, high: 1 << 30), after: .zero))
            id += 100
            actions += script.handle(applied(0, known: 100))
        }
        #expect(elapsed > .seconds(300))
        #expect(script.notices == [.repeating])
    }

    @Test(arguments: [true, false])
    func `the puller slows down for barren pages only after 10,000 in a day`(isGone: Bool) throws {
        var script = Script()
        _ = script.handle(.started)
        var id: UInt64 = 0
        for day in 0..<2 {
            script.now = .seconds(day * 24 * 3600)
            var pages = 0
            var pause: (duration: Duration, number: Int)?
            while pause == nil {
                (id, pages) = (id + 1, pages + 1)
                let entry = isGone ? LogPage.Entry.gone(.at(id), .ofZeros) : .laterForm(.at(id), form: 2, .ofZeros)
                let page = LogPage(head: script.page(id...id, high: 1 << 30).head, entries: [entry])
                let actions = script.handle(.fetched(page, after: .zero)) + script.handle(applied(0))
                pause = actions.pause
            }
            // The useless pages of the first day still count.
            #expect(pages == (day == 0 ? 10_000 + 64 + 2 : 10_000 + 1 + 1))
            while let ended = pause { pause = script.handle(.pauseEnded(ended.number)).pause }
        }
    }

    @Test(arguments: [
        (new: 1, bad: 999, slowsDown: true), (new: 1, bad: 2, slowsDown: true), (new: 500, bad: 500, slowsDown: false),
    ])
    func `the puller slows down for pages with more bad messages than new ones`(
        new: Int, bad: Int, slowsDown: Bool
    ) throws {
        var script = Script()
        _ = script.handle(.started)
        var pauses = 0
        for id in 1...200 as ClosedRange<UInt64> {
            let entry = LogPage.Entry.bad(.at(id), BadMessage(reason: Refusal(.badSignature, "Forged."), raw: []))
            let page = LogPage(head: script.page(id...id, high: 1 << 30).head, entries: [entry])
            var actions = script.handle(.fetched(page, after: .zero))
            actions += script.handle(applied(new, bad: bad))
            while let pause = actions.pause {
                pauses += 1
                actions = script.handle(.pauseEnded(pause.number))
            }
        }
        #expect((pauses > 100) == slowsDown)
        #expect((pauses == 0) == !slowsDown)
    }

    @Test func `a good page now and then does not excuse pages of forged messages`() throws {
        var script = Script()
        _ = script.handle(.started)
        var pauses = 0
        for id in 1...300 as ClosedRange<UInt64> {
            let entry = LogPage.Entry.bad(.at(id), BadMessage(reason: Refusal(.badSignature, "Forged."), raw: []))
            let page = LogPage(head: script.page(id...id, high: 1 << 30).head, entries: [entry])
            var actions = script.handle(.fetched(page, after: .zero))
            actions += script.handle(id % 20 == 0 ? applied(1) : applied(1, bad: 999))
            while let pause = actions.pause {
                pauses += 1
                actions = script.handle(.pauseEnded(pause.number))
            }
        }
        #expect(pauses > 100)
    }

    @Test func `the puller does not slow down while a peer sends stored messages that it may have`() throws {
        var script = Script()
        _ = script.handle(.started)
        for page in 0..<200 as Range<UInt64> {
            let fetched = script.page(page * 5 + 1...page * 5 + 5, high: 1000)
            var actions = script.handle(.fetched(fetched, after: .zero))
            actions += script.handle(applied(0, known: 5))
            #expect(actions.pause == nil)
        }
        #expect(script.notices.isEmpty)
    }

    @Test func `the puller pauses for a peer that answers empty at once instead of waiting`() throws {
        var script = Script(cursor: try #require(Cursor(restoring: [.at(3)])))
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        for _ in 0..<40 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
            } else {
                actions = script.handle(.fetched(script.page(nil, next: 3, high: 3), after: .zero))
            }
        }
        #expect(elapsed > .seconds(100))
    }

    @Test func `a page of this instance is this node itself, and this key with another instance is a clone`() throws {
        var script = Script()
        _ = script.handle(.started)
        let own = script.page(1...3, high: 3, instance: script.ownInstance, node: script.own)
        let pause = try #require(script.handle(.fetched(own, after: .zero)).pause)
        #expect(pause.duration == .seconds(48))
        #expect(script.notices == [.thisNode])
        _ = script.handle(.pauseEnded(pause.number))
        for ids in [1...3, 4...6] as [ClosedRange<UInt64>] {
            let clone = script.page(ids, high: 9, node: script.own)
            #expect(script.handle(.fetched(clone, after: .zero)).page != nil)
            _ = script.handle(applied())
        }
        #expect(script.notices == [.thisNode, .clone])
    }

    @Test func `a page that is too large causes a notice, a pause and half the limit`() throws {
        var script = Script()
        _ = script.handle(.started)
        let pause = try #require(script.handle(.notFetched(.tooLarge)).pause)
        #expect(script.notices == [.failing(.tooLarge)])
        #expect(script.handle(.pauseEnded(pause.number)).request?.limit == 500)
        _ = script.handle(.notFetched(.tooLarge))
        #expect(script.notices.count == 1)
    }

    @Test func `a slow page halves the limit, and no message is skipped for it`() throws {
        var script = Script()
        _ = script.handle(.started)
        for _ in 0..<16 {
            let pause = try #require(script.handle(.notFetched(.tooSlow)).pause)
            let request = try #require(script.handle(.pauseEnded(pause.number)).request)
            #expect(request.from == .at(0))
        }
        let page = script.handle(.fetched(script.page(1...1, high: 9), after: .zero))
        #expect(page.page?.unreadable == 0)
        #expect(page.request?.limit == 2)
    }
}
