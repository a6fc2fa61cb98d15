import ArgumentParser
import Foundation

/// `measure check`: compares the costs of the ``Workloads`` with the numbers in the repository.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare the allocations and the CPU time of six workloads with stored numbers.")

    @Option(help: "The file with the stored numbers.")
    var numbers: String

    @Flag(help: "Write the measured numbers to the file instead.")
    var update = false

    /// The cost is that of the run with the least CPU time. On a busy machine, more rounds are needed to get an undisturbed run.
    private static let rounds = 10...200

    func run() async throws {
        #if !os(Linux)
            throw ValidationError("Allocations can be counted on Linux only.")
        #else
            let folder = Self.parentFolder + "/tidings-measure-\(UUID())"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await check(in: folder)
        #endif
    }

    /// A folder in memory if there is one, because disks differ.
    private static var parentFolder: String {
        let memory = "/dev/shm"
        return FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    }

    @concurrent private func check(in folder: String) async throws {
        let file = URL(filePath: numbers)
        let stored =
            update ? [:] : try JSONDecoder().decode([String: Cost].self, from: Data(contentsOf: file))
        let workloads = try await Workloads(in: folder)
        var comparison = Comparison(workloads.all, stored: stored)
        for round in 1...Self.rounds.upperBound {
            try await comparison.addRound()
            if !update, round >= Self.rounds.lowerBound, comparison.findings.isEmpty { break }
            // The numbers of other people are compared with these.
            if update, round == Self.rounds.upperBound / 2 { break }
        }
        await workloads.close()
        print(comparison)
        if update { return try write(comparison.costs, to: file) }
        guard comparison.findings.isEmpty else {
            throw CostsDiffer(findings: comparison.findings)
        }
    }

    private func write(_ costs: [String: Cost], to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(costs) + Data("\n".utf8)).write(to: file)
        print("Wrote these numbers to \(file.lastPathComponent).")
    }
}

/// The costs of the workloads until now, beside the stored ones.
struct Comparison: CustomStringConvertible {
    private let workloads: [Workload]
    private let stored: [String: Cost]
    private var calibrationRuns = Runs()
    private var runs: [String: Runs] = [:]

    init(_ workloads: [Workload], stored: [String: Cost]) {
        self.workloads = workloads
        self.stored = stored
    }

    /// Runs the calibration and each workload once.
    mutating func addRound() async throws {
        for workload in workloads {
            // Before each workload, so that a quiet moment of the machine is one for both.
            let start = Usage.now
            let result = calibration()
            calibrationRuns.add(Usage.now - start)
            precondition(result > 0)
            runs[workload.name, default: Runs()].add(
                try await workload.run(workload.operations), operations: workload.operations)
        }
    }

    var costs: [String: Cost] { runs.mapValues { $0.cost(calibratedBy: calibrationRuns) } }

    /// One sentence for each number that is too far from the stored one.
    var findings: [String] {
        let costs = costs
        return workloads.flatMap { workload in
            guard let stored = stored[workload.name], let measured = costs[workload.name] else {
                return ["\(workload.name): no numbers are stored."]
            }
            return workload.tolerance.findings(on: workload.name, stored: stored, measured: measured)
        }
    }

    var description: String {
        let costs = costs
        return workloads.compactMap { workload in
            costs[workload.name].map { "\(workload.name): \($0.allocations) allocations, \($0.cpu) of the CPU time" }
        }.joined(separator: "\n")
    }
}

/// Costs are too far from the stored ones.
struct CostsDiffer: Error, CustomStringConvertible {
    let findings: [String]

    var description: String {
        findings.joined(separator: "\n") + """

            The costs of a path have changed. If the change is intended, or the path became cheaper, store the new numbers \
            with scripts/bench --check --update, and say why in the commit. Otherwise find the change that made the path \
            more expensive: perf shows where the time goes.
            """
    }
}
