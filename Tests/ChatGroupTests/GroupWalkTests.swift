import ChatModel
import ChatStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct GroupWalkTests {
    @Test(arguments: 1...16 as ClosedRange<UInt64>)
    func `nodes that meet agree in the end, whatever their owners do`(seed: UInt64) async throws {
        let walk = try GroupWalk(seed % 4 == 0 ? 12 : 6, seed: seed)
        try await walk.invite(walk.nodes[1], by: walk.nodes[0])
        for _ in 0..<walk.nodes.count * 40 { try await walk.step() }
        try await walk.settle()
        try walk.expectAgreement()
        await walk.close()
    }

    @Test func `thirty nodes, each invited by the one before or by the founder, are one group`() async throws {
        let walk = try GroupWalk(30, seed: 1)
        for number in 1..<30 {
            let inviter = number % 3 == 0 ? walk.nodes[0] : walk.nodes[number - 1]
            try await walk.invite(walk.nodes[number], by: inviter)
        }
        try await walk.settle()
        try walk.expectAgreement()
        for node in walk.nodes {
            #expect(try node.membership?.members.count == 30)
            #expect(try node.store.pairedPeers().count(where: \.isLinked) == 29)
        }
        await walk.close()
    }

    @Test func `a member that admits a thousand keys and relays a thousand others costs nobody its place`() async throws
    {
        let walk = try GroupWalk(5, seed: 1)
        for number in 1..<5 { try await walk.invite(walk.nodes[number], by: walk.nodes[number == 4 ? 3 : 0]) }
        try await walk.settle()
        let (flooding, others) = (walk.nodes[4], walk.nodes[..<4])
        let (admitted, strangers) = try await walk.flood(1000, by: flooding)
        try await walk.settle()
        for node in others {
            let peers = try node.store.pairedPeers().filter(\.isLinked).map(\.key)
            #expect(walk.nodes.allSatisfy { $0 === node || peers.contains($0.key) })
            #expect(peers.count <= PairedPeer.maximumCount)
            #expect(Set(peers).intersection(admitted).count <= 16)
            let origins = try Set(node.store.wholeLog().messages.map(\.origin))
            #expect(origins.isDisjoint(with: strangers))
        }
        // Its inviter ends all of it with one removal.
        _ = try await walk.nodes[3].store.change(flooding.key, .remove(), as: walk.nodes[3].name)
        try await walk.settle()
        for node in others { #expect(try node.membership?.members == Set(others.map(\.key))) }
        await walk.close()
    }
}
