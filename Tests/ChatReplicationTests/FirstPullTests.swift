import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatReplication

/// A node that lacks much pulls from one peer before the others.
struct FirstPullTests {
    private let leader = PeerID("http://leader")!
    private let other = PeerID("http://other")!
    private let firstPull = FirstPull(Pace())

    private func head(upTo next: UInt64, of high: UInt64) -> PageHead {
        PageHead(
            node: Sample.key.publicKey, name: "peer", instance: Sample.instance, low: .at(1), high: .at(high),
            next: LogPosition(id: .at(next), mark: .zero))
    }

    private func begin() { firstPull.came(head(upTo: 1000, of: 5000), from: .at(1), of: leader, at: .zero) }

    @Test func `no peer waits for another one that has at most 1,000 entries more`() {
        firstPull.came(head(upTo: 1100, of: 1100), from: .at(100), of: leader, at: .zero)
        #expect(!firstPull.hasToWait(other, at: .zero))
    }

    @Test func `one page that lists more than 1,000 entries makes the others wait until they are settled`() {
        firstPull.came(head(upTo: 5000, of: 5000), from: .at(2000), of: leader, at: .zero)
        firstPull.stored(0, settled: .at(1999), of: leader, at: .zero)
        #expect(firstPull.hasToWait(other, at: .zero))
        firstPull.stored(1000, settled: .at(5000), of: leader, at: .zero)
        #expect(!firstPull.hasToWait(other, at: .zero))
    }

    @Test func `the others wait until the first peer is settled up to the end that its first page named`() {
        begin()
        firstPull.came(head(upTo: 1000, of: 9000), from: .at(1), of: other, at: .zero)
        #expect(!firstPull.hasToWait(leader, at: .zero) && firstPull.hasToWait(other, at: .zero))
        firstPull.stored(1000, settled: .at(4999), of: leader, at: .zero)
        firstPull.stored(1000, settled: .at(5000), of: other, at: .zero)
        #expect(firstPull.hasToWait(other, at: .zero))
        firstPull.stored(1000, settled: .at(5000), of: leader, at: .zero)
        #expect(!firstPull.hasToWait(other, at: .zero))
    }

    @Test func `the others wait no more when the first peer brings fewer than 1,000 new messages in ten seconds`() {
        begin()
        for second in 0..<10 { firstPull.stored(100, settled: .at(1000), of: leader, at: .seconds(second)) }
        #expect(firstPull.hasToWait(other, at: .seconds(10)))
        firstPull.stored(999, settled: .at(1000), of: leader, at: .seconds(19))
        #expect(firstPull.hasToWait(other, at: .seconds(19)))
        #expect(!firstPull.hasToWait(other, at: .seconds(20)))
    }

    @Test func `the others wait at most ten minutes`() {
        begin()
        for second in 0..<600 {
            firstPull.stored(1000, settled: .at(1000), of: leader, at: .seconds(second))
            #expect(firstPull.hasToWait(other, at: .seconds(second)))
        }
        #expect(!firstPull.hasToWait(other, at: .seconds(600)))
    }

    @Test func `the others wait no more when the first peer is removed`() {
        begin()
        firstPull.end(other)
        #expect(firstPull.hasToWait(other, at: .zero))
        firstPull.end(leader)
        #expect(!firstPull.hasToWait(other, at: .zero))
    }

    @Test func `a peer is pulled first once a start`() {
        begin()
        firstPull.end(leader)
        begin()
        #expect(!firstPull.hasToWait(other, at: .zero))
    }

    @Test(.timeLimit(.minutes(1))) func `a peer that waits is requested when the first one has ended`() async {
        begin()
        let time = ManualTime()
        let turn = Task { await firstPull.turn(of: other, time, from: .zero) }
        while time.sleeperCount == 0 { await Task.yield() }
        firstPull.end(leader)
        #expect(await turn.value)
    }
}
