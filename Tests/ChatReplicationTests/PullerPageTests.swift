import ChatModel
import ChatStore
import Testing

@testable import ChatReplication

/// Peers that send useless, repeated or wrong pages, of which the puller requests fewer and fewer.
struct PullerPageTests {
    /// Returns how many requests a puller sends in an hour.
    private func requests(_ script: Script, _ change: (inout ModelPeer) -> Void = { _ in }) -> Int {
        var script = script
        script.start()
        for _ in 0..<3600 {
            change(&script.peer)
            script.run(for: .seconds(1))
        }
        return script.pulls.count + script.asks.count
    }

    @Test(arguments: [0, 3])
    func `the puller slows down for a peer whose pages end before they begin`(count: Int) {
        var script = Script(ModelPeer(10))
        script.start()
        script.run(for: .seconds(1))
        var requests = 0
        while script.now < .seconds(3600), requests < 1000 {
            if script.isRequesting {
                requests += 1
                let page = LogPage(head: script.peer.head(script.peer.log[count].position), entries: [])
                script.answer(.page(page))
            } else {
                script.passPause()
            }
        }
        #expect(requests < 1000)
        #expect(script.store.settled == script.peer.end)
    }

    @Test func `the puller slows down for a peer that answers empty at once instead of waiting`() {
        var script = Script(ModelPeer(3))
        script.start()
        var requests = 0
        while script.now < .seconds(3600), requests < 1000 {
            if script.isRequesting {
                requests += 1
                script.answer()
            } else {
                script.passPause()
            }
        }
        #expect(requests < 1000)
    }

    @Test func `the puller slows down for a peer whose log is said to be longer than its pages`() {
        var peer = ModelPeer(3)
        peer.exaggeration = 1
        #expect(requests(Script(peer)) < 1000)
    }

    @Test func `the puller slows down when a peer sends more stored messages than this node has`() {
        var peer = ModelPeer(20)
        var pace = Pace()
        (pace.pageMessages, pace.freeUselessAnswers) = (20, 4)
        var script = Script(peer, isEmpty: true, pace: pace)
        let digests = peer.digests
        for digest in digests { script.store.add(digest) }
        for _ in 0..<200 { for digest in digests { peer.append(digest) } }
        script.peer = peer
        script.start()
        script.run(for: .seconds(10))
        #expect(script.notices == [.repeating])
        #expect(script.pulls.count < 30)
        script.run(for: .seconds(1200))
        #expect(script.notices == [.repeating])
        #expect(script.store.settled == peer.end)
    }

    @Test func `the puller does not slow down for pages of messages that came from elsewhere`() {
        var pace = Pace()
        pace.pageMessages = 10
        var script = Script(ModelPeer(1000), isEmpty: true, pace: pace)
        for digest in script.peer.digests { script.store.add(digest) }
        script.start()
        script.run(for: .seconds(1))
        #expect(script.store.settled == script.peer.end)
        #expect(script.notices.isEmpty)
    }

    @Test(arguments: [
        (new: 1, bad: 40, slowsDown: true), (new: 1, bad: 20, slowsDown: true), (new: 20, bad: 20, slowsDown: false),
    ])
    func `the puller slows down for pages with more bad messages than new ones`(new: Int, bad: Int, slowsDown: Bool) {
        var pace = Pace()
        (pace.pageMessages, pace.freeUselessAnswers) = (new + bad, 4)
        var peer = ModelPeer()
        for _ in 0..<120 {
            peer.post(new)
            peer.post(bad, isBad: true)
        }
        var script = Script(peer, isEmpty: true, pace: pace)
        script.start()
        script.run(for: .seconds(10))
        #expect((script.store.settled == peer.end) != slowsDown)
    }

    @Test func `the puller slows down for a peer that names one message after the other and delivers none`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(30))
        var requests = 0
        while script.now < .seconds(600), requests < 1000 {
            if script.pull != nil { requests += 1 }
            script.peer.post(1)
            script.peer.faults[script.peer.digests[script.peer.digests.count - 1]] = .withheld
            if script.isRequesting { script.answer() } else { script.passPause() }
        }
        #expect(requests < 300)
    }

    @Test func `the puller slows down for a peer that answers no request by digests, and stores its new messages`() {
        var peer = ModelPeer()
        peer.post(200, relayed: true)
        peer.digestFailure = .refused(status: 404, nil)
        var script = Script(peer)
        script.start()
        script.run(for: .seconds(60))
        #expect(script.pulls.count + script.asks.count < 250)
        script.peer.post()
        script.run(for: .seconds(60))
        #expect(script.store.stored == [script.peer.digests[200]])
        script.run(for: .seconds(60 * 60))
        #expect(script.store.exceptions.count == 200 && script.store.settled == script.peer.end)
    }

    @Test func `a page of this instance is this node itself, and this key with another instance is a clone`() {
        var script = Script(ModelPeer(3))
        let instance = script.peer.instance
        (script.peer.key, script.peer.instance) = (script.node.key, script.node.instance)
        script.start()
        script.answer()
        #expect(script.pause == .seconds(48))
        #expect(script.notices == [.thisNode])
        #expect(script.puller.report.state == .thisNode && script.jobs.isEmpty)
        script.peer.instance = instance
        script.run(for: .seconds(100))
        #expect(script.notices == [.thisNode, .clone])
        #expect(script.store.stored.count == 3)
    }

    @Test func `a page that is too large causes a notice and a pause, and the range is requested as a list`() {
        var script = Script(ModelPeer(3), isEmpty: true)
        script.start()
        script.fail(.tooLarge)
        #expect(script.notices == [.failing(.tooLarge)])
        #expect(!script.isRequesting && script.pause == .seconds(1))
        script.passPause()
        #expect(script.pull?.bodies == Bodies.none)
        script.run(for: .seconds(10))
        #expect(script.store.stored.count == 3)
    }
}
