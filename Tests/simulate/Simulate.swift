import ArgumentParser
import Foundation
import Simulator

/// Runs the simulator: the fixed seeds, then fresh ones until the time is up; or one seed that is given.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run nodes in virtual time with everything going wrong, and check what must always hold.")

    @Argument(help: "How long to go on with fresh seeds, in seconds.")
    var seconds = 60

    @Option(help: "Runs this seed and no other.")
    var seed: UInt64?

    @Flag(help: "Shows what happens in the seed that is given.")
    var trace = false

    @Option(help: "Runs at a time.")
    var jobs = 2

    func run() async throws {
        if let seed {
            let report = try await Simulation.run(seed: seed) { line in
                if trace { print(line) }
            }
            return print("\(report)\ntrace: \(report.trace)")
        }
        let end = ContinuousClock.now + .seconds(seconds)
        // Each of them twice: the same seed has to give the same run.
        var seeds = FixedSeeds.all + FixedSeeds.all
        print("Running \(FixedSeeds.all.count) fixed seeds, then fresh ones for \(seconds) s.")
        print(
            try await reports {
                let fresh = ContinuousClock.now < end ? UInt64.random(in: 0..<1 << 33) : nil
                let seed = seeds.popLast() ?? fresh
                // Before it runs: what traps says nothing more.
                if let seed { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
                return seed
            })
    }

    /// Runs one seed after another until there is none, some at a time; ends with the first that finds something.
    private func reports(_ next: () -> UInt64?) async throws -> Report {
        var total = Report()
        var traces: [UInt64: String] = [:]
        try await withThrowingTaskGroup(of: Report.self) { group in
            for _ in 0..<jobs {
                if let seed = next() { group.addTask { try await Self.report(of: seed) } }
            }
            while let report = try await group.next() {
                guard traces[report.seed, default: report.trace] == report.trace else {
                    throw Finding(seed: report.seed, reason: Difference())
                }
                traces[report.seed] = report.trace
                total.add(report)
                if let seed = next() { group.addTask { try await Self.report(of: seed) } }
            }
        }
        return total
    }

    private static func report(of seed: UInt64) async throws -> Report {
        do {
            return try await Simulation.run(seed: seed)
        } catch {
            throw Finding(seed: seed, reason: error)
        }
    }
}
