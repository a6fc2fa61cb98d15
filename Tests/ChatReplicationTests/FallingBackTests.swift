import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// Peers whose logs lack the settled position: restored peers, and clones that answer by turns.
struct FallingBackTests {
    private func inSync(_ peer: ModelPeer) -> Script {
        var pace = Pace()
        pace.pageMessages = 10
        var script = Script(peer, isEmpty: true, pace: pace)
        script.start()
        script.run(for: .seconds(1))
        #expect(script.store.settled == peer.end)
        return script
    }

    private func expectAllStored(_ script: Script, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(script.store.stored.isSuperset(of: script.peer.digests), sourceLocation: sourceLocation)
        #expect(script.store.settled == script.peer.end, sourceLocation: sourceLocation)
        #expect(script.store.exceptions.isEmpty, sourceLocation: sourceLocation)
        #expect(script.puller.report.state == .inSync, sourceLocation: sourceLocation)
    }

    @Test func `after 409 the peer chooses the newest common position, and the log is read from there`() throws {
        var script = inSync(ModelPeer(50))
        let cursors = script.store.cursors
        script.peer.restore(45)
        script.peer.post(20)
        script.run(for: .seconds(60))
        #expect(script.pulls.contains { $0.from == .newestCommon(cursors.all) && $0.claim.settled == .start })
        #expect(script.notices == [.restored])
        expectAllStored(script)
        #expect(script.store.cursors.others.map(\.cursor.newest) == [cursors.settled])
    }

    @Test func `a peer that loses the end of its log is asked for what it has instead`() {
        var script = inSync(ModelPeer(50))
        let lost = Array(script.peer.digests[45...])
        script.peer.restore(45)
        script.run(for: .seconds(60))
        expectAllStored(script)
        #expect(script.store.stored.isSuperset(of: lost))
        // The lost messages come back from another node under new ids.
        script.peer.jump(by: 10)
        for digest in lost { script.peer.append(digest, script.peer.relayedOrigin) }
        script.run(for: .seconds(60))
        expectAllStored(script)
        #expect(script.asks.isEmpty)
    }

    @Test func `a peer that is wiped is read from its start`() {
        var script = inSync(ModelPeer(50))
        script.peer.restore(0)
        script.run(for: .seconds(60))
        #expect(script.puller.report.state == .inSync && script.store.settled == .start)
        script.peer.post(5)
        script.run(for: .seconds(60))
        expectAllStored(script)
    }

    @Test func `the puller falls back only after the answer that is being stored`() {
        var script = Script(
            ModelPeer(50), isEmpty: true,
            pace: {
                var pace = Pace()
                pace.pageMessages = 10
                return pace
            }())
        script.storesAtOnce = false
        script.start()
        script.answer()
        script.peer.restore(10)
        script.fail(.cursorUnknown)
        #expect(!script.isRequesting)
        script.storeAnswer()
        #expect(script.pull?.from == .newestCommon(script.store.cursors.all))
        #expect(script.store.settled.id == .at(10))
    }

    @Test func `wanted messages of a log that the peer has lost are not asked for any more`() {
        var peer = ModelPeer(10)
        peer.post(5, relayed: true)
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(1))
        #expect(script.puller.wants.all.count == 5)
        script.peer.restore(12)
        script.peer.post()
        script.run(for: .seconds(60))
        expectAllStored(script)
        #expect(!script.asks.joined().contains(peer.digests[14]))
        #expect(script.store.exceptions.isEmpty)
    }

    @Test func `clones that answer by turns are read on where each of them was left`() {
        var script = inSync(ModelPeer(50))
        var clones = [script.peer, script.peer]
        clones[1].instance = .random()
        for round in 1...6 {
            for index in 0...1 {
                clones[index].post(3)
                script.peer = clones[index]
                script.run(for: .seconds(100))
                expectAllStored(script)
                let requested = script.pulls.suffix(8)
                if round > 2 { #expect(!requested.contains { $0.from == .beginning }) }
            }
        }
        #expect(script.store.stored.count == 50 + 2 * 6 * 3)
        #expect(script.store.cursors.others.count == 1)
    }

    @Test func `an exception of one clone is not lost when another one answers`() {
        var peer = ModelPeer(20)
        let spoiled = peer.digests[15]
        peer.faults[spoiled] = .withheld
        var clone = peer
        clone.instance = .random()
        clone.restore(10)
        clone.post(5)
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(90))
        #expect(script.store.exceptions.map(\.digest) == [spoiled])
        script.peer = clone
        script.run(for: .seconds(100))
        expectAllStored(script)
        peer.faults = [:]
        script.peer = peer
        script.run(for: .seconds(200))
        expectAllStored(script)
    }

    @Test func `a second 409 makes the puller start from the beginning`() {
        var script = inSync(ModelPeer(10))
        script.fail(.cursorUnknown)
        script.fail(.cursorUnknown)
        script.passPause()
        #expect(script.pull?.from == .beginning)
        script.run(for: .seconds(60))
        expectAllStored(script)
    }

    @Test func `the puller pauses longer and longer when it falls back again and again`() {
        var script = inSync(ModelPeer(50))
        var requests = 0
        while script.now < .seconds(3600), requests < 1000 {
            guard script.isRequesting else {
                script.passPause()
                continue
            }
            requests += 1
            if case .after(let id, _) = script.pull?.from, id > .zero {
                script.fail(.cursorUnknown)
            } else {
                script.answer()
            }
        }
        #expect(requests < 1000)
        #expect(script.notices.count { $0 == .restored } == 1)
    }

    @Test func `a clone that fails for hours before its log is read causes no gap`() {
        var clone = ModelPeer(30)
        var peer = clone
        peer.post(20)
        clone.post(40)
        var script = inSync(peer)
        // The clone lacks the position. Then it fails until the puller looks for an id behind an entry that it cannot list.
        script.peer = clone
        script.answer()
        for _ in 0..<100 {
            if case .after(let id, mark: nil) = script.pull?.from, id > .zero { break }
            script.fail(.noAnswer(after: .seconds(40)))
            script.passPause()
        }
        script.answer()
        script.fail(.noAnswer(after: .seconds(40)))
        #expect(script.missed == [])
        script.run(for: .seconds(24 * 60 * 60))
        #expect(script.missed == [])
        expectAllStored(script)
    }

    @Test func `a peer that is restored again gives a second notice once it had new messages`() {
        var script = inSync(ModelPeer(50))
        for _ in 1...2 {
            script.peer.restore(40)
            script.peer.post(3)
            script.run(for: .seconds(60))
        }
        #expect(script.notices == [.restored, .restored])
    }

    @Test
    func `an answer to a fallback that follows no known position is read as lists, and from the beginning in the end`()
    {
        var script = inSync(ModelPeer(50))
        script.fail(.cursorUnknown)
        script.peer.faults = [script.peer.digests[49]: .leftOut]
        script.peer.post()
        script.run(for: .seconds(600))
        #expect(script.store.settled == script.peer.end)
        #expect(script.store.stored.count == 51)
    }
}
