import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// A puller whose peer is in another group.
struct ForeignGroupTests {
    private let group = Sample.group
    private let other = Sample.otherGroup

    @Test func `the pauses after pages of another group grow, and one notice is given`() throws {
        var script = Script()
        script.start()
        let failure = PullFailure.foreignGroup(group, own: other)
        var pauses: [Duration] = []
        for _ in 1...8 {
            script.fail(failure)
            pauses.append(try #require(script.pause))
            // The peer's requests do not end the pause.
            script.send(.woken)
            #expect(!script.isRequesting)
            script.passPause()
            #expect(script.isRequesting)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 48, 48].map(Duration.seconds))
        #expect(script.notices == [.failing(failure)])
        #expect(script.puller.report.state == .failing(failure))
    }

    @Test func `a peer that names another group than before gets a notice with that group`() throws {
        var script = Script()
        script.start()
        let third = try GroupID(bytes: 3...18)
        for named in [group, group, third, third, group] {
            script.fail(.foreignGroup(named, own: other))
            script.passPause()
            script.now += Pace().failingInterval
        }
        #expect(script.notices == [group, third, group].map { .failing(.foreignGroup($0, own: other)) })
    }

    @Test func `after an outage the notice of another group is given again`() {
        var script = Script()
        script.start()
        for failure in [.foreignGroup(group, own: other), .unreachable(.refused), .foreignGroup(group, own: other)]
            as [PullFailure]
        {
            script.fail(failure)
            script.passPause()
            script.now += Pace().failingInterval
        }
        let foreign = Notice.failing(.foreignGroup(group, own: other))
        #expect(script.notices == [foreign, .failing(.unreachable(.refused)), foreign])
    }

    @Test func `a peer of no group gets a notice, once`() {
        var script = Script(group: group)
        script.start()
        for _ in 1...2 {
            script.peer.post(3)
            script.run(for: .seconds(60))
        }
        #expect(script.notices == [.withoutGroup(own: group)])
        #expect(script.store.stored.count == 6)
    }

    @Test func `a page of another group shows that the peer is not this node any more`() {
        var report = PullReport()
        report.received(Sample.head, isThisNode: true, at: .zero)
        let failure = PullFailure.foreignGroup(group, own: other)
        report.failed(failure, at: .zero)
        #expect(report.state == .failing(failure))
    }

    @Test func `a peer that comes back with the node's group is pulled from`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.fail(.foreignGroup(group, own: other))
        script.run(for: .seconds(10))
        #expect(script.store.stored.count == 3)
        #expect(script.puller.report.state == .inSync)
    }

    @Test func `a puller slows down for a peer whose pages have messages of another group and none that are new`() {
        var pace = Pace()
        pace.pageMessages = 2
        var peer = ModelPeer()
        for _ in 0..<200 { peer.post(2, .otherGroup) }
        var script = Script(peer, isEmpty: true, pace: pace)
        script.start()
        script.run(for: .seconds(10))
        #expect(script.store.settled.id < peer.end.id)
        script.run(for: .seconds(1000))
        #expect(script.store.settled == peer.end)
    }
}
