import ChatModel
import TestSupport
import Testing

@testable import ChatServer

/// What peers, networks and clients may make a node spend.
@Suite(.timeLimit(.minutes(5))) struct AllowancesTests {
    @Test func `who has spent more waits, who has spent much more is refused, and others go on`() async throws {
        let time = ManualTime()
        let allowances = Allowances<String>(Allowance.Rate(burst: 100, then: 10, in: .seconds(1)), time: time)
        allowances.spend(130, by: "ben")
        async let wait: Void = allowances.wait(for: "ben")
        while time.sleeperCount == 0 { await Task.yield() }
        try await allowances.wait(for: "cara")
        time.advance(by: .seconds(3))
        try await wait
        allowances.spend(111, by: "ben")
        let refusal = Task { try await allowances.wait(for: "ben") }
        while time.sleeperCount == 0 { await Task.yield() }
        time.advance(by: .seconds(10))
        await #expect(throws: Failure.self) { try await refusal.value }
        time.advance(by: .seconds(2))
        try await allowances.wait(for: "ben")
    }

    @Test func `thousands who spend little are forgotten, and one who has spent much is not`() async throws {
        let time = ManualTime()
        let allowances = Allowances<Int>(Allowance.Rate(burst: 100, then: 10, in: .seconds(1)), time: time)
        allowances.spend(500, by: -1)
        for payer in 0..<5000 {
            allowances.spend(1, by: payer)
            time.advance(by: .milliseconds(1))
        }
        #expect(allowances.count <= 1025)
        let refusal = Task { try await allowances.wait(for: -1) }
        while time.sleeperCount == 0 { await Task.yield() }
        time.advance(by: .seconds(10))
        await #expect(throws: Failure.self) { try await refusal.value }
    }

    @Test func `a peer that requests without end is answered at a rate, and clients of this machine at once`()
        async throws
    {
        let rate = Allowance.Rate(burst: 8 << 10, then: 2 << 10, in: .milliseconds(200))
        let peers = PeerListenerTests()
        try await peers.withPeerListener(traffic: rate) { setup in
            let began = ContinuousClock.now
            for _ in 0..<9 {
                let (answer, _) = try await peers.answer(
                    to: PeerListenerTests.pull(peers.peer.publicKey), of: peers.peer, at: setup.port)
                #expect(answer?.status == 200)
            }
            // Four are free, and the fifth is not paid before.
            #expect(ContinuousClock.now - began >= .milliseconds(4 * 200 - 100))
            let second = ContinuousClock.now
            for _ in 0..<20 {
                try await withConnection(to: setup.clientPort) { connection in
                    try await connection.send("GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    #expect(try await connection.answer()?.status == 200)
                }
            }
            #expect(ContinuousClock.now - second < .seconds(4))
        }
    }
}
