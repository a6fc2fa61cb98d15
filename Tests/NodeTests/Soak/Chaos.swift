import Synchronization
import TestSupport

/// Faults for each link and each node at random times. Each has a generator of its own, so that the faults of one do not
/// depend on how long a fault of another takes.
struct Chaos: Sendable {
    let network: NetworkNamespaces
    let links: [HostLink]
    let nodes: [SoakNode]
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    let counts = FaultCounts()

    /// Makes faults until `end`, and returns with every link repaired and every node running.
    func run(using generator: inout SeededGenerator) async throws {
        let linkSeeds = links.map { (link: $0, seed: generator.next()) }
        let nodeSeeds = nodes.map { (node: $0, seed: generator.next()) }
        try await withThrowingDiscardingTaskGroup { tasks in
            for (link, seed) in linkSeeds { tasks.addTask { try await disturb(link, seed) } }
            for (node, seed) in nodeSeeds { tasks.addTask { try await disturb(node, seed) } }
        }
    }

    private func disturb(_ link: HostLink, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var plan = Plan(start: start, end: end)
        while try await plan.wait(.random(in: 1...6, using: &generator)) {
            guard let fault = LinkFault.allCases.randomElement(using: &generator) else { return }
            counts.add(fault.rawValue)
            try await network.impose(fault, on: link)
            _ = try await plan.wait(.random(in: 1...8, using: &generator))
            try await network.repair(fault, of: link)
        }
    }

    private func disturb(_ node: SoakNode, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var plan = Plan(start: start, end: end)
        while try await plan.wait(.random(in: 3...15, using: &generator)) {
            let isKilled = Bool.random(using: &generator)
            counts.add(isKilled ? "killed" : "suspended")
            if isKilled { await node.kill() } else { await node.suspend() }
            _ = try await plan.wait(.random(in: 0.1...5, using: &generator))
            if isKilled { try await node.start() } else { await node.resume() }
        }
    }
}

/// The times of the faults of one link or node. They do not depend on how long each fault takes to make.
private struct Plan {
    private var time: ContinuousClock.Instant
    private let end: ContinuousClock.Instant

    init(start: ContinuousClock.Instant, end: ContinuousClock.Instant) {
        time = start
        self.end = end
    }

    /// Waits until `seconds` after the last planned time, but not beyond the end.
    ///
    /// - Returns: Whether the end has not come yet.
    mutating func wait(_ seconds: Double) async throws -> Bool {
        time += .seconds(seconds)
        try await ContinuousClock().sleep(until: min(time, end))
        return time < end
    }
}

/// The number of faults made of each kind.
final class FaultCounts: Sendable, CustomStringConvertible {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ fault: String) {
        counts.withLock { $0[fault, default: 0] += 1 }
    }

    var description: String {
        counts.withLock { $0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
