import ArgumentParser

/// The command `measure`: the parts of the benchmark that share code with a node.
@main
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure parts of a node within one process, and make stores for the benchmark.",
        subcommands: [Check.self, Fill.self, Signatures.self])
}
