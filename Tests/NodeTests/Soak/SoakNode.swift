import Foundation
import Testing

/// A node on a host of its own, through all its lives.
actor SoakNode {
    static let port = 8080

    let folder: String
    private let namespace: String
    private let peers: [String]
    private let longestLife: Duration
    private var program: Program?
    private var earlierLogLines: [String] = []
    private(set) var peakMemoryKiB = 0

    init(folder: String, namespace: String, peers: [String], longestLife: Duration) {
        self.folder = folder
        self.namespace = namespace
        self.peers = peers
        self.longestLife = longestLife
    }

    /// What it has logged, all lives.
    var logLines: [String] { earlierLogLines + (program?.logLines ?? []) }

    /// Starts a life, and returns when it accepts requests.
    func start() async throws {
        let arguments = ["--data", folder, "--listen", "0.0.0.0:\(Self.port)", "--map-size", "1GiB"]
        let program = try await Program(
            arguments + peers.flatMap { ["--peer", $0] }, inNamespace: namespace, longestLife: longestLife)
        self.program = program
        _ = try await program.address()
    }

    func kill() async {
        _ = await end(by: SIGKILL)
    }

    /// - Returns: the exit status.
    func terminate() async -> Int32? {
        await end(by: SIGTERM)
    }

    func stop() { program?.send(SIGSTOP) }

    func goOn() { program?.send(SIGCONT) }

    private func end(by signal: Int32) async -> Int32? {
        guard let program else { return nil }
        measureMemory(of: program)
        program.send(signal)
        let status = await program.exitStatus
        earlierLogLines += program.logLines
        self.program = nil
        return status
    }

    /// The most that was resident in this life, as the kernel counted it.
    private func measureMemory(of program: Program) {
        let status = try? String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            return
        }
        peakMemoryKiB = max(peakMemoryKiB, kibibytes)
    }
}
