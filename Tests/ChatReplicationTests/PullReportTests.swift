import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

struct PullReportTests {
    private static let failure = PullFailure.unreachable(.refused)

    /// A puller that has all nine messages of its peer since the fifth second. Each answer and each commit is a step of the test.
    private func inSync() -> Script {
        var script = Script(ModelPeer(9))
        script.storesAtOnce = false
        script.start()
        script.now = .seconds(4)
        script.answer()
        script.now = .seconds(5)
        script.storeAnswer()
        return script
    }

    @Test func `the report is empty before the peer answers`() {
        var script = Script()
        script.start()
        #expect(script.puller.report.state == .connecting)
        #expect(script.puller.report == PullReport())
    }

    @Test func `the peer is in sync once its last page is stored`() {
        var script = Script(ModelPeer(9))
        script.storesAtOnce = false
        script.start()
        script.now = .seconds(4)
        script.answer()
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 9)
        #expect(script.puller.report.lastInSync == nil)
        script.now = .seconds(5)
        script.storeAnswer()
        let report = script.puller.report
        #expect(report.state == .inSync)
        #expect(report.since == .seconds(5))
        #expect(report.behind == 0)
        #expect(report.lastPage == .seconds(4))
        #expect(report.lastInSync == .seconds(5))
        #expect(report.node == script.peer.key)
        #expect(report.name == "peer")
    }

    @Test func `the peer is not in sync while a message is wanted`() {
        var script = Script()
        script.peer.post(3, relayed: true)
        script.start()
        script.run(for: .seconds(1))
        #expect(script.puller.report.state == .behind && script.puller.report.behind == 3)
        script.run(for: .seconds(1))
        #expect(script.puller.report.state == .inSync && script.puller.report.since == .seconds(2))
    }

    @Test func `the number of missing ids falls, and the state goes from in sync to behind and back`() {
        var script = inSync()
        script.peer.post(21)
        script.peer.faults[script.peer.digests[12]] = .cutOff
        script.now = .seconds(10)
        var pull = script.pull!
        pull.limit = 3
        script.answer(script.peer.answer(.log(pull), script.store))
        #expect(script.puller.report.state == .behind)
        #expect(script.puller.report.behind == 21)
        #expect(script.puller.report.since == .seconds(10))
        #expect(script.puller.report.lastInSync == .seconds(5))
        script.now = .seconds(11)
        script.storeAnswer()
        #expect(script.puller.report.behind == 18)
        script.peer.faults = [:]
        script.answer()
        script.now = .seconds(12)
        script.storeAnswer()
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(12))
        #expect(script.puller.report.lastInSync == .seconds(12))
    }

    @Test func `a peer stays in sync while its new message is being stored`() {
        var script = inSync()
        script.peer.post()
        script.now = .seconds(30)
        script.answer(after: .seconds(25))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.lastInSync == .seconds(5))
        script.now = .seconds(31)
        script.storeAnswer()
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.lastInSync == .seconds(31))
    }

    @Test func `an empty page keeps the peer in sync`() {
        var script = inSync()
        script.now = .seconds(35)
        script.answer(after: .seconds(30))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(5))
        #expect(script.puller.report.lastInSync == .seconds(35))
        #expect(script.puller.report.lastPage == .seconds(35))
    }

    @Test func `a failing peer has the time of its first failure and the reason of the last`() {
        var script = inSync()
        for (second, failure) in [(40, .unreachable(.refused)), (60, .tooSlow), (300, .unreachable(.closed))]
            as [(Int, PullFailure)]
        {
            script.now = .seconds(second)
            script.fail(failure)
            #expect(script.puller.report.state == .failing(failure))
            script.passPause()
        }
        #expect(script.puller.report.since == .seconds(40))
        #expect(script.puller.report.lastInSync == .seconds(5))
        #expect(script.notices == [.offline(.unreachable(.refused))], "once, because it has answered before")
        script.now = .seconds(400)
        script.answer()
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(400))
    }

    @Test(arguments: [false, true])
    func `a peer with unreadable or too large pages is failing`(isTooLarge: Bool) {
        var script = inSync()
        let unreadable = PullFailure.unreadable(reason: "Poison.")
        let failure = isTooLarge ? PullFailure.tooLarge : unreadable
        script.fail(failure)
        #expect(script.puller.report.state == .failing(failure))
    }

    @Test func `a restored peer is not failing`() {
        var script = inSync()
        script.peer.restore(5)
        script.peer.post(15)
        script.fail(.cursorUnknown)
        #expect(script.puller.report.state == .inSync)
        script.answer()
        #expect(script.puller.report.state != .failing(.cursorUnknown))
        script.storesAtOnce = true
        script.storeAnswer()
        script.run(for: .seconds(60))
        #expect(script.puller.report.state == .inSync)
    }

    @Test func `the state is not-stored from the first failure of the store until an answer is stored`() {
        var script = inSync()
        script.peer.post(3)
        script.answer()
        for (second, error) in [(50, StoreError.storeFull), (60, .diskFull)] {
            script.now = .seconds(second)
            script.storeError = error
            script.storeAnswer()
            #expect(script.puller.report.state == .notStored(error.code))
            #expect(script.puller.report.since == .seconds(50))
            script.passPause()
        }
        #expect(script.puller.report.state == .notStored(.diskFull))
        script.now = .seconds(70)
        script.storeError = nil
        script.storeAnswer()
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.report.since == .seconds(70))
    }

    @Test func `a failure of the store replaces a failure of the peer`() {
        var script = inSync()
        script.peer.post(3)
        script.peer.exaggeration = 5
        script.answer()
        script.fail(Self.failure)
        #expect(script.puller.report.state == .failing(Self.failure))
        script.storeError = .diskFull
        script.storeAnswer()
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
        var script = Script(ModelPeer(3))
        script.peer.name = said
        script.start()
        script.answer()
        #expect(script.puller.report.name == shown)
    }

    @Test func `the number of missing ids is never more than the highest id that a reader accepts`() {
        var script = Script(ModelPeer(3))
        script.peer.exaggeration = .max
        script.start()
        script.answer()
        #expect(script.puller.report.behind == Limits.highestID - 3)
    }

    @Test func `a peer address that leads to this node has the state thisNode until another node answers`() {
        var script = Script()
        let other = script.peer
        (script.peer.key, script.peer.instance) = (script.node.key, script.node.instance)
        script.start()
        script.now = .seconds(1)
        script.answer()
        #expect(script.puller.report.state == .thisNode)
        #expect(script.puller.report.since == .seconds(1))
        #expect(script.puller.report.node == script.node.key)
        #expect(script.puller.report.behind == nil)
        #expect(script.puller.claimedNode == nil)
        script.peer = other
        script.run(for: .seconds(60))
        #expect(script.puller.report.state == .inSync)
        #expect(script.puller.claimedNode == other.key)
    }
}
