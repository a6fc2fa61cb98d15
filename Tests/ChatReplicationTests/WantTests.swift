import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// When the puller asks for messages by their digests, and what follows if they do not come.
struct WantTests {
    /// A puller of a peer that lists the messages of another origin.
    private func listing(_ count: Int, pace: Pace = Pace()) -> Script {
        var peer = ModelPeer()
        peer.post(count, relayed: true)
        var script = Script(peer, pace: pace)
        script.start()
        return script
    }

    private func expectAllStored(_ script: Script, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(script.store.stored == Set(script.peer.digests), sourceLocation: sourceLocation)
        #expect(script.store.settled == script.peer.end, sourceLocation: sourceLocation)
        #expect(script.store.exceptions.isEmpty, sourceLocation: sourceLocation)
        #expect(script.puller.report.state == .inSync, sourceLocation: sourceLocation)
    }

    @Test func `at most 10,000 messages are wanted, and reading waits until there is room`() {
        var script = listing(12_500)
        script.run(for: .seconds(1))
        #expect(script.puller.wants.all.count == 10_000 && script.puller.read.id == .at(10_000))
        #expect(!script.isRequesting)
        script.run(for: .seconds(10))
        expectAllStored(script)
        #expect(script.asks.allSatisfy { $0.count <= Limits.requestedDigests })
    }

    @Test func `a message of another origin is asked for after two seconds`() {
        var script = listing(3)
        script.run(for: .milliseconds(1999))
        #expect(script.asks.isEmpty)
        script.run(for: .milliseconds(1))
        #expect(script.asks.count == 1)
        expectAllStored(script)
    }

    @Test func `a message that comes from its origin within two seconds is not asked for`() {
        var script = listing(3)
        script.run(for: .seconds(1))
        for digest in script.peer.digests { script.store.add(digest) }
        script.run(for: .seconds(5))
        #expect(script.asks.isEmpty)
        expectAllStored(script)
    }

    @Test func `lists of what came from elsewhere are claimed at once, and noted by one commit in a second`() {
        var script = listing(1)
        for digest in script.peer.digests { script.store.add(digest) }
        script.run(for: .seconds(5))
        expectAllStored(script)
        let commits = script.commits
        for _ in 1...85 {
            script.peer.post(1, relayed: true)
            for digest in script.peer.digests { script.store.add(digest) }
            // The peer answers the waiting request, and gets the next one.
            script.answer()
            #expect(script.pull?.claim.settled == script.peer.end)
            script.run(for: .milliseconds(100))
        }
        #expect(script.commits - commits == 8)
        #expect(script.store.settled.id < script.peer.end.id)
        script.run(for: .seconds(1))
        expectAllStored(script)
    }

    @Test func `messages that come from elsewhere while an answer with them is stored are settled within a second`() {
        var script = listing(3)
        script.run(for: .milliseconds(1999))
        script.storesAtOnce = false
        script.run(for: .milliseconds(1))
        #expect(script.asks.count == 1 && script.job?.page?.entries.count == 3)
        for digest in script.peer.digests { script.store.add(digest) }
        script.storeAnswer()
        script.storesAtOnce = true
        script.run(for: .seconds(1))
        expectAllStored(script)
    }

    @Test func `a message of the peer's own is asked for at once`() {
        var script = Script(ModelPeer(3))
        script.peer.faults[script.peer.digests[0]] = .malformed
        script.start()
        script.run(for: .zero)
        #expect(script.asks == [[script.peer.digests[0]]])
        #expect(script.store.stored == Set(script.peer.digests[1...]))
    }

    @Test func `a waiting request ends when messages have to be asked for`() {
        var script = listing(1)
        script.run(for: .seconds(1))
        #expect(script.pull?.waitSeconds == Pace().waitSeconds)
        script.run(for: .seconds(1))
        #expect(script.asks.count == 1)
    }

    @Test func `digests that the peer has not looked up are asked for again at once`() {
        var script = listing(5)
        script.peer.lookups = 2
        script.run(for: .seconds(2))
        #expect(script.asks.map(\.count) == [5, 3, 1])
        expectAllStored(script)
    }

    @Test func `messages that are being stored are not asked for again`() {
        var script = listing(5)
        script.run(for: .seconds(2) - .milliseconds(1))
        script.storesAtOnce = false
        script.run(for: .seconds(10))
        #expect(script.asks.count == 1)
        script.storeAnswer()
        expectAllStored(script)
    }

    @Test func `a message that comes without its values is not asked for again and again`() {
        var script = listing(2)
        script.store.add(script.peer.digests[0], hasValues: false)
        script.run(for: .seconds(1))
        script.peer.log[0].content = .valueless
        script.run(for: .seconds(1000))
        #expect(script.asks.count == 1)
        #expect(script.store.exceptions.isEmpty && script.store.settled == script.peer.end)
    }

    @Test func `an answer that has looked up nothing counts as a failure`() {
        var script = listing(5)
        script.peer.lookups = 0
        script.run(for: .seconds(600))
        #expect(script.store.stored.isEmpty)
        #expect(script.asks.count < 200)
    }

    @Test(arguments: [ModelPeer.Fault.cutOff, .unreadable])
    func `requests that fail are halved, until a request for one message has failed three times`(
        fault: ModelPeer.Fault
    ) {
        var script = listing(8)
        let digest = script.peer.digests[5]
        script.peer.faults[digest] = fault
        script.run(for: .seconds(30))
        #expect(script.asks.prefix(4).map(\.count) == [8, 4, 4, 2])
        #expect(script.asks.count { $0 == [digest] } == 3)
        #expect(script.store.exceptions.map(\.digest) == [digest])
        #expect(script.store.exceptions.map(\.reason) == [.failing])
        #expect(script.store.stored == Set(script.peer.digests).subtracting([digest]))
        #expect(script.store.settled == script.peer.end)
    }

    @Test func `a request for one message that fails is sent again only after the peer has answered for its log`() {
        var script = listing(1)
        script.run(for: .seconds(2) - .milliseconds(1))
        script.peer.failure = .tooSlow
        script.run(for: .seconds(60 * 60))
        #expect(script.asks.count == 1)
        #expect(script.store.exceptions.isEmpty)
    }

    @Test func `a message becomes an exception a minute after the peer has answered without it`() {
        var script = listing(3)
        let digest = script.peer.digests[1]
        script.peer.faults[digest] = .withheld
        script.run(for: .milliseconds(61_999))
        #expect(script.asks.count == 1)
        #expect(script.store.settled.id == .at(1) && script.store.exceptions.isEmpty)
        script.run(for: .milliseconds(1))
        #expect(script.store.exceptions.map(\.digest) == [digest])
        #expect(script.store.exceptions.map(\.reason) == [.absent])
        #expect(script.store.exceptions.first?.before == script.peer.log[0].position)
        #expect(script.store.settled == script.peer.end)
    }

    @Test func `a message that comes from elsewhere within that minute is no exception`() {
        var script = listing(3)
        script.peer.faults[script.peer.digests[1]] = .withheld
        script.run(for: .seconds(50))
        script.store.add(script.peer.digests[1])
        script.run(for: .seconds(100))
        expectAllStored(script)
    }

    @Test func `10,000 gone entries in a row do not stop the puller`() {
        var peer = ModelPeer()
        peer.post(12_500, .gone)
        for digest in peer.digests { peer.append(digest) }
        var script = Script(peer)
        script.store.add(.unique())
        script.restart()
        script.run(for: .seconds(600))
        #expect(script.store.settled == script.peer.end && script.missed == [])
        #expect(script.store.exceptions.isEmpty)
    }

    @Test(
        arguments: [
            .unreachable(.timedOut), .brokenOff(.closed), .noAnswer(after: .seconds(40)), .tooSlow,
            .refused(.peerPaused),
        ]
            as [PullFailure], [Duration.seconds(5 * 60), .seconds(10 * 60 * 60)])
    func `a peer that is away between its list and its messages causes no exception`(
        failure: PullFailure, time: Duration
    ) {
        var script = listing(40)
        script.run(for: .seconds(1))
        script.peer.failure = failure
        script.run(for: time)
        #expect(script.store.exceptions.isEmpty && script.store.settled == .start)
        script.peer.failure = nil
        script.run(for: .seconds(120))
        expectAllStored(script)
    }

    @Test func `after a kill between a list and its messages, the log is read again from the settled position`() {
        var script = listing(5)
        script.run(for: .seconds(1))
        #expect(script.puller.read == script.peer.end && script.store.settled == .start)
        script.restart()
        #expect(script.pull?.from == .beginning)
        script.run(for: .seconds(3))
        expectAllStored(script)
    }

    @Test func `the settled position stays before the first message that is not stored`() {
        var script = listing(5)
        script.peer.post(3)
        script.run(for: .seconds(1))
        #expect(script.store.stored == Set(script.peer.digests[5...]))
        script.store.add(script.peer.digests[0])
        script.store.add(script.peer.digests[1])
        script.peer.post()
        script.run(for: .milliseconds(10))
        #expect(script.store.settled.id == .at(2))
        #expect(script.pulls.last?.claim.settled == script.peer.log[1].position)
    }

    /// A relayed message is only listed, so it is asked for.
    @Test(arguments: [true, false])
    func `a message of another group whose gone entry does not say so is asked for at most once, and passed`(
        isRelayed: Bool
    ) {
        var peer = ModelPeer(2)
        peer.post(1, .gone)
        peer.append(peer.digests[2], isRelayed ? peer.relayedOrigin : nil, .otherGroup)
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(60 * 60))
        #expect(script.asks.count == (isRelayed ? 1 : 0))
        #expect(script.store.settled == script.peer.end)
        #expect(script.store.exceptions.isEmpty)
        #expect(script.puller.report.state == .inSync)
    }

    // MARK: Full store

    @Test func `a store that cannot be read before a request by digests causes a pause, and no exception`() {
        var script = listing(1)
        script.run(for: .seconds(2) - .milliseconds(1))
        script.passPause()
        var requests = 0
        while script.now < .seconds(600), requests < 100 {
            if script.ask != nil {
                requests += 1
                script.fail(.storeNotRead(.storeUnavailable))
            } else if script.pull.map({ $0.waitSeconds == 0 }) == true {
                script.answer()
            } else {
                script.passPause()
            }
        }
        #expect(requests < 30)
        #expect(script.store.exceptions.isEmpty)
        script.run(for: .seconds(60))
        expectAllStored(script)
    }

    @Test func `nothing is requested while the store refuses, and the same answer is stored when it works again`() {
        var script = Script(ModelPeer(10), isEmpty: true)
        script.storeError = .diskFull
        script.start()
        script.run(for: .seconds(60 * 60))
        // The request after the first page was sent before the store had refused.
        #expect(script.pulls.count <= 2)
        #expect(script.jobs.count > 50)
        #expect(script.notices == [.notStored(.diskFull)])
        #expect(script.puller.report.state == .notStored(.diskFull))
        script.storeError = nil
        let requests = script.pulls.count
        script.run(for: .seconds(60))
        expectAllStored(script)
        #expect(script.notices.last == .storing)
        #expect(script.pulls.dropFirst(requests).allSatisfy { $0.from == .after(script.peer.end) })
    }

    @Test func `a message is asked for while the store refuses only after it works again`() {
        var script = listing(5)
        script.run(for: .seconds(1))
        script.storeError = .storeFull
        script.run(for: .seconds(60 * 60))
        #expect(script.asks.count <= 1)
        #expect(script.store.exceptions.isEmpty)
        script.storeError = nil
        script.run(for: .seconds(60))
        expectAllStored(script)
    }

    @Test func `after a commit of unknown outcome the log is settled and read on`() {
        var script = Script(ModelPeer(10), isEmpty: true)
        script.storesAtOnce = false
        script.start()
        script.answer()
        script.storeAnswerWithoutOutcome()
        #expect(script.store.settled == script.peer.end && script.puller.cursors == .start)
        script.storesAtOnce = true
        script.run(for: .seconds(60))
        expectAllStored(script)
        script.peer.post(3)
        script.run(for: .seconds(60))
        expectAllStored(script)
    }
}
