import Foundation

/// What came of a ``Trial``: how much the program took, and what it said of its peers.
struct TrialFigures: Sendable {
    let name: String
    var process = ProcessFigures()
    var notices: [String] = []
    /// The longest that a message of the good peer took to arrive.
    var latency = Duration.zero
    var duration = Duration.zero

    /// Prints a table where the environment has `FIGURES`.
    static func print(_ all: [TrialFigures]) {
        guard ProcessInfo.processInfo.environment["FIGURES"] != nil else { return }
        Swift.print("| case | peak RSS (MiB) | threads | notices | latency (ms) | seconds |\n|---|---|---|---|---|---|")
        for figures in all { Swift.print(figures.row) }
        for notice in all.flatMap(\.notices) { Swift.print(notice) }
    }

    private var row: String {
        let seconds = String(format: "%.1f", duration / .seconds(1))
        return "| \(name) | \(process.peakMiB) | \(process.threads) | \(notices.count) | "
            + "\(Int(latency / .milliseconds(1))) | \(seconds) |"
    }
}
