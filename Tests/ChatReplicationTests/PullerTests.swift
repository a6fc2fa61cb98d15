import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// When the puller sends requests and stores answers, and how it pauses after failures.
struct PullerTests {
    private static let pauses = [1, 2, 4, 8, 16, 32, 48, 48].map(Duration.seconds)

    /// A puller that has a page of its peer, which is not stored yet, and that requests the next one.
    private func readingAhead() -> Script {
        var pace = Pace()
        pace.pageMessages = 10
        var script = Script(ModelPeer(90), isEmpty: true, pace: pace)
        script.storesAtOnce = false
        script.start()
        script.answer()
        return script
    }

    @Test func `the first request has no mark, and each later one has the mark of the page before`() {
        var script = Script(ModelPeer(10))
        script.start()
        #expect(script.pull?.from == .beginning)
        #expect(script.pull?.waitSeconds == 0 && script.pull?.claim.settled == .start)
        script.answer()
        #expect(script.pull?.from == .after(script.peer.end))
        #expect(script.pull?.claim.settled == script.peer.end)
    }

    @Test func `one page is fetched ahead while another is stored, and no more`() {
        var script = readingAhead()
        #expect(script.job?.move == .forward(script.peer.log[9].position))
        #expect(script.pull?.from == .after(script.peer.log[9].position))
        script.answer()
        #expect(script.jobs.count == 1 && !script.isRequesting)
        script.storeAnswer()
        #expect(script.job?.move == .forward(script.peer.log[19].position))
        #expect(script.pull?.from == .after(script.peer.log[19].position))
        #expect(script.store.settled == script.peer.log[9].position)
    }

    @Test func `a puller that is caught up lets the peer wait, and repeats the request when the wait is over`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(Pace().waitSeconds * 7 / 2))
        #expect(script.pulls.dropFirst().allSatisfy { $0.waitSeconds == Pace().waitSeconds })
        #expect(Set(script.pulls.dropFirst()).count == 1)
        #expect(script.pulls.count == 1 + 4)
    }

    @Test func `a puller whose last page is not stored does not wait for news`() {
        var script = Script(ModelPeer(3))
        script.storesAtOnce = false
        script.start()
        script.answer()
        #expect(!script.isRequesting)
        script.storeAnswer()
        #expect(script.pull?.waitSeconds == Pace().waitSeconds)
    }

    @Test func `after a failure of the store the same answer is stored again, and the pauses grow`() throws {
        var script = readingAhead()
        script.answer()
        script.storeError = .diskFull
        var pauses: [Duration] = []
        for _ in 1...8 {
            script.storeAnswer()
            pauses.append(try #require(script.pause))
            script.send(.woken)
            #expect(script.job == nil && !script.isRequesting)
            script.passPause()
            #expect(script.job?.page?.entries.first?.id == .at(1))
        }
        #expect(pauses == Self.pauses)
        #expect(script.notices == [.notStored(.diskFull)])
        script.storeError = nil
        let requests = script.pulls.count
        script.storeAnswer()
        #expect(script.notices.last == .storing)
        #expect(script.job?.page?.entries.first?.id == .at(11))
        #expect(script.pulls.count == requests + 1 && script.pull?.from == .after(script.peer.log[19].position))
    }

    @Test func `the pauses after failures of the peer grow until a page comes, and one notice is given`() throws {
        var script = Script(ModelPeer(3))
        script.start()
        var pauses: [Duration] = []
        for _ in 1...8 {
            script.fail(.unreachable(.refused))
            pauses.append(try #require(script.pause))
            #expect(!script.isRequesting)
            script.passPause()
        }
        #expect(pauses == Self.pauses)
        #expect(script.notices == [.failing(.unreachable(.refused))])
        script.answer()
        #expect(script.notices.last == .answering)
        script.fail(.unreachable(.refused))
        #expect(script.pause == .seconds(1))
    }

    @Test func `a peer that fails every second causes one notice a minute`() {
        var script = Script()
        script.start()
        for second in 0..<180 {
            script.peer.post()
            script.run(for: .seconds(second) + .milliseconds(10) - script.now)
            script.fail(.unreachable(.refused))
            script.run(for: .seconds(second + 1) - script.now)
        }
        #expect(script.notices.count { $0 == .offline(.unreachable(.refused)) } == 3)
        #expect((2...3).contains(script.notices.count { $0 == .answering }))
    }

    @Test(arguments: [false, true])
    func `only a peer that has answered before may be offline`(hasAnsweredBefore: Bool) {
        var script = Script(hasAnsweredBefore: hasAnsweredBefore)
        script.start()
        // A closed lid, then a router that drops, then a machine that is on again and refuses.
        let failures: [PullFailure] = [
            .brokenOff(.closed), .noAnswer(after: .seconds(40)), .unreachable(.timedOut), .refused(.peerRemoved),
        ]
        for (index, failure) in failures.enumerated() {
            script.now = max(script.now, .seconds(70 * index))
            script.fail(failure)
            script.passPause()
        }
        let expected: [Notice] =
            hasAnsweredBefore
            ? [.offline(failures[0]), .failing(.refused(.peerRemoved))] : failures.map(Notice.failing)
        #expect(script.notices == expected)
        #expect(script.notices.map(\.isProblem) == (hasAnsweredBefore ? [false, true] : failures.map { _ in true }))
    }

    @Test func `another cause of failure is noticed, at most once a minute`() {
        var script = Script()
        script.start()
        script.peer.failure = .unreachable(.refused)
        script.run(for: .seconds(10))
        script.peer.failure = .refused(status: 421, nil)
        script.run(for: .seconds(200))
        #expect(script.notices == [.failing(.unreachable(.refused)), .failing(.refused(status: 421, nil))])
    }

    @Test func `each failed transfer halves the limit of the next request, and each quick page doubles it`() {
        var script = Script(ModelPeer(900), isEmpty: true)
        script.start()
        var limits: [Int] = []
        for _ in 0..<2 {
            script.fail(.tooSlow)
            script.passPause()
            limits.append(script.pull?.limit ?? 0)
        }
        script.answer(after: .seconds(11))
        limits.append(script.pull?.limit ?? 0)
        script.answer(after: .seconds(1))
        limits.append(script.pull?.limit ?? 0)
        #expect(limits == [500, 250, 250, 500])
    }

    @Test func `a peer that is away does not change the limit`() {
        var script = Script(isEmpty: true)
        script.start()
        for _ in 0..<5 {
            script.fail(.unreachable(.timedOut))
            script.passPause()
        }
        #expect(script.pulls.allSatisfy { $0 == script.pulls[0] })
    }

    @Test func `a pause is up to a quarter shorter or longer at random`() {
        let pace = Pace()
        #expect(pace.backoff(failures: 1, random: 0) == .milliseconds(750))
        #expect(pace.backoff(failures: 1, random: 1) == .milliseconds(1250))
        #expect(pace.backoff(failures: .max, random: 0.5) == .seconds(48))
    }

    @Test func `a wake ends a pause after a failure of the peer at most once in five seconds`() {
        var script = Script()
        script.start()
        script.send(.woken)
        #expect(script.pulls.count == 1)
        script.fail(.unreachable(.refused))
        script.send(.woken)
        #expect(script.pulls.count == 2)
        script.now = .seconds(3)
        script.fail(.unreachable(.refused))
        #expect(script.pause == .seconds(2))
        script.fail(.unreachable(.refused))
        script.send(.woken)
        // Too early: the pause ends later.
        #expect(!script.isRequesting && script.pause == .seconds(2))
        script.send(.woken)
        #expect(!script.isRequesting && script.pause == .seconds(2))
        script.passPause()
        #expect(script.now == .seconds(5) && script.isRequesting)
        script.fail(.unreachable(.refused))
        script.now = .seconds(11)
        script.send(.woken)
        #expect(script.isRequesting)
    }

    @Test func `an answer to an earlier request counts no more`() {
        var script = Script(ModelPeer(3))
        script.start()
        let request = script.pulls[0]
        script.answer()
        let requests = script.pulls.count
        script.send(.answered(script.peer.answer(.log(request), script.store), number: 1, after: .zero))
        #expect(script.pulls.count == requests && script.jobs.count == 1)
    }

    @Test func `a second puller with the report of the first one keeps it`() {
        var script = Script(ModelPeer(3))
        script.start()
        script.run(for: .seconds(1))
        let report = script.puller.report
        script.restart()
        #expect(script.puller.report == report)
        #expect(script.pull?.from == .after(script.peer.end))
    }
}
