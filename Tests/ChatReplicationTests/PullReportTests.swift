import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

struct PullReportTests {
    private static let failure = PullFailure.unreachable(.refused)

    private func stored(_ count: Int = 1) -> Puller.Event {
        var applied = Applied()
        applied.stored = count
        applied.messagesInLog = 1000
        return .applied(applied)
    }

    /// A puller that has all nine messages of its peer since the fifth second.
    private func inSync() -> Script {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(4)
        _ = script.handle(.fetched(script.page(1...9, high: 9), after: .zero))
        script.now = .seconds(5)
        _ = script.handle(stored(9))
        return script
    }

    @Test func `the report is empty before the peer answers`() {
        var script = Script()
        _ = script.handle(.started)
        let report = script.puller.report
        #expect(report.state == .connecting)
        #expect(report == PullReport())
    }

    @Test func `the peer is in sync once its last page is stored`() {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(4)
        _ = script.handle(.fetched(script.page(1...9, high: 9), after: .zero))
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 9)
        #expect(script.puller.report.lastInSync == nil)
        script.now = .seconds(5)
        _ = script.handle(stored(9))
        let report = script.puller.report
        #expect(report.state == .inSync)
        #expect(report.since == .seconds(5))
        #expect(report.behind == 0)
        #expect(report.lastPage == .seconds(4))
        #expect(report.lastInSync == .seconds(5))
        #expect(report.node == script.peer)
        #expect(report.name == "peer")
    }

    @Test func `the number of missing ids falls, and the state goes from in sync to behind and back`() {
        var script = inSync()
        script.now = .seconds(10)
        _ = script.handle(.fetched(script.page(10...12, high: 30), after: .zero))
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 21)
        #expect(script.puller.report.since == .seconds(10))
        #expect(script.puller.report.lastInSync == .seconds(5))
        script.now = .seconds(11)
        _ = script.handle(stored(3))
        #expect(script.puller.report.behind == 18)
        _ = script.handle(.fetched(script.page(13...30, high: 30), after: .zero))
        script.now = .seconds(12)
        _ = script.handle(stored(18))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(12))
        #expect(script.puller.report.lastInSync == .seconds(12))
    }

    @Test func `a peer stays in sync while its new message is being stored`() {
        var script = inSync()
        script.now = .seconds(30)
        _ = script.handle(.fetched(script.page(10...10, high: 10), after: .seconds(25)))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.lastInSync == .seconds(5))
        script.now = .seconds(31)
        _ = script.handle(stored())
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.lastInSync == .seconds(31))
    }

    @Test func `an empty page keeps the peer in sync`() {
        var script = inSync()
        script.now = .seconds(35)
        _ = script.handle(.fetched(script.page(nil, high: 9), after: .seconds(30)))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.lastInSync == .seconds(35))
        #expect(script.puller.report.lastPage == .seconds(35))
    }

    @Test func `a failing peer has the time of its first failure and the reason of the last`() throws {
        var script = inSync()
        for (second, failure) in [(40, .unreachable(.refused)), (41, .tooSlow), (300, .unreachable(.closed))]
            as [(Int, PullFailure)]
        {
            script.now = .seconds(second)
            let actions = script.handle(.notFetched(failure))
            #expect(script.puller.report.state == .failing(failure))
            _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        }
        #expect(script.puller.report.since == .seconds(40))
        #expect(script.puller.report.lastInSync == .seconds(5))
        #expect(script.notices == [.offline(.unreachable(.refused))], "once, because it has answered before")
        script.now = .seconds(400)
        _ = script.handle(.fetched(script.page(nil, next: 9, high: 9), after: .zero))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(400))
    }

    @Test(arguments: [false, true])
    func `a peer with unreadable or too large pages is failing`(isTooLarge: Bool) {
        var script = inSync()
        let unreadable = PullFailure.unreadable(script.page(nil, high: 10).head, reason: "Poison.")
        let failure = isTooLarge ? PullFailure.tooLarge : unreadable
        _ = script.handle(.notFetched(failure))
        #expect(script.puller.report.state == .failing(failure))
    }

    @Test func `a restored peer is not failing`() {
        var script = inSync()
        _ = script.handle(.notFetched(.cursorUnknown(sentence: "Not known.")))
        #expect(script.puller.report.state == .inSync)
        _ = script.handle(.fetched(script.page(1...5, high: 20), after: .zero))
        #expect(script.puller.report.state == .behind)
    }

    @Test func `the state is not-stored from the first failure of the store until a page is applied`() throws {
        var script = inSync()
        for (second, error) in [(50, StoreError.storeFull), (60, .diskFull)] {
            script.now = .seconds(second)
            _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
            let actions = script.handle(.notApplied(error))
            _ = script.handle(.pauseEnded(try #require(actions.pause).number))
            #expect(script.puller.report.state == .notStored(error.code))
            #expect(script.puller.report.since == .seconds(50))
        }
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        #expect(script.puller.report.state == .notStored(.diskFull))
        script.now = .seconds(70)
        _ = script.handle(stored(3))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(70))
    }

    @Test func `a peer that fails after the store failed is failing, and not-stored again when it is back`() throws {
        var script = inSync()
        script.now = .seconds(50)
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        var actions = script.handle(.notApplied(.diskFull))
        _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        script.now = .seconds(60)
        actions = script.handle(.notFetched(Self.failure))
        #expect(script.puller.report.state == .failing(Self.failure))
        #expect(script.puller.report.since == .seconds(60))
        _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        script.now = .seconds(70)
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        #expect(script.puller.report.state == .behind)
        _ = script.handle(.notApplied(.diskFull))
        #expect(script.puller.report.state == .notStored(.diskFull))
    }

    @Test func `a failure of the store replaces a failure of the peer`() {
        var script = inSync()
        _ = script.handle(.fetched(script.page(10...12, high: 30), after: .zero))
        _ = script.handle(.notFetched(Self.failure))
        _ = script.handle(.notApplied(.diskFull))
        #expect(script.puller.report.state == .notStored(.diskFull))
    }

    @Test(arguments: [
        ("laptop", "laptop"),
        ("👩‍👩‍👧 of علی", "👩‍👩‍👧 of علی"),
        ("one\ntwo\r\t\u{85}\u{2028}\u{2029}end", "one two     end"),
        ("\u{202e}evil\u{202c}\u{2066}\u{200f}", " evil   "),
        (String(repeating: "n", count: 3500), String(repeating: "n", count: 64)),
    ])
    func `a peer's name is cut to 64 characters and has spaces for control characters`(said: String, shown: String) {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...3, high: 9, name: said), after: .zero))
        #expect(script.puller.report.name == shown)
    }

    @Test func `the number of missing ids is never more than the highest id that a reader accepts`() {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...3, high: .max), after: .zero))
        _ = script.handle(stored(3))
        #expect(script.puller.report.behind == Limits.highestID - 3)
    }

    @Test func `a peer address that leads to this node has the state thisNode until another node answers`() throws {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(1)
        let page = script.page(nil, high: 9, instance: script.ownInstance, node: script.own)
        let pause = try #require(script.handle(.fetched(page, after: .zero)).pause)
        #expect(script.puller.report.state == .thisNode)
        #expect(script.puller.report.since == .seconds(1))
        #expect(script.puller.report.node == script.own)
        #expect(script.puller.report.behind == nil)
        #expect(script.puller.claimedNode == nil)
        _ = script.handle(.pauseEnded(pause.number))
        _ = script.handle(.fetched(script.page(nil, high: 0), after: .zero))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.claimedNode == script.peer)
    }

    @Test func `a new pass keeps the report of the pass before`() {
        let first = inSync()
        var puller = Puller(
            node: first.own, instance: first.ownInstance, group: .none, pace: Pace(), cursor: .start,
            report: first.puller.report)
        _ = puller.handle(.started, now: .seconds(100), random: 0.5)
        #expect(puller.report == first.puller.report)
    }
}
