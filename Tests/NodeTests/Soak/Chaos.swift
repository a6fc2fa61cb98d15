import Synchronization
import TestSupport

/// Trouble for each link and each node, each by a generator of its own: what happens to one does not depend on how long
/// it takes with another.
struct Chaos: Sendable {
    let network: NetworkNamespaces
    let links: [HostLink]
    let nodes: [SoakNode]
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    let counts = FaultCounts()

    /// Returns at `end`, with every link healed and every node running.
    func run(using generator: inout SeededGenerator) async throws {
        let linkSeeds = links.map { (link: $0, seed: generator.next()) }
        let nodeSeeds = nodes.map { (node: $0, seed: generator.next()) }
        try await withThrowingDiscardingTaskGroup { group in
            for (link, seed) in linkSeeds { group.addTask { try await trouble(link, seed) } }
            for (node, seed) in nodeSeeds { group.addTask { try await trouble(node, seed) } }
        }
    }

    private func trouble(_ link: HostLink, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var plan = Plan(start: start, end: end)
        while try await plan.pass(.random(in: 1...6, using: &generator)) {
            guard let fault = LinkFault.allCases.randomElement(using: &generator) else { return }
            counts.add(fault.rawValue)
            try await network.impose(fault, on: link)
            _ = try await plan.pass(.random(in: 1...8, using: &generator))
            try await network.heal(fault, of: link)
        }
    }

    private func trouble(_ node: SoakNode, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var plan = Plan(start: start, end: end)
        while try await plan.pass(.random(in: 3...15, using: &generator)) {
            let isKilled = Bool.random(using: &generator)
            counts.add(isKilled ? "killed" : "stopped")
            if isKilled { await node.kill() } else { await node.stop() }
            _ = try await plan.pass(.random(in: 0.1...5, using: &generator))
            if isKilled { try await node.start() } else { await node.goOn() }
        }
    }
}

/// The instants of one generator, fixed beforehand: however long a fault takes to make, the next comes when it would.
private struct Plan {
    private var time: ContinuousClock.Instant
    private let end: ContinuousClock.Instant

    init(start: ContinuousClock.Instant, end: ContinuousClock.Instant) {
        time = start
        self.end = end
    }

    /// Lets seconds pass, but none beyond the end.
    ///
    /// - Returns: whether the end is still to come.
    mutating func pass(_ seconds: Double) async throws -> Bool {
        time += .seconds(seconds)
        try await ContinuousClock().sleep(until: min(time, end))
        return time < end
    }
}

/// How often what went wrong, on purpose.
final class FaultCounts: Sendable, CustomStringConvertible {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ fault: String) {
        counts.withLock { $0[fault, default: 0] += 1 }
    }

    var description: String {
        counts.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
