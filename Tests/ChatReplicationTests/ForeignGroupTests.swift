import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// A puller whose peer is in another group.
struct ForeignGroupTests {
    private let group = Sample.group
    private let other = Sample.otherGroup

    /// Returns the group that the actions ask the store to take.
    private func takenGroup(_ actions: [Puller.Action]) -> GroupID? {
        for case .takeGroup(let group) in actions { return group }
        return nil
    }

    @Test func `the pauses after pages of another group grow, and one notice is given`() throws {
        var script = Script()
        _ = script.handle(.started)
        let failure = PullFailure.foreignGroup(group, own: other)
        var pauses: [Duration] = []
        for _ in 1...8 {
            let actions = script.handle(.notFetched(failure))
            #expect(actions.page == nil && takenGroup(actions) == nil)
            let pause = try #require(actions.pause)
            pauses.append(pause.duration)
            // The peer's requests do not end the pause.
            #expect(script.handle(.woken).isEmpty)
            #expect(script.handle(.pauseEnded(pause.number)).request?.limit == Pace().pageMessages)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 48, 48].map(Duration.seconds))
        #expect(script.notices == [.foreignGroup(group, own: other)])
        #expect(script.puller.report.state == .failing(failure))
    }

    @Test func `a peer that names another group than before gets a notice with that group`() throws {
        var script = Script()
        _ = script.handle(.started)
        let third = try GroupID(bytes: 3...18)
        for named in [group, group, third, third, group] {
            let pause = try #require(script.handle(.notFetched(.foreignGroup(named, own: other))).pause)
            _ = script.handle(.pauseEnded(pause.number))
        }
        #expect(script.notices == [group, third, group].map { .foreignGroup($0, own: other) })
    }

    @Test func `after an outage the notice of another group is given again`() throws {
        var script = Script()
        _ = script.handle(.started)
        for failure in [.foreignGroup(group, own: other), .unreachable(.refused), .foreignGroup(group, own: other)]
            as [PullFailure]
        {
            let pause = try #require(script.handle(.notFetched(failure)).pause)
            script.now += Pace().failingInterval
            _ = script.handle(.pauseEnded(pause.number))
        }
        let foreign = Notice.foreignGroup(group, own: other)
        #expect(script.notices == [foreign, .failing(.unreachable(.refused)), foreign])
    }

    @Test func `a peer of no group with messages gets a notice, once`() {
        var script = Script(group: group)
        _ = script.handle(.started)
        _ = script.handle(.fetched(script.page(nil, next: 0, high: 0), after: .seconds(60)))
        #expect(script.notices.isEmpty)
        for _ in 1...2 { _ = script.handle(.fetched(script.page(1...3, high: 3), after: .zero)) }
        #expect(script.notices == [.withoutGroup(own: group)])
    }

    @Test func `a page of another group shows that the peer is not this node any more`() {
        var report = PullReport()
        report.received(Sample.head, isThisNode: true, at: .zero)
        let failure = PullFailure.foreignGroup(group, own: other)
        report.failed(failure, at: .zero)
        #expect(report.state == .failing(failure))
    }

    @Test func `a peer that comes back with the node's group is pulled from`() throws {
        var script = Script()
        _ = script.handle(.started)
        let pause = try #require(script.handle(.notFetched(.foreignGroup(group, own: other))).pause)
        _ = script.handle(.pauseEnded(pause.number))
        #expect(script.handle(.fetched(script.page(1...2, high: 9), after: .zero)).page != nil)
        #expect(script.puller.report.state == .behind)
    }

    @Test func `a node without a group asks its store to take the peer's, and requests the page again`() throws {
        var script = Script()
        var request = try #require(script.handle(.started).request)
        let actions = script.handle(.notFetched(.foreignGroup(group, own: .none)))
        #expect(takenGroup(actions) == group)
        #expect(actions.request == nil && actions.pause == nil)
        request.group = group
        #expect(script.handle(.groupDecided(group)).request == request)
        #expect(script.notices == [.tookGroup(group)])
        #expect(!script.notices[0].isProblem)
    }

    @Test(arguments: [GroupID.none, Sample.otherGroup])
    func `a node whose store does not take the peer's group pauses and says which groups the two have`(
        own: GroupID
    ) throws {
        var script = Script()
        _ = script.handle(.started)
        for _ in 1...2 {
            _ = script.handle(.notFetched(.foreignGroup(group, own: .none)))
            let pause = try #require(script.handle(.groupDecided(own)).pause)
            _ = script.handle(.pauseEnded(pause.number))
        }
        #expect(script.notices == [.foreignGroup(group, own: own)])
        #expect(script.puller.report.state == .failing(.foreignGroup(group, own: own)))
    }

    @Test func `a store that cannot take a group causes a pause, and the store is asked again after it`() throws {
        var script = Script()
        _ = script.handle(.started)
        _ = script.handle(.notFetched(.foreignGroup(group, own: .none)))
        let pause = try #require(script.handle(.notApplied(.diskFull)).pause)
        #expect(script.handle(.groupDecided(group)).isEmpty)
        #expect(script.handle(.pauseEnded(pause.number)).request != nil)
        #expect(takenGroup(script.handle(.notFetched(.foreignGroup(group, own: .none)))) == group)
    }

    @Test func `the puller slows down for a peer whose pages have messages of another group and none that are new`() {
        var script = Script()
        var actions = script.handle(.started)
        var elapsed = Duration.zero
        var page: UInt64 = 0
        while page < 100 {
            if let pause = actions.pause {
                elapsed += pause.duration
                actions = script.handle(.pauseEnded(pause.number))
                continue
            }
            page += 1
            var applied = Applied()
            (applied.known, applied.foreign, applied.messagesInLog) = (1, 1, 1000)
            actions = script.handle(.fetched(script.page(page...page, high: 1000), after: .zero))
            actions += script.handle(.applied(applied))
        }
        #expect(elapsed > .seconds(10))
    }
}
