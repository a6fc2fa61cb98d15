public import ArgumentParser
import Foundation
public import Simulator

extension Features: ExpressibleByArgument {}
extension NamedSequence: ExpressibleByArgument {}

/// The command `simulate`: runs the named sequences, the fixed scenarios and then fresh seeds until the time is up, or one of these.
@main
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run nodes in virtual time with many kinds of faults, and check the invariants.")

    @Argument(help: "The number of seconds in which to start runs with fresh seeds. With 0, only the fixed seeds run.")
    var seconds = 60

    @Option(help: "Run only this seed.")
    var seed: UInt64?

    @Option(
        help:
            "What the runs draw: original, pages, groups, damage, transfers, paired or all. Most fixed seeds need one of the first six."
    )
    var features = Features.all

    @Option(help: "Run only the sequence with this name.")
    var sequence: NamedSequence?

    @Flag(help: "Print each event of the run with --seed or --sequence.")
    var trace = false

    @Option(help: "The number of runs at a time.")
    var jobs = 2

    func run() async throws {
        let show = { (line: String) in if trace { print(line) } }
        if let sequence { return print(try await Simulation.run(sequence, show: show)) }
        if let seed {
            let scenario = Scenario(seed: seed, features: features)
            let report = try await Simulation.run(scenario, show: show)
            return print("\(report)\ntrace: \(report.trace)")
        }
        let end = ContinuousClock.now + .seconds(seconds)
        // Each fourth fixed scenario runs twice: both runs must be equal.
        let repeated = stride(from: 0, to: Scenario.fixed.count, by: 4).map { Scenario.fixed[$0] }
        var scenarios = Scenario.fixed + repeated
        print(
            "Running \(NamedSequence.allCases.count) sequences and \(Scenario.fixed.count) fixed seeds"
                + (seconds > 0 ? ", then fresh seeds for \(seconds) s." : "."))
        async let sequences: Void = Self.runSequences()
        let report = try await reports {
            guard let scenario = scenarios.popLast() ?? fresh(until: end) else { return nil }
            Self.announce("\(scenario)")
            return scenario
        }
        try await sequences
        print(report)
    }

    /// Prints the arguments that repeat a run before it begins: a run that traps prints nothing afterwards.
    private static func announce(_ run: String) {
        FileHandle.standardError.write(Data("\(run)\n".utf8))
    }

    /// - Throws: ``Finding`` for the first sequence that has not its known outcome.
    private static func runSequences() async throws {
        for sequence in NamedSequence.allCases {
            let run = "--sequence '\(sequence)'"
            announce(run)
            do {
                _ = try await Simulation.run(sequence)
            } catch {
                throw Finding(run: run, reason: error)
            }
        }
    }

    private func fresh(until end: ContinuousClock.Instant) -> Scenario? {
        guard ContinuousClock.now < end else { return nil }
        return Scenario(seed: .random(in: 0..<1 << 32), features: features)
    }

    /// Runs scenarios until `next` returns nil, `jobs` at a time.
    ///
    /// - Throws: ``Finding`` for the first scenario that finds a defect.
    private func reports(_ next: () -> Scenario?) async throws -> Report {
        var total = Report()
        var traces: [Scenario: String] = [:]
        try await withThrowingTaskGroup(of: (Scenario, Report).self) { tasks in
            for _ in 0..<jobs {
                if let scenario = next() { tasks.addTask { (scenario, try await Self.report(of: scenario)) } }
            }
            while let (scenario, report) = try await tasks.next() {
                guard traces[scenario, default: report.trace] == report.trace else {
                    throw Finding(run: "\(scenario)", reason: Difference())
                }
                traces[scenario] = report.trace
                total.add(report)
                if let scenario = next() { tasks.addTask { (scenario, try await Self.report(of: scenario)) } }
            }
        }
        return total
    }

    private static func report(of scenario: Scenario) async throws -> Report {
        do {
            return try await Simulation.run(scenario)
        } catch {
            throw Finding(run: "\(scenario)", reason: error)
        }
    }
}
