import ChatModel
import ChatStore
import Foundation
import Logging
import TestSupport
import Testing

@testable import tidings

/// The first moments of the program: its arguments, and signals before it listens.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StartTests {
    /// Starts a node that waits for the contents of its key file, sends a signal, and lets the node go on.
    private func expectStop(
        by signal: Int32, _ folder: String, start: () async throws -> Program, process: (Program) throws -> pid_t
    ) async throws {
        let key = folder + "/node.key"
        try await fill(folder, count: 3)
        let contents = try Data(contentsOf: URL(filePath: key))
        try FileManager.default.removeItem(atPath: key)
        let status = unsafe mkfifo(key, 0o600)
        try #require(status == 0)
        let program = try await start()
        var writer: Int32 = -1
        try await eventually("The node reads its key.") {
            writer = unsafe open(key, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return writer >= 0
        }
        kill(try process(program), signal)
        let file = FileHandle(fileDescriptor: writer, closeOnDealloc: true)
        try file.write(contentsOf: contents)
        try file.close()
        #expect(await program.exitStatus == 0)
        #expect(await program.errors.contains("Stopped."))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names).isDisjoint(with: ["starting", "running"]), "\(names)")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a node that gets a signal while it starts ends with status 0 and leaves its folder closed`(signal: Int32)
        async throws
    {
        let folder = try TemporaryFolder()
        try await expectStop(by: signal, folder.path) {
            try await Program(serving: folder.path, timeLimit: .seconds(60))
        } process: {
            $0.identifier
        }
    }

    #if os(Linux)
        @Test(.enabled(if: geteuid() == 0, "Only root may make a process namespace."))
        func `the first process of a container stops while it starts, too`() async throws {
            let folder = try TemporaryFolder()
            try await expectStop(by: SIGTERM, folder.path) {
                try await Program(
                    ["--fork", "--kill-child", Program.built.path, "serve", "--data", folder.path]
                        + ["--listen", "127.0.0.1:0"],
                    command: "--pid", program: URL(filePath: "/usr/bin/unshare"), timeLimit: .seconds(60))
            } process: { program in
                let identifier = program.identifier
                let children = try String(
                    contentsOfFile: "/proc/\(identifier)/task/\(identifier)/children", encoding: .utf8)
                return try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
            }
        }
    #endif

    @Test(arguments: ["serve", "check", "invite", "join", "members"])
    func `an argument with bytes that are no UTF-8 is refused by every command`(command: String) async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(
            ["-c", "cd \(folder.path) && exec \(Program.built.path) \(command) --data \"$(printf 'caf\\351')\""],
            command: "-e", program: URL(filePath: "/bin/sh"))
        #expect(await program.exitStatus == 64)
        let errors = await program.errors
        #expect(
            errors.hasPrefix("Error: An argument has bytes that are no UTF-8, shown here as \u{FFFD}: caf\u{FFFD}. "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `arguments in UTF-8 are no problem, also U+FFFD itself`() {
        #expect(Tidings.problem(of: ["serve", "--data", "café/\u{FFFD}", ""].map { Array($0.utf8) }) == nil)
        #expect(Tidings.problem(of: [Array("serve".utf8), [0xed, 0xa0, 0x80]]) != nil)
    }
}
