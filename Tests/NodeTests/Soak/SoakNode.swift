import Foundation
import Testing

/// A node on a host of its own, started again after each kill.
actor SoakNode {
    static let port = 8080

    let folder: String
    private let namespace: String
    private let peers: [String]
    private let timeLimit: Duration
    private var program: Program?
    private var earlierLogLines: [String] = []
    /// The largest resident set of all lifetimes.
    private(set) var peakMemoryKiB = 0

    init(folder: String, namespace: String, peers: [String], timeLimit: Duration) {
        self.folder = folder
        self.namespace = namespace
        self.peers = peers
        self.timeLimit = timeLimit
    }

    /// The log lines of all lifetimes.
    var logLines: [String] { earlierLogLines + (program?.logLines ?? []) }

    /// Starts the node, and returns when it accepts requests.
    func start() async throws {
        let program = try await Program(
            serving: folder, on: "0.0.0.0:\(Self.port)",
            ["--map-size", "1GiB"] + peers.flatMap { ["--peer", $0] }, inNamespace: namespace, timeLimit: timeLimit)
        self.program = program
        _ = try await program.address()
    }

    func kill() async {
        _ = await end(by: SIGKILL)
    }

    /// - Returns: The exit status.
    func terminate() async -> Int32? {
        await end(by: SIGTERM)
    }

    func suspend() { program?.send(SIGSTOP) }

    func resume() { program?.send(SIGCONT) }

    private func end(by signal: Int32) async -> Int32? {
        guard let program else { return nil }
        if let figures = try? ProcessFigures(of: program.identifier) {
            peakMemoryKiB = max(peakMemoryKiB, figures.peakKiB)
        }
        program.send(signal)
        let status = await program.exitStatus
        earlierLogLines += program.logLines
        self.program = nil
        return status
    }
}
