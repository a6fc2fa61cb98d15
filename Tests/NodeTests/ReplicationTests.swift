import ChatClient
import ChatModel
import ChatReplication
import ChatStore
import Foundation
import TestSupport
import Testing

/// Nodes that pull from one another over loopback.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ReplicationTests {
    /// Starts nodes, posts on each, and expects that all end with the same messages.
    ///
    /// - Parameter pulls: For each node the peers that it pulls from.
    private func expectEqual(_ count: Int, pulls: [Int: [Int]], posts: Int = 20) async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(count)
        var nodes: [RunningNode] = []
        for index in 0..<count {
            let peers = (pulls[index] ?? []).map { addresses[$0] }
            nodes.append(try await RunningNode(folder.path + "/\(index)", at: addresses[index], peers: peers))
        }
        try await withThrowingDiscardingTaskGroup { tasks in
            for (index, node) in nodes.enumerated() {
                tasks.addTask {
                    for number in 0..<posts { try await node.store.post("от узла \(index), №\(number) 🎈") }
                }
            }
        }
        for node in nodes { try await node.waitForEntries(count * posts) }
        let digests = try nodes[0].digests
        #expect(digests.count == count * posts)
        for node in nodes { #expect(try node.digests == digests) }
        for node in nodes { try await node.stop() }
    }

    @Test func `two nodes that pull from each other store the same messages`() async throws {
        try await expectEqual(2, pulls: [0: [1], 1: [0]])
    }

    @Test func `three nodes in a line store the same messages`() async throws {
        try await expectEqual(3, pulls: [0: [1], 1: [0, 2], 2: [1]])
    }

    @Test func `three nodes that pull in a one-way ring store the same messages`() async throws {
        try await expectEqual(3, pulls: [0: [1], 1: [2], 2: [0]])
    }

    @Test func `four nodes that all pull from one another store the same messages`() async throws {
        try await expectEqual(4, pulls: [0: [1, 2, 3], 1: [0, 2, 3], 2: [0, 1, 3], 3: [0, 1, 2]])
    }

    @Test func `nodes catch up with a peer that starts late, stops, and returns on another port`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(3)
        let here = try await RunningNode(folder.path + "/here", at: addresses[0], peers: [addresses[1], addresses[2]])
        for number in 0..<5 { try await here.store.post("before the other came \(number)") }

        let late = try await RunningNode(folder.path + "/there", at: addresses[1], peers: [addresses[0]])
        try await late.waitForEntries(5)
        try await late.store.post("from the late one")
        try await here.waitForEntries(6)
        try await late.stop()

        for number in 0..<5 { try await here.store.post("while the other was away \(number)") }
        let back = try await RunningNode(folder.path + "/there", at: addresses[2], peers: [addresses[0]])
        try await back.store.post("from another port")
        try await back.waitForEntries(12)
        try await here.waitForEntries(12)
        #expect(try back.digests == here.digests)
        try await back.stop()
        try await here.stop()
    }

    // Three times: a node that pulled before it listened failed in one of three starts.
    @Test(arguments: 1...3)
    func `a node that starts ends the pause of its peer, which then pulls from it`(_: Int) async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(2)
        var pace = Pace()
        (pace.firstBackoff, pace.longestBackoff, pace.wakeInterval) = (.seconds(600), .seconds(600), .seconds(600))
        let here = try await RunningNode(folder.path + "/here", at: addresses[0], peers: [addresses[1]], pace: pace)
        try await eventually("The peer fails.") { here.logCount(of: "The peer cannot be reached") == 1 }
        let there = try await Program(
            serving: folder.path + "/there", on: "127.0.0.1:\(addresses[1].port)",
            ["--peer", "\(addresses[0])"])
        _ = try await there.address()
        try await eventually("The peer answers.", within: .seconds(10)) { here.logCount(of: "answers again") == 1 }
        await there.terminate()
        try await here.stop()
    }

    /// An empty node requests all messages whole, another one only those of its peer's own origin.
    @Test(arguments: [true, false])
    func `a node pulls a log that is longer than one page`(isEmpty: Bool) async throws {
        let folder = try TemporaryFolder()
        let source = try await RunningNode(folder.path + "/source")
        try await withThrowingDiscardingTaskGroup { tasks in
            for number in 0..<2500 { tasks.addTask { try await source.store.post("message \(number)") } }
        }
        if !isEmpty {
            let alone = try await RunningNode(folder.path + "/puller")
            try await alone.store.post("from the puller")
            try await alone.stop()
        }
        let puller = try await RunningNode(folder.path + "/puller", peers: [source.address])
        try await puller.waitForEntries(isEmpty ? 2500 : 2501)
        #expect(try puller.digests.isSuperset(of: source.digests))
        #expect(puller.logCount(of: "No messages come from this peer") == 0, "\(puller.log)")
        try await puller.stop()
        try await source.stop()
    }

    @Test func `a node with its own address among its peers pulls from its other peers`() async throws {
        let folder = try TemporaryFolder()
        let itself = try freeAddresses(1)[0]
        let other = try await RunningNode(folder.path + "/other")
        try await other.store.post("from the other")
        let node = try await RunningNode(folder.path + "/node", at: itself, peers: [itself, other.address])
        try await node.store.post("from itself")
        try await node.waitForEntries(2)
        #expect(try node.store.messageCount() == 2)
        try await node.stop()
        try await other.stop()
    }
}
