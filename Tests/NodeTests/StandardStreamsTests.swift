import AsyncHTTPClient
import ChatClient
import ChatStore
import Foundation
import TestSupport
import Testing

/// Nodes that a shell starts, as a terminal or a service manager would.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct StandardStreamsTests {
    /// Starts a node on a port that is known without its output, and returns when it answers.
    ///
    /// - Parameter command: gives the node SIGHUP's usual effect unless another is named: the tests may have been started with
    ///   nohup.
    private func start(
        _ folder: String, by command: String = "exec env --default-signal=HUP", more: String = ""
    ) async throws -> (Program, ChatClient) {
        let port = try ListeningSocket().port
        let line = "\(command) '\(Program.built.path)' serve --data '\(folder)' --listen 127.0.0.1:\(port) \(more)"
        let program = try await Program([line], command: "-c", program: URL(filePath: "/bin/sh"))
        let client = ChatClient(try NodeAddress("http://127.0.0.1:\(port)"), http: .shared)
        let answers = try await eventually("The node answers.") { (try? await client.messages()) != nil }
        #expect(answers)
        return (program, client)
    }

    @Test(arguments: [">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full"])
    func `a node whose lines cannot be written serves, stops with status 0 and leaves a sound store`(
        redirections: String
    ) async throws {
        let folder = try TemporaryFolder()
        let (program, client) = try await start(folder.path, more: "--log-level trace " + redirections)
        for number in 0..<20 { _ = try await client.add(user: "jack", message: "message \(number)") }
        await program.terminate()
        let check = try await Program(["--data", folder.path], command: "check")
        #expect(await check.exitStatus == 0)
        #expect(await check.printed.contains("20 messages"))
    }

    @Test func `a node goes on when nobody reads its lines any more`() async throws {
        let folder = try TemporaryFolder()
        let fifo = folder.path + "/lines"
        try await Command.run(["mkfifo", fifo])
        let reader = try await Program([fifo], command: "-n1", program: URL(filePath: "/usr/bin/head"))
        let (program, client) = try await start(folder.path + "/data", more: "--log-level trace >'\(fifo)' 2>&1")
        _ = await reader.exitStatus
        for number in 0..<20 { _ = try await client.add(user: "jack", message: "message \(number)") }
        await program.terminate()
    }

    @Test func `SIGHUP stops a node, unless the node was started with nohup`() async throws {
        let folder = try TemporaryFolder()
        let (program, _) = try await start(folder.path)
        program.send(SIGHUP)
        #expect(await program.exitStatus == 0)
        #expect(program.logLines.last { !$0.isEmpty }?.hasSuffix("Stopped.") == true)

        let (detached, client) = try await start(folder.path, by: "exec nohup")
        detached.send(SIGHUP)
        _ = try await client.add(user: "jack", message: "still here")
        await detached.terminate()
    }
}
