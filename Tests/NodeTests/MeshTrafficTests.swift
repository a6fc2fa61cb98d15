import ChatClient
import ChatModel
import ChatStore
import TestSupport
import Testing

/// What replication costs where all pull from all: a figure to compare with, not a target.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct MeshTrafficTests {
    enum Rate: String, CaseIterable, Sendable {
        /// 20 messages a second.
        case trickle
        /// All at once.
        case burst

        /// Between two posts on one node.
        var interval: Duration { self == .trickle ? .milliseconds(300) : .zero }
    }

    private static let nodeCount = 6
    private static let postsPerNode = 50
    private static let messageCount = nodeCount * postsPerNode

    @Test(arguments: Rate.allCases)
    func `six nodes fetch each message at most 1.1 times from each peer on average`(rate: Rate) async throws {
        let folder = try TemporaryFolder()
        let ports = try freePorts(Self.nodeCount)
        let proxies = try await proxies(to: ports)
        var nodes: [RunningNode] = []
        for (index, port) in ports.enumerated() {
            let peers = proxies[index].map(\.address)
            nodes.append(try await RunningNode("\(folder.path)/\(index)", port: port, peers: peers))
        }
        try await post(rate, on: nodes)
        for node in nodes { try await node.holds(Self.messageCount) }
        try await eventually("Every cursor is at the end of its peer's log.") { try haveReadAll(nodes, proxies) }
        let bodies = judge(proxies.flatMap { $0 }, rate)
        // A page that is fetched ahead may be given up and fetched again: hence the tenth.
        #expect(bodies <= Double(Self.nodeCount - 1) * 1.1)
        for node in nodes { try await node.stop() }
        for proxy in proxies.joined() { try await proxy.close() }
    }

    /// One for each node and each of its peers.
    private func proxies(to ports: [Int]) async throws -> [[CountingProxy]] {
        var proxies: [[CountingProxy]] = []
        for puller in ports {
            proxies.append([])
            for peer in ports where peer != puller {
                let address = try NodeAddress("http://127.0.0.1:\(peer)")
                proxies[proxies.count - 1].append(try await CountingProxy(to: address))
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

    /// Whether each cursor is at the end of its peer's log.
    private func haveReadAll(_ nodes: [RunningNode], _ proxies: [[CountingProxy]]) throws -> Bool {
        for (node, peers) in zip(nodes, proxies) {
            for peer in peers {
                guard let id = PeerID("\(peer.address)") else { return false }
                let cursor = try node.store.standing(with: id).cursor
                if cursor.newest.id.rawValue < Self.messageCount { return false }
            }
        }
        return true
    }

    /// - Returns: bodies per message and node.
    private func judge(_ proxies: [CountingProxy], _ rate: Rate) -> Double {
        let counts = proxies.map(\.count)
        let arrivals = Double(Self.messageCount * Self.nodeCount)
        let bodies = Double(counts.reduce(0) { $0 + $1.bodies }) / arrivals
        let bytes = Double(counts.reduce(0) { $0 + $1.bytes }) / arrivals
        print("mesh of \(Self.nodeCount), \(rate): \(bodies) bodies, \(Int(bytes)) bytes per message and node")
        return bodies
    }
}
