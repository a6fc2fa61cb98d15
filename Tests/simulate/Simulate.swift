import ArgumentParser
import Foundation
import Simulator

/// Runs the simulator with one fresh seed after another until the time is up, or once with the seed that is given.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run nodes in virtual time with everything going wrong, and check what must always hold.")

    @Argument(help: "How long to go on, in seconds.")
    var seconds = 60

    @Option(help: "Runs this seed, once.")
    var seed: UInt64?

    @Flag(help: "Shows what happens.")
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
        var total = Report()
        try await withThrowingTaskGroup(of: Report.self) { group in
            for _ in 0..<jobs { group.addTask { try await Self.runFreshSeed() } }
            while let report = try await group.next() {
                total.add(report)
                if ContinuousClock.now < end { group.addTask { try await Self.runFreshSeed() } }
            }
        }
        print(total)
    }

    private static func runFreshSeed() async throws -> Report {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        do {
            return try await Simulation.run(seed: seed)
        } catch {
            throw Failure(seed: seed, reason: error)
        }
    }
}

struct Failure: Error, CustomStringConvertible {
    let seed: UInt64
    let reason: any Error

    var description: String { "Seed \(seed): \(reason) Repeat it with --seed \(seed) --trace." }
}
