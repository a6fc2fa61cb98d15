import ChatModel
import Testing

@testable import ChatReplication

/// Which messages a peer is asked to send whole.
struct BodyChoiceTests {
    /// A puller of a peer with relayed messages.
    private func script(_ count: Int, isEmpty: Bool) -> Script {
        var peer = ModelPeer()
        peer.post(count, relayed: true)
        return Script(peer, isEmpty: isEmpty)
    }

    @Test(arguments: [true, false])
    func `a node without messages wants all messages whole, another one only the peer's own`(isEmpty: Bool) {
        var script = script(100, isEmpty: isEmpty)
        script.start()
        #expect(script.pulls.first?.bodies == (isEmpty ? .all : .own))
        script.run(for: .seconds(5))
        #expect(script.store.stored.count == 100)
        #expect(script.asks.isEmpty == isEmpty)
    }

    @Test func `relayed messages that had to be asked for make the peer send all messages whole`() {
        var script = script(100, isEmpty: false)
        script.start()
        script.run(for: .seconds(60))
        #expect(script.pulls.last?.bodies == .all)
        script.peer.post(100, relayed: true)
        script.run(for: .seconds(60))
        #expect(script.asks.count == 1 && script.store.stored.count == 200)
    }

    @Test func `relayed messages that were known make the peer send only its own ones whole`() {
        var script = script(200, isEmpty: true)
        for digest in script.peer.digests { script.store.add(digest) }
        script.start()
        script.run(for: .seconds(60))
        #expect(script.pulls.first?.bodies == .all)
        #expect(script.pulls.last?.bodies == .own)
    }

    @Test func `one new message among many known ones changes nothing`() {
        var choice = BodyChoice(isAll: false)
        for _ in 0..<1000 {
            choice.count(all: 10, new: 0)
            choice.count(all: 0, new: 1)
            #expect(choice.bodies(after: .zero) == .own)
        }
    }

    @Test func `a line of nodes goes on to send all messages whole`() {
        var choice = BodyChoice(isAll: true)
        for _ in 0..<1000 {
            choice.count(all: 1, new: 1)
            #expect(choice.bodies(after: .zero) == .all)
        }
    }

    @Test func `a peer that becomes the only way for new messages sends all of them whole after about 128`() {
        var choice = BodyChoice(isAll: true)
        choice.caughtUp()
        choice.count(all: 100_000, new: 0)
        #expect(choice.bodies(after: .zero) == .own)
        var count = 0
        while choice.bodies(after: .zero) != .all, count < 1000 {
            choice.count(all: 1, new: 0)
            choice.count(all: 0, new: 1)
            count += 1
        }
        #expect((50...300).contains(count))
    }

    @Test func `a part of the log that is read again is only listed`() {
        var choice = BodyChoice(isAll: false)
        choice.readsAgain(upTo: .at(10))
        choice.readsAgain(upTo: .at(5))
        #expect(choice.bodies(after: .zero) == Bodies.none)
        #expect(choice.bodies(after: .at(9)) == Bodies.none)
        #expect(choice.bodies(after: .at(10)) == .own)
    }
}
