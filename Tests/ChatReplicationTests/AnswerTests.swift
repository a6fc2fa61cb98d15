import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// What a peer can send, and what the puller does with it.
struct AnswerTests {
    /// A puller that has just started to pull from a peer. The node has messages, so it wants only the peer's own ones whole.
    private func started(_ fill: (inout ModelPeer) -> Void) -> Script {
        var peer = ModelPeer()
        fill(&peer)
        var script = Script(peer)
        script.start()
        return script
    }

    /// Expects that everything is stored but these messages of the log, and that the log is settled up to its end.
    private func expectEnd(
        _ script: Script, without missing: [Int] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let digests = script.peer.digests
        let expected = digests.enumerated().filter { !missing.contains($0.offset) }.map(\.element)
        #expect(script.store.stored == Set(expected), sourceLocation: sourceLocation)
        #expect(script.store.settled == script.peer.end, sourceLocation: sourceLocation)
        #expect(script.missed == [], sourceLocation: sourceLocation)
        #expect(script.puller.report.state == .inSync, sourceLocation: sourceLocation)
    }

    @Test func `a good new message is stored, also when another message of its page is bad`() {
        var script = started { peer in
            peer.post(2)
            peer.post(isBad: true)
            peer.post()
        }
        script.run(for: .seconds(1))
        expectEnd(script, without: [2])
    }

    @Test func `a listed message that is not stored here is wanted`() {
        var script = started { $0.post(3, relayed: true) }
        script.run(for: .seconds(1))
        #expect(script.store.settled == .start && script.store.stored.isEmpty)
        #expect(script.puller.wants.all.map(\.digest) == script.peer.digests)
        script.run(for: .seconds(2))
        #expect(script.asks == [script.peer.digests])
        expectEnd(script)
    }

    @Test func `a listed message that is stored here is not wanted`() {
        var script = started { $0.post(3, relayed: true) }
        for digest in script.peer.digests { script.store.add(digest) }
        script.run(for: .seconds(10))
        #expect(script.asks.isEmpty && script.store.exceptions.isEmpty)
        expectEnd(script)
    }

    @Test func `a message that is damaged here is wanted`() {
        var script = started { $0.post(2, relayed: true) }
        for digest in script.peer.digests { script.store.add(digest) }
        script.store.damage(script.peer.digests[1])
        script.run(for: .seconds(3))
        #expect(script.asks == [[script.peer.digests[1]]])
        expectEnd(script)
    }

    @Test(arguments: [true, false])
    func `a message that lacks its values here is wanted if the peer offers them`(peerHasValues: Bool) {
        var script = started { $0.post(2, relayed: true, peerHasValues ? .message : .valueless) }
        for digest in script.peer.digests { script.store.add(digest, hasValues: false) }
        script.run(for: .seconds(3))
        #expect(script.asks == (peerHasValues ? [script.peer.digests] : []))
        #expect(script.store.valueless.isEmpty == peerHasValues)
        expectEnd(script)
    }

    @Test(arguments: [true, false])
    func `a bad message is refused and passed, and there is one notice`(isRelayed: Bool) {
        var script = started { peer in
            peer.post(2)
            peer.post(2, relayed: isRelayed, isBad: true)
        }
        script.run(for: .seconds(3))
        #expect(script.store.refused == Set(script.peer.digests.suffix(2)))
        #expect(script.store.exceptions.isEmpty)
        #expect(script.notices == [.badMessages(first: .at(3), Refusal(.badSignature, "Forged."))])
        #expect(script.asks.count == (isRelayed ? 1 : 0))
        expectEnd(script, without: [2, 3])
    }

    @Test func `a bad message of a page whose mark does not fit is not refused before a list proves its digest`() {
        var script = started { peer in
            peer.post(3)
            peer.post(isBad: true)
        }
        script.peer.faults[script.peer.digests[0]] = .leftOut
        script.answer()
        #expect(script.jobs.count == 1 && script.store.refused.isEmpty)
        #expect(script.store.stored == Set(script.peer.digests[1...2]))
        script.peer.faults = [:]
        script.run(for: .seconds(3))
        #expect(script.store.refused == [script.peer.digests[3]])
        expectEnd(script, without: [3])
    }

    @Test func `a message with a fault outside the signed form stays wanted, and becomes an exception`() {
        var script = started { $0.post(4) }
        script.peer.faults[script.peer.digests[1]] = .malformed
        script.run(for: .seconds(50))
        #expect(script.puller.wants.all.map(\.digest) == [script.peer.digests[1]])
        #expect(script.store.refused.isEmpty && script.store.settled.id == .at(1))
        script.run(for: .seconds(15))
        #expect(script.store.exceptions.map(\.digest) == [script.peer.digests[1]])
        #expect(script.store.exceptions.map(\.reason) == [.absent])
        expectEnd(script, without: [1])
    }

    @Test func `a message with a fault outside the signed form that comes from elsewhere is no exception`() {
        var script = started { $0.post(4) }
        script.peer.faults[script.peer.digests[1]] = .malformed
        script.run(for: .seconds(30))
        script.store.add(script.peer.digests[1])
        script.run(for: .seconds(40))
        #expect(script.store.exceptions.isEmpty)
        expectEnd(script)
    }

    @Test(arguments: [ModelPeer.Fault.leftOut, .unreadable, .cutOff])
    func `the range of a page that cannot be used is requested as a list`(fault: ModelPeer.Fault) throws {
        var script = started { $0.post(4) }
        script.peer.faults[script.peer.digests[1]] = fault
        script.run(for: .seconds(8))
        let list = try #require(script.pulls.firstIndex { $0.bodies == .none })
        // A transfer fails three times first.
        #expect(list == (fault == .cutOff ? 3 : 1))
        #expect(script.pulls[...list].allSatisfy { $0.from == .beginning })
    }

    @Test(arguments: [ModelPeer.Fault.unreadable, .cutOff])
    func `a message that spoils every answer with it becomes an exception, and the others are stored`(
        fault: ModelPeer.Fault
    ) {
        var script = started { $0.post(20) }
        script.peer.faults[script.peer.digests[7]] = fault
        script.run(for: .seconds(120))
        #expect(script.store.exceptions.map(\.digest) == [script.peer.digests[7]])
        #expect(script.store.exceptions.map(\.reason) == [.failing])
        expectEnd(script, without: [7])
    }

    @Test func `a list whose mark does not fit is halved to the broken entry, which becomes an exception`() throws {
        var script = started { $0.post(20) }
        script.peer.faults[script.peer.digests[7]] = .leftOut
        script.run(for: .seconds(120))
        let limits = script.pulls.filter { $0.from == .beginning && $0.bodies == .none }.map(\.limit)
        #expect(limits == [1000, 500, 250, 125, 62, 31, 15, 7])
        let exception = try #require(script.store.exceptions.first)
        #expect(script.store.exceptions.count == 1)
        #expect((exception.before, exception.last, exception.digest) == (script.peer.log[6].position, .at(8), nil))
        #expect(script.notices.contains(.omitsMessages(from: .at(8))))
        expectEnd(script, without: [7])
    }

    @Test(arguments: [1, 2, 5])
    func `behind entries that fail three times as a list, the puller tries the entry 1, 2, 4 … ids behind`(count: Int)
        throws
    {
        var script = started { $0.post(20) }
        for digest in script.peer.digests[7..<7 + count] { script.peer.faults[digest] = .unlistable }
        script.run(for: .seconds(2 * 60 * 60))
        let list = script.pulls.filter { $0.from == .after(script.peer.log[6].position) && $0.limit == 1 }
        #expect(list.count >= 3)
        let probes = script.pulls.compactMap { pull -> UInt64? in
            if case .after(let id, mark: nil) = pull.from, id > .zero { id.rawValue - 7 } else { nil }
        }
        let distances = [1, 2, 4, 8].prefix { $0 < 2 * count } as [UInt64]
        #expect(Array(Set(probes)).sorted() == distances)
        let exception = try #require(script.store.exceptions.first)
        #expect(script.store.exceptions.count == 1 && exception.digest == nil)
        #expect(exception.before.id == .at(7) && exception.last == .at(7 + (distances.last ?? 0) + 1))
        #expect(script.store.settled == script.peer.end)
        #expect(script.missed.isEmpty)
        let between = Set(script.peer.digests[7..<7 + count])
        #expect(script.store.stored.isDisjoint(with: between))
        #expect(script.store.stored.isSuperset(of: script.peer.digests[(Int(distances.last ?? 0) + 7)...]))
    }

    @Test func `a message of a later form is passed, with one notice`() {
        var script = started { peer in
            peer.post(2)
            peer.post(3, .laterForm)
            peer.post()
        }
        script.run(for: .seconds(100))
        #expect(script.notices == [.laterForm(first: .at(3), form: 2)])
        #expect(script.asks.isEmpty && script.store.exceptions.isEmpty)
        expectEnd(script, without: [2, 3, 4])
    }

    @Test(arguments: [true, false])
    func `a message of another group is passed`(isRelayed: Bool) {
        var script = started { peer in
            peer.post(2)
            peer.post(3, relayed: isRelayed, .otherGroup)
            peer.post()
        }
        script.run(for: .seconds(100))
        #expect(script.asks.isEmpty && script.store.exceptions.isEmpty)
        expectEnd(script, without: [2, 3, 4])
    }

    @Test(arguments: [ModelPeer.Content.gone, .damaged], [2, Limits.pageMessages])
    func `a gone or damaged entry is not asked for if its message follows, also on a later page`(
        content: ModelPeer.Content, pageMessages: Int
    ) {
        var peer = ModelPeer()
        peer.post(2, content)
        peer.post(2)
        for digest in peer.digests.prefix(2) { peer.append(digest) }
        var pace = Pace()
        pace.pageMessages = pageMessages
        var script = Script(peer, isEmpty: true, pace: pace)
        script.start()
        script.run(for: .seconds(100))
        #expect(script.asks.isEmpty && script.store.exceptions.isEmpty)
        expectEnd(script)
    }

    @Test(arguments: [ModelPeer.Content.gone, .damaged])
    func `a gone or damaged entry whose message does not follow is asked for at the end of the log`(
        content: ModelPeer.Content
    ) throws {
        var peer = ModelPeer(1)
        peer.post(1, content)
        peer.post(4)
        var pace = Pace()
        pace.pageMessages = 2
        var script = Script(peer, isEmpty: true, pace: pace)
        script.start()
        script.run(for: .seconds(30))
        #expect(script.asks == [[script.peer.digests[1]]])
        #expect(script.pulls.count { $0.waitSeconds == 0 } == 3)
        #expect(script.store.settled.id == .at(1))
        script.run(for: .seconds(35))
        #expect(script.store.exceptions.map(\.digest) == [script.peer.digests[1]])
        expectEnd(script, without: [1])
        // The record is healed at the peer: its message comes under a new id, and ends the exception.
        script.peer.append(script.peer.digests[1])
        script.run(for: .seconds(1))
        script.restart()
        script.run(for: .seconds(1))
        #expect(script.store.exceptions.isEmpty)
        expectEnd(script)
    }
}
