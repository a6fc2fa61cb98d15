import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

@Suite("The report of a puller")
struct PullReportTests {
    private static let failure = PullFailure(.failed, "It does not answer.")

    private func stored(_ count: Int = 1) -> Puller.Event {
        var applied = Applied()
        applied.stored = count
        applied.messagesHeld = 1000
        return .applied(applied)
    }

    /// A puller that holds all of a peer's log of nine messages since the fifth second.
    private func current() -> Script {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(4)
        _ = script.handle(.fetched(script.page(1...9, high: 9), after: .zero))
        script.now = .seconds(5)
        _ = script.handle(stored(9))
        return script
    }

    @Test("knows nothing of a peer that has not answered yet")
    func connecting() {
        var script = Script()
        _ = script.handle(.started)
        let report = script.puller.report
        #expect(report.state == .connecting)
        #expect(report == PullReport())
    }

    @Test("says who answered and when, and that all is here once it is stored")
    func reachesEnd() {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(4)
        _ = script.handle(.fetched(script.page(1...9, high: 9), after: .zero))
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 9)
        #expect(script.puller.report.current == nil)
        script.now = .seconds(5)
        _ = script.handle(stored(9))
        let report = script.puller.report
        #expect(report.state == .current)
        #expect(report.since == .seconds(5))
        #expect(report.behind == 0)
        #expect(report.answered == .seconds(4))
        #expect(report.current == .seconds(5))
        #expect(report.node == script.peer)
        #expect(report.name == "peer")
    }

    @Test("counts down how far a peer is ahead, and goes from current to behind and back")
    func behind() {
        var script = current()
        script.now = .seconds(10)
        _ = script.handle(.fetched(script.page(10...12, high: 30), after: .zero))
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 21)
        #expect(script.puller.report.since == .seconds(10))
        #expect(script.puller.report.current == .seconds(5))
        script.now = .seconds(11)
        _ = script.handle(stored(3))
        #expect(script.puller.report.behind == 18)
        _ = script.handle(.fetched(script.page(13...30, high: 30), after: .zero))
        script.now = .seconds(12)
        _ = script.handle(stored(18))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.since == .seconds(12))
        #expect(script.puller.report.current == .seconds(12))
    }

    @Test("does not take one for behind whose news is on its way to the disk")
    func news() {
        var script = current()
        script.now = .seconds(30)
        _ = script.handle(.fetched(script.page(10...10, high: 10), after: .seconds(25)))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.current == .seconds(5))
        script.now = .seconds(31)
        _ = script.handle(stored())
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.current == .seconds(31))
    }

    @Test("stays current through empty answers")
    func empty() {
        var script = current()
        script.now = .seconds(35)
        _ = script.handle(.fetched(script.page(nil, high: 9), after: .seconds(30)))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.current == .seconds(35))
        #expect(script.puller.report.answered == .seconds(35))
    }

    @Test("says since when a peer fails, from the first failure on, and why it failed last")
    func failing() throws {
        var script = current()
        for (second, kind) in [(40, PullFailure.Kind.failed), (41, .tooSlow), (300, .failed)] {
            script.now = .seconds(second)
            let actions = script.handle(.notFetched(PullFailure(kind, "Reason \(second).")))
            #expect(script.puller.report.state == .failing("Reason \(second)."))
            _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        }
        #expect(script.puller.report.since == .seconds(40))
        #expect(script.puller.report.current == .seconds(5))
        #expect(script.notices.count == 1, "said once, known always")
        script.now = .seconds(400)
        _ = script.handle(.fetched(script.page(nil, next: 9, high: 9), after: .zero))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.since == .seconds(400))
    }

    @Test(
        "takes a peer for failing whose pages cannot be read, too large or not",
        arguments: [false, true])
    func unreadable(isTooLarge: Bool) {
        var script = current()
        let tooLarge = Puller.Event.notFetched(PullFailure(.tooLarge, "Poison."))
        _ = script.handle(isTooLarge ? tooLarge : script.unreadable(next: 10))
        #expect(script.puller.report.state == .failing("Poison."))
    }

    @Test("does not take a peer for failing whose log was restored")
    func restored() {
        var script = current()
        _ = script.handle(.notFetched(PullFailure(.cursorUnknown, "Not known.")))
        #expect(script.puller.report.state == .current)
        _ = script.handle(.fetched(script.page(1...5, high: 20), after: .zero))
        #expect(script.puller.report.state == .behind)
    }

    @Test("says since when nothing can be stored and why, until something is")
    func notStored() throws {
        var script = current()
        for second in [50, 60] {
            script.now = .seconds(second)
            _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
            let actions = script.handle(.notApplied(.unavailable(reason: "Full at \(second).")))
            _ = script.handle(.pauseEnded(try #require(actions.pause).number))
            #expect(script.puller.report.state == .notStored("The store cannot be used: Full at \(second)."))
            #expect(script.puller.report.since == .seconds(50))
        }
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        #expect(script.puller.report.state == .notStored("The store cannot be used: Full at 60."))
        script.now = .seconds(70)
        _ = script.handle(stored(3))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.report.since == .seconds(70))
    }

    @Test("says that a peer has gone away of which nothing could be stored, and once it is back that still nothing can")
    func awayWhileNotStored() throws {
        var script = current()
        script.now = .seconds(50)
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        var actions = script.handle(.notApplied(.diskFull))
        _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        script.now = .seconds(60)
        actions = script.handle(.notFetched(Self.failure))
        #expect(script.puller.report.state == .failing(Self.failure.reason))
        #expect(script.puller.report.since == .seconds(60))
        _ = script.handle(.pauseEnded(try #require(actions.pause).number))
        script.now = .seconds(70)
        _ = script.handle(.fetched(script.page(10...12, high: 12), after: .zero))
        #expect(script.puller.report.state == .behind)
        _ = script.handle(.notApplied(.diskFull))
        #expect(script.puller.report.state == .notStored("The disk is full."))
    }

    @Test("takes a failure of the store for none of the peer's, whose next answer does not end it")
    func storeFailsAfterPeer() {
        var script = current()
        _ = script.handle(.fetched(script.page(10...12, high: 30), after: .zero))
        _ = script.handle(.notFetched(Self.failure))
        _ = script.handle(.notApplied(.diskFull))
        #expect(script.puller.report.state == .notStored("The disk is full."))
    }

    @Test(
        "shows of a peer's name one line of 64 characters that leaves the words around it alone",
        arguments: [
            ("laptop", "laptop"),
            ("👩‍👩‍👧 of علی", "👩‍👩‍👧 of علی"),
            ("one\ntwo\r\t\u{85}\u{2028}\u{2029}end", "one two     end"),
            ("\u{202e}evil\u{202c}\u{2066}\u{200f}", " evil   "),
            (String(repeating: "n", count: 3500), String(repeating: "n", count: 64)),
        ])
    func name(said: String, shown: String) {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...3, high: 9, name: said), after: .zero))
        #expect(script.puller.report.name == shown)
    }

    @Test("believes no peer that it is ahead by more messages than a log can hold")
    func high() {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(1...3, high: 18_446_744_073_709_551), after: .zero))
        _ = script.handle(stored(3))
        #expect(script.puller.report.behind == Limits.idCeiling - 1 - 3)
    }

    @Test("says that an address leads back to the node itself, and that it no longer does")
    func itself() throws {
        var script = Script()
        _ = script.handle(.started)
        script.now = .seconds(1)
        let page = script.page(nil, high: 9, instance: script.ownInstance, node: script.own)
        let pause = try #require(script.handle(.fetched(page, after: .zero)).pause)
        #expect(script.puller.report.state == .itself)
        #expect(script.puller.report.since == .seconds(1))
        #expect(script.puller.report.node == script.own)
        #expect(script.puller.report.behind == nil)
        #expect(script.puller.claimedNode == nil)
        _ = script.handle(.pauseEnded(pause.number))
        _ = script.handle(.fetched(script.page(nil, high: 0), after: .zero))
        #expect(script.puller.report.state == .current)
        #expect(script.puller.claimedNode == script.peer)
    }

    @Test("goes on where another walk through the same log begins")
    func anotherWalk() {
        let first = current()
        var puller = Puller(
            node: first.own, instance: first.ownInstance, pace: Pace(), cursor: .start, report: first.puller.report)
        _ = puller.handle(.started, now: .seconds(100), random: 0.5)
        #expect(puller.report == first.puller.report)
    }
}
