import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

/// When a peer is asked again for its exceptions, and for damaged messages and missing values.
struct ExceptionTests {
    private let day = Duration.seconds(24 * 60 * 60)

    /// A puller of a peer that withholds one of three messages, which has become an exception.
    private func withException() -> Script {
        var peer = ModelPeer()
        peer.post(3, relayed: true)
        peer.faults[peer.digests[1]] = .withheld
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(90))
        return script
    }

    private func expectAllStored(_ script: Script, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(script.store.stored == Set(script.peer.digests), sourceLocation: sourceLocation)
        #expect(script.store.exceptions.isEmpty, sourceLocation: sourceLocation)
        #expect(script.store.settled == script.peer.end, sourceLocation: sourceLocation)
    }

    @Test func `an exception is asked for again once a day`() {
        var script = withException()
        #expect(script.store.exceptions.count == 1)
        let asked = script.asks.count
        script.run(for: day - .seconds(120))
        #expect(script.asks.count == asked)
        script.run(for: .seconds(120))
        #expect(script.asks.count == asked + 1)
        script.run(for: day)
        #expect(script.asks.count == asked + 2)
        #expect(script.store.exceptions.count == 1)
        script.peer.faults = [:]
        script.run(for: day)
        expectAllStored(script)
    }

    // MARK: Messages that wait

    /// A puller whose store takes in no more of a peer's messages after the first three.
    private func withWaiting() -> Script {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(10))
        script.store.isSpent = true
        script.peer.post(5)
        script.run(for: .seconds(60))
        return script
    }

    @Test func `messages that wait are read again once an hour, and are only listed meanwhile`() {
        var script = withWaiting()
        #expect(script.store.stored.count == 3)
        #expect(script.store.exceptions.map(\.reason) == [.waiting])
        #expect(script.store.settled == script.peer.end)
        #expect(script.pulls.last?.bodies == Bodies.none)
        let lists = script.pulls.count { $0.waitSeconds == 0 }
        script.run(for: .seconds(2 * 60 * 60))
        #expect((1...3).contains(script.pulls.count { $0.waitSeconds == 0 } - lists))
        #expect(script.asks.isEmpty)
        script.store.isSpent = false
        script.run(for: .seconds(60 * 60))
        expectAllStored(script)
        script.peer.post(1)
        script.run(for: .seconds(60))
        #expect(script.pulls.last?.bodies != Bodies.none)
    }

    @Test func `messages that wait are read again at a start, and at once when a person lets them in`() {
        var (script, other) = (withWaiting(), withWaiting())
        script.store.isSpent = false
        script.restart()
        script.run(for: .seconds(1))
        expectAllStored(script)
        other.store.isSpent = false
        other.send(.letIn)
        other.run(for: .seconds(1))
        expectAllStored(other)
    }

    // MARK: Absent messages

    @Test func `an exception is asked for again at each start`() {
        var script = withException()
        script.peer.faults = [:]
        script.restart()
        script.run(for: .seconds(1))
        expectAllStored(script)
    }

    @Test func `an exception is asked for again when the peer comes back, at most once an hour`() {
        var script = withException()
        let asked = script.asks.count
        for _ in 1...50 {
            script.peer.failure = .unreachable(.timedOut)
            script.run(for: .seconds(100))
            script.peer.failure = nil
            script.run(for: .seconds(100))
        }
        // 10,000 seconds are less than three hours.
        #expect((1...3).contains(script.asks.count - asked))
        #expect(script.store.exceptions.count == 1)
    }

    @Test func `an exception whose message came from elsewhere ends without a request`() {
        var script = withException()
        let asked = script.asks.count
        script.store.add(script.peer.digests[1])
        script.run(for: day)
        #expect(script.asks.count == asked)
        expectAllStored(script)
    }

    @Test func `an exception that proves to be a bad message ends`() {
        var peer = ModelPeer()
        peer.post(3, relayed: true, isBad: true)
        peer.faults[peer.digests[1]] = .withheld
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(90))
        #expect(script.store.exceptions.count == 1)
        script.peer.faults = [:]
        script.run(for: day)
        #expect(script.store.exceptions.isEmpty && script.store.refused == Set(script.peer.digests))
    }

    @Test func `a peer whose exceptions are full goes on, and loses none of its messages`() {
        var peer = ModelPeer()
        peer.post(20, relayed: true)
        for digest in peer.digests.prefix(15) { peer.faults[digest] = .withheld }
        var script = Script(peer)
        script.store.maximumExceptions = 3
        script.start()
        script.run(for: .seconds(90))
        #expect(script.store.exceptions.count == 3 && script.store.exceptions.last?.digest == nil)
        script.peer.post(5)
        script.run(for: .seconds(90))
        #expect(script.store.settled == script.peer.end && script.store.stored.count == 10)
        let requests = script.pulls.count
        script.run(for: day)
        #expect(script.pulls.count - requests < 24 * 60 * 2 + 100)
        #expect(script.missed == [])
        script.peer.faults = [:]
        script.run(for: day + .seconds(90))
        expectAllStored(script)
    }

    @Test func `after an upgrade, refused messages are asked for and refused again, and nothing else`() {
        var peer = ModelPeer()
        peer.post(3)
        peer.post(2, isBad: true)
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(10))
        #expect(script.store.settled == script.peer.end && script.store.refused.count == 2)
        script.store.forgetPositions()
        let asked = script.asks.count
        script.restart()
        script.run(for: .seconds(90))
        #expect(script.asks.dropFirst(asked).flatMap(\.self).allSatisfy(script.store.refused.contains))
        #expect(script.store.settled == script.peer.end && script.store.exceptions.isEmpty)
    }

    @Test func `a request for exceptions that fails is halved`() {
        var peer = ModelPeer()
        peer.post(4, relayed: true)
        for digest in peer.digests { peer.faults[digest] = .withheld }
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(90))
        #expect(script.store.exceptions.count == 4)
        let asked = script.asks.count
        script.peer.faults = [script.peer.digests[3]: .cutOff]
        script.run(for: day)
        #expect(script.asks.dropFirst(asked).map(\.count) == [4, 2, 2, 1, 1])
        #expect(script.store.exceptions.map(\.digest) == [script.peer.digests[3]])
    }

    @Test func `more than 1,000 exceptions are asked for in several requests`() {
        var peer = ModelPeer()
        peer.post(2500, relayed: true)
        for digest in peer.digests { peer.faults[digest] = .withheld }
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(90))
        #expect(script.store.exceptions.count == 2500)
        script.peer.faults = [:]
        script.restart()
        script.run(for: .seconds(10))
        expectAllStored(script)
    }

    @Test func `from an exception without digest on, the log is read again as lists`() {
        var script = Script(ModelPeer(20))
        script.peer.faults[script.peer.digests[7]] = .leftOut
        script.start()
        script.run(for: .seconds(60))
        #expect(script.store.exceptions.map(\.digest) == [nil])
        #expect(script.store.settled == script.peer.end)
        script.peer.faults = [:]
        let requests = script.pulls.count
        script.restart()
        script.run(for: .seconds(10))
        let again = script.pulls.dropFirst(requests).first { $0.from == .after(script.peer.log[6].position) }
        #expect(again?.bodies == Bodies.none)
        #expect(script.asks.last == [script.peer.digests[7]])
        expectAllStored(script)
    }

    @Test func `wanted messages before an exception without digest are wanted again after the log was read again`() {
        var peer = ModelPeer()
        peer.post(3, relayed: true)
        peer.post(17)
        peer.faults = [peer.digests[1]: .withheld, peer.digests[9]: .leftOut]
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(10))
        #expect(script.store.settled.id == .at(1) && script.store.exceptions.map(\.digest) == [nil])
        script.restart()
        script.run(for: .seconds(10))
        #expect(script.store.settled.id == .at(1))
        #expect(script.missed == [])
        script.run(for: .seconds(90))
        #expect(script.store.settled == script.peer.end && script.store.exceptions.count == 2)
    }

    @Test func `an exception without digest that lasts is read again once a day, and does not keep new messages back`()
    {
        var script = Script(ModelPeer(20))
        script.peer.faults[script.peer.digests[7]] = .leftOut
        script.start()
        script.run(for: .seconds(60))
        let requests = script.pulls.count
        for _ in 1...10 {
            script.peer.post()
            script.run(for: .seconds(60))
        }
        #expect(script.pulls.count - requests < 60)
        script.run(for: day)
        #expect(script.store.exceptions.count == 1)
        #expect(script.store.stored.count == 29 && script.store.settled == script.peer.end)
        #expect(script.missed == [])
    }

    @Test func `a search that ends while an exception is being stored makes the log be read again all the same`() {
        var peer = ModelPeer(20)
        peer.faults[peer.digests[7]] = .leftOut
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(2 * 60 * 60))
        script.peer.post(1, relayed: true)
        script.peer.faults[script.peer.digests[20]] = .withheld
        script.run(for: .seconds(10))
        // The peer comes back, so that its exceptions are searched, before the message becomes one.
        script.searchesAtOnce = false
        script.fail(.unreachable(.refused))
        script.run(for: .seconds(10))
        script.storesAtOnce = false
        script.run(for: .seconds(90))
        #expect(script.job?.exceptions.count == 1)
        script.endSearch()
        script.storesAtOnce = true
        script.storeAnswer()
        script.searchesAtOnce = true
        #expect(script.missed == [])
        script.peer.faults = [:]
        script.run(for: .seconds(60))
        script.restart()
        script.run(for: .seconds(60))
        expectAllStored(script)
    }

    @Test func `a job that is tried again after the log is read from elsewhere does not pass what was wanted`() {
        var peer = ModelPeer(20)
        peer.faults[peer.digests[7]] = .leftOut
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(2 * 60 * 60))
        for index in 20...21 {
            script.peer.post(1, relayed: true)
            script.peer.faults[script.peer.digests[index]] = .withheld
            script.run(for: .seconds(10))
        }
        script.searchesAtOnce = false
        script.fail(.unreachable(.refused))
        script.run(for: .seconds(10))
        script.storeError = .diskFull
        script.run(for: .seconds(35))
        #expect(script.searches > 0 && script.jobs.last?.exceptions.count == 1)
        script.endSearch()
        (script.storesAtOnce, script.storeError) = (false, nil)
        script.passPause()
        script.storeAnswer()
        #expect(script.missed == [])
    }

    @Test func `a damaged message that is noted is asked for at once, also while the puller waits`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(10))
        let digest = script.peer.digests[1]
        script.store.damage(digest)
        script.store.due = [DueMessage(due: script.wall, digest: digest)]
        script.send(.damageNoted)
        script.run(for: .zero)
        #expect(script.asks == [[digest]])
        #expect(script.store.stored == Set(script.peer.digests))
    }

    @Test func `a peer is asked once for a due message that it does not have`() {
        var script = Script(ModelPeer(3))
        script.store.due = [DueMessage(due: script.wall, digest: .unique())]
        script.start()
        script.run(for: .seconds(60 * 60))
        #expect(script.asks.count == 1)
        #expect(script.jobs.contains { $0.due != nil })
        #expect(script.store.exceptions.isEmpty)
    }

    @Test func `a due message for which a request failed is asked for again at the next search`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(10))
        let digests = Array(script.peer.digests[0...1])
        for digest in digests { script.store.damage(digest) }
        script.store.due = digests.enumerated().map { DueMessage(due: script.wall + UInt64($0), digest: $1) }
        script.peer.faults[digests[0]] = .cutOff
        script.send(.damageNoted)
        script.run(for: .seconds(10))
        #expect(script.store.stored == Set(script.peer.digests[1...]))
        script.peer.faults = [:]
        script.run(for: .seconds(10 * 60))
        #expect(script.store.stored == Set(script.peer.digests))
    }

    @Test func `a due message whose requests always fail keeps the others back for three searches`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(10))
        let poison = script.peer.digests[0]
        script.store.damage(poison)
        script.store.due = [poison, .unique(), .unique()].enumerated().map {
            DueMessage(due: script.wall + UInt64($0), digest: $1)
        }
        script.peer.faults[poison] = .cutOff
        script.run(for: .seconds(3 * 10 * 60 + 60))
        #expect(script.store.due.isEmpty)
    }

    @Test func `a due message that was not looked up is asked for, although a later one came from elsewhere`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(10))
        for digest in script.peer.digests { script.store.damage(digest) }
        script.store.due = script.peer.digests.enumerated().map {
            DueMessage(due: script.wall + UInt64($0), digest: $1)
        }
        script.peer.lookups = 1
        script.send(.damageNoted)
        script.store.add(script.peer.digests[2])
        script.answer()
        #expect(script.store.due.map(\.digest).contains(script.peer.digests[1]))
        script.run(for: .seconds(60))
        #expect(script.store.stored == Set(script.peer.digests))
    }

    @Test func `a search that the store refuses is repeated`() {
        var script = withException()
        script.peer.faults = [:]
        script.searchesAtOnce = false
        script.restart()
        script.run(for: .seconds(1))
        script.send(.found(.failure(.diskFull)))
        script.searchesAtOnce = true
        script.run(for: .seconds(10))
        expectAllStored(script)
    }

    @Test func `the store is searched for due messages every ten minutes`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(60 * 60))
        #expect((6...8).contains(script.searches))
    }
}
