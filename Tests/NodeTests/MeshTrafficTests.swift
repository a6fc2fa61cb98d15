import ChatClient
import ChatModel
import ChatStore
import TestSupport
import Testing

/// The traffic of a mesh in which each node pulls from all others.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct MeshTrafficTests {
    enum Rate: String, CaseIterable, Sendable {
        /// 20 messages a second from all nodes together.
        case trickle
        /// All messages at once.
        case burst

        /// The time between two posts on one node.
        var interval: Duration { self == .trickle ? .milliseconds(300) : .zero }
    }

    private static let nodeCount = 6
    private static let postsPerNode = 50
    private static let messageCount = nodeCount * postsPerNode

    @Test(arguments: Rate.allCases)
    func `six nodes fetch each message at most 1.1 times from each peer on average`(rate: Rate) async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(Self.nodeCount)
        let proxies = try await proxies(to: addresses)
        var nodes: [RunningNode] = []
        for (index, address) in addresses.enumerated() {
            let peers = proxies[index].map(\.address)
            nodes.append(try await RunningNode("\(folder.path)/\(index)", at: address, peers: peers))
        }
        try await post(rate, on: nodes)
        for node in nodes { try await node.waitForEntries(Self.messageCount) }
        try await eventually("Every cursor is at the end of its peer's log.") { try cursorsAreAtEnd(nodes, proxies) }
        let bodies = bodiesPerArrival(proxies.flatMap { $0 }, rate)
        // A page that is fetched ahead may be dropped and fetched again, so a tenth more is allowed.
        #expect(bodies <= Double(Self.nodeCount - 1) * 1.1)
        for node in nodes { try await node.stop() }
        for proxy in proxies.joined() { try await proxy.close() }
    }

    /// For each node one proxy to each of its peers.
    private func proxies(to addresses: [NodeAddress]) async throws -> [[CountingProxy]] {
        var proxies: [[CountingProxy]] = []
        for puller in addresses.indices {
            proxies.append([])
            for peer in addresses.indices where peer != puller {
                proxies[puller].append(try await CountingProxy(to: addresses[peer]))
            }
        }
        return proxies
    }

    private func post(_ rate: Rate, on nodes: [RunningNode]) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for (index, node) in nodes.enumerated() {
                for number in 0..<Self.postsPerNode {
                    group.addTask {
                        let turn = Double(number) + Double(index) / Double(Self.nodeCount)
                        try await Task.sleep(for: rate.interval * turn)
                        try await node.store.post("from node \(index), number \(number): see you at the bridge at nine")
                    }
                }
            }
        }
    }

    /// Whether the cursor of each node has reached the end of each peer's log.
    private func cursorsAreAtEnd(_ nodes: [RunningNode], _ proxies: [[CountingProxy]]) throws -> Bool {
        for (node, peers) in zip(nodes, proxies) {
            for peer in peers {
                guard let id = PeerID("\(peer.address)") else { return false }
                let cursor = try node.store.storedPeer(id).cursor
                if cursor.newest.id.rawValue < Self.messageCount { return false }
            }
        }
        return true
    }

    /// Prints the figures.
    ///
    /// - Returns: The number of fetched bodies for each message and node.
    private func bodiesPerArrival(_ proxies: [CountingProxy], _ rate: Rate) -> Double {
        let counts = proxies.map(\.count)
        let arrivals = Double(Self.messageCount * Self.nodeCount)
        let bodies = Double(counts.reduce(0) { $0 + $1.bodies }) / arrivals
        let bytes = Double(counts.reduce(0) { $0 + $1.bytes }) / arrivals
        print("mesh of \(Self.nodeCount), \(rate): \(bodies) bodies, \(Int(bytes)) bytes per message and node")
        return bodies
    }
}
