import ChatClient
import ChatModel
import ChatReplication
import ChatStore
import TestSupport
import Testing

/// New nodes with several peers that have the same messages.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FirstPullTests {
    private static let messageCount = 1_000
    /// A tenth of the usual numbers.
    private static let pace = {
        var pace = Pace.quick
        (pace.pageMessages, pace.firstPullEntries) = (100, 100)
        return pace
    }()

    /// - Parameter authors: the number of peers at which the messages are posted.
    @Test(arguments: [1, 3])
    func `a new node receives the messages that its three peers have about once`(authors: Int) async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(3)
        var peers: [RunningNode] = []
        for (index, address) in addresses.enumerated() {
            let others = addresses.filter { $0 != address }
            peers.append(try await RunningNode("\(folder.path)/\(index)", at: address, peers: others))
        }
        try await withThrowingDiscardingTaskGroup { [peers] tasks in
            for number in 0..<Self.messageCount {
                tasks.addTask { try await peers[number % authors].store.post("message \(number)") }
            }
        }
        for peer in peers { try await peer.waitForEntries(Self.messageCount) }

        var proxies: [CountingProxy] = []
        for address in addresses { proxies.append(try await CountingProxy(to: address)) }
        let node = try await RunningNode(folder.path + "/new", peers: proxies.map(\.address), pace: Self.pace)
        try await node.waitForEntries(Self.messageCount)
        try await eventually("the settled positions are at the ends of the peers' logs") {
            try proxies.allSatisfy { proxy in
                let id = try #require(PeerID("\(proxy.address)"))
                return try node.store.storedPeer(id).cursors.current.newest.id.rawValue >= Self.messageCount
            }
        }
        let counts = proxies.map(\.count.bodies)
        print("first pull of messages by \(authors): \(counts) bodies")
        // The first page of each peer was requested before one of them was chosen.
        let bound = Self.messageCount + 2 * Self.pace.pageMessages
        #expect((Self.messageCount...bound).contains(counts.reduce(0, +)), "\(counts)")
        #expect(try node.digests == peers[0].digests)
        try await node.stop()
        for peer in peers { try await peer.stop(checksStore: false) }
        for proxy in proxies { try await proxy.close() }
    }
}
