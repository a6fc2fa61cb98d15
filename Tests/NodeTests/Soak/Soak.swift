import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

/// A run of nodes with writers and pollers: faults from a seed, then a time without faults, then a comparison of all
/// stores and pollers with what was acknowledged.
struct Soak {
    let seed: UInt64
    let seconds: Int
    private let nodeCount = 5
    private let writersPerNode = 2
    /// More than the longest backoff, 75 s, and the longest long poll, 40 s, together.
    private let longestConvergence = Duration.seconds(180)
    private let clock = ContinuousClock()

    init(seed: UInt64, seconds: Int) {
        self.seed = seed
        self.seconds = seconds
    }

    /// Expects that no acknowledged message is lost or doubled, that all nodes end equal and that each store is sound.
    func run() async throws {
        var generator = SeededGenerator(seed: seed)
        let shape = Topology.Shape.allCases.randomElement(using: &generator) ?? .mesh
        let topology = Topology(shape, nodes: nodeCount, using: &generator)
        print("soak: TIDINGS_SEED=\(seed) TIDINGS_SOAK_SECONDS=\(seconds): \(topology)")
        let folder = try TemporaryFolder()
        let path = folder.path
        try await NetworkNamespaces.with(nodeCount, links: topology.links) { network in
            let nodes = (0..<nodeCount).map { node(number: $0, topology, network, path) }
            do {
                for node in nodes { try await node.start() }
                let outcome = try await NamespaceClient.with(namespaces: network.names) { clients in
                    try await makeFaults(nodes, clients, topology, network, &generator)
                }
                try await compare(outcome, nodes)
            } catch {
                await printLogs(of: nodes)
                throw error
            }
        }
    }

    private struct Outcome {
        let posts: [Writer.Post]
        let seen: [[Poller.Seen]]
        let faults: FaultCounts
        /// The time from the last fault until all pollers had every post; nil if it took too long.
        let convergence: Duration?
    }

    private func node(
        number: Int, _ topology: Topology, _ network: NetworkNamespaces, _ folder: String
    ) -> SoakNode {
        SoakNode(
            folder: "\(folder)/\(number)", namespace: network.names[number],
            peers: topology.peers(of: number, port: SoakNode.port),
            timeLimit: .seconds(seconds) + longestConvergence * 2)
    }
}

// MARK: - Faults

extension Soak {
    private func makeFaults(
        _ nodes: [SoakNode], _ clients: [NamespaceClient], _ topology: Topology, _ network: NetworkNamespaces,
        _ generator: inout SeededGenerator
    ) async throws -> Outcome {
        let pollers = clients.map { Poller($0, port: SoakNode.port) }
        let start = clock.now
        let end = start + .seconds(seconds)
        let chaos = Chaos(network: network, links: topology.links, nodes: nodes, start: start, end: end)
        let writers = try writers(clients, &generator)
        return try await withThrowingTaskGroup { tasks in
            for poller in pollers { tasks.addTask { try await poller.run() } }
            async let posts = write(writers, until: end)
            try await chaos.run(using: &generator)
            let repaired = clock.now
            let count = try await posts.count
            let isEqual = try await eventually("Every poller has read all posts.", within: longestConvergence) {
                pollers.allSatisfy { $0.count >= count }
            }
            let convergence = isEqual ? clock.now - repaired : nil
            tasks.cancelAll()
            try await tasks.waitForAll()
            return Outcome(
                posts: try await posts, seen: pollers.map(\.seen), faults: chaos.counts, convergence: convergence)
        }
    }

    private func writers(_ clients: [NamespaceClient], _ generator: inout SeededGenerator) throws -> [Writer] {
        var writers: [Writer] = []
        for (node, client) in clients.enumerated() {
            for number in 0..<writersPerNode {
                let chat = try client.chat(port: SoakNode.port)
                writers.append(Writer(node: node, number: number, client: chat, seed: generator.next()))
            }
        }
        return writers
    }

    private func write(_ writers: [Writer], until end: ContinuousClock.Instant) async throws -> [Writer.Post] {
        try await withThrowingTaskGroup { tasks in
            for writer in writers {
                tasks.addTask {
                    var writer = writer
                    return try await writer.write(until: end, acknowledgedBy: end + .seconds(30))
                }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
    }
}

// MARK: - Comparison

extension Soak {
    private func compare(_ outcome: Outcome, _ nodes: [SoakNode]) async throws {
        var verdict = SoakVerdict()
        var digests: [Set<Digest>] = []
        for (number, node) in nodes.enumerated() {
            #expect(await node.terminate() == 0)
            let log = try await soundLog(of: node)
            digests.append(Set(log.digests))
            verdict.compare(log.seen, against: outcome.posts, of: number, at: "store \(number)")
            verdict.compare(outcome.seen[number], against: outcome.posts, of: number, at: "poller \(number)")
        }
        await report(outcome, verdict, nodes)
        #expect(outcome.convergence != nil, "A poller lacked a post \(longestConvergence) after the last fault.")
        #expect(verdict.lost == [])
        #expect(verdict.doubled == [])
        #expect(verdict.unknown == [])
        #expect(verdict.moved == [])
        #expect(digests.allSatisfy { $0 == digests[0] })
        if outcome.convergence == nil || verdict.isBad { await printLogs(of: nodes) }
    }

    private func soundLog(of node: SoakNode) async throws -> LogSlice {
        let store = try ChatStore(StoreOptions(folder: node.folder))
        try expectSound(store)
        let log = try store.wholeLog()
        await store.close()
        return log
    }

    private func report(_ outcome: Outcome, _ verdict: SoakVerdict, _ nodes: [SoakNode]) async {
        var memory: [String] = []
        for node in nodes { memory.append("\(await node.peakMemoryKiB)") }
        let attempts = outcome.posts.reduce(0) { $0 + $1.attempts }
        print(
            """
            soak: TIDINGS_SEED=\(seed): \(seconds) s of faults: \(outcome.faults)
            soak: acknowledged \(outcome.posts.count) in \(attempts) attempts, lost \(verdict.lost.count), \
            doubled \(verdict.doubled.count), unknown \(verdict.unknown.count), moved \(verdict.moved.count)
            soak: equal \(outcome.convergence.map { "\(Int($0 / .milliseconds(1))) ms" } ?? "never") after the last fault; \
            peak memory in KiB: \(memory.joined(separator: ", "))
            """)
    }

    private func printLogs(of nodes: [SoakNode]) async {
        for (number, node) in nodes.enumerated() {
            for line in await node.logLines { print("soak: node \(number): \(line)") }
        }
    }
}
