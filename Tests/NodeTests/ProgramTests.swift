import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

@testable import tidings

/// The program as a process of its own.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ProgramTests {
    @Test func `on SIGTERM the program answers waiting requests and exits within 2.5 seconds`() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(serving: folder.path)
        let address = try await program.address()
        let client = ChatClient(address, http: .shared)
        #expect(try await client.add(user: "jack", message: "hello", key: "k")?.rawValue == 1)
        try await Visitor.visit(address) { visitor in
            async let waiting = visitor.get("messages.php?past=1&wait=60")
            #expect(try await visitor.get("messages.php").messageCount == 1)
            let start = ContinuousClock.now
            await program.terminate()
            #expect(ContinuousClock.now - start < .seconds(2.5))
            let answer = try await waiting
            #expect(answer == Visitor.Answer(status: 200, body: "<chat>\n</chat>\n"))
        }
    }

    @Test(arguments: [
        (["--listen", "127.0.0.1"], "--listen"), (["--listen", "127.0.0.1:99999"], "--listen"),
        (["--peer", "ftp://somewhere"], "--peer"),
        (["--peer", "http://"], "--peer"), (["--map-size", "many"], "--map-size"),
        (["--name", ""], "--name"), (["--name", "a\u{7}"], "--name contains a control character"),
        (["--name", "a\tb"], "--name contains a control character"), (["--name", "a\u{85}"], "--name contains"),
        (["--log-level", "loud"], "--log-level loud is not a level. Use one of trace, "),
        (["--log-level", "loud"], ", critical."),
        (["--allow-host", "http://x"], "--allow-host http://x is not a host name"),
        (["--allow-host", "x:80"], "--allow-host"),
        (["--allow-host", "a b"], "--allow-host"), (["--allow-host", ""], "--allow-host"),
        (["--disk-reserve", "1MB"], "--disk-reserve 1MB: the units are KiB, MiB, GiB and TiB. Did you mean 1MiB?"),
    ])
    func `the program names a wrong value in one sentence and exits with status 64`(
        arguments: [String], words: String
    ) async throws {
        try await expectNoStart(arguments, status: 64, words)
    }

    @Test func `more than 16 addresses of one key are refused`() async throws {
        let key = SigningKey().publicKey
        let peers = (1...17).flatMap { ["--peer", "tidings:\(key)@127.0.0.1:\($0)"] }
        try await expectNoStart(peers, status: 64, "more than 16 addresses")
    }

    @Test(arguments: ["64GiB", "1GiB"])
    func `a map larger than the address space is refused with a smaller size that may fit`(size: String) async throws {
        let folder = try TemporaryFolder()
        let serve =
            "ulimit -v 1048576 && exec \(Program.built.path) serve --data \(folder.path)/data --listen 127.0.0.1:0"
        func start(mapSize: String) async throws -> Program {
            try await Program(
                ["-c", "\(serve) --map-size \(mapSize)"], command: "-e", program: URL(filePath: "/bin/sh"))
        }
        let refused = try await start(mapSize: size)
        #expect(await refused.exitStatus == 1)
        #expect(await refused.errors.contains("start the node with a smaller --map-size, for example 128MiB."))
        let started = try await start(mapSize: "128MiB")
        _ = try await started.address()
        await started.terminate()
    }

    @Test(arguments: [
        (["--listen", "0.0.0.0:0"], "--open"), (["--public-url", "https://chat.example.org"], "tidings password"),
        (["--open", "--listen", "192.0.2.1:0"], "--listen"),
        (["--open", "--listen", String(repeating: "x", count: 64) + ":0"], "does not resolve"),
        (["--data", "/dev/null/x"], "--data"), (["--data", "/proc/1/x"], "--data"),
    ])
    func `the program says in one sentence why it cannot start here and exits with status 1`(
        arguments: [String], words: String
    ) async throws {
        try await expectNoStart(arguments, status: 1, words)
    }

    private func expectNoStart(_ arguments: [String], status: Int32, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let defaults = ["--data", folder.path + "/data", "--listen", "127.0.0.1:0"]
        let given = stride(from: 0, to: defaults.count, by: 2).flatMap { index in
            arguments.contains(defaults[index]) ? [] : [defaults[index], defaults[index + 1]]
        }
        let program = try await Program(given + arguments)
        #expect(await program.exitStatus == status)
        let errors = await program.errors
        let sentences = errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
        #expect(sentences.count == 1, "\(errors)")
        #expect(sentences.first?.contains(words) == true, "\(errors)")
        #expect(!errors.contains(" warning "), "\(errors)")
    }

    @Test func `the program refuses posts but serves messages after its database was removed`() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(serving: folder.path)
        try await Visitor.visit(try await program.address()) { visitor in
            #expect(try await visitor.post("before").status == 200)
            try FileManager.default.removeItem(atPath: folder.path + "/data.mdb")
            for _ in 1...3 {
                let answer = try await visitor.post("after")
                #expect(answer.status == 503)
                #expect(answer.body.contains("store-unavailable"))
            }
            #expect(try await visitor.get("messages.php").messageCount == 1)
        }
        await program.terminate()
        let lines = await program.errors.split(separator: "\n")
        // Perhaps once when a post fails, and certainly when the copy is complete.
        let told = lines.filter { $0.contains("warning") && $0.contains("data.mdb was removed or replaced") }
        #expect(told.count <= 2 && told.filter { $0.contains("data-rescued.mdb. Stop the node") }.count == 1)
        #expect(!lines.contains { $0.contains("A request failed") })
    }

    @Test func `a program whose database was removed writes a copy by itself, with which it starts again`() async throws
    {
        let folder = try TemporaryFolder()
        let (file, copy) = (folder.path + "/data.mdb", folder.path + "/data-rescued.mdb")
        let first = try await Program(serving: folder.path)
        try await Visitor.visit(try await first.address()) { visitor in
            for number in 1...20 { #expect(try await visitor.post("message \(number)").status == 200) }
            let body = try await visitor.get("status.xml").body
            #expect(!body.contains("failure"))
            try FileManager.default.removeItem(atPath: file)
            let isCopied = try await eventually("The node writes a copy.") {
                FileManager.default.fileExists(atPath: copy)
            }
            #expect(isCopied)
            let isSaid = try await eventually("The status names the failure.") {
                try await visitor.get("status.xml").body.contains(#" failure="store-unavailable" failure-since=""#)
            }
            #expect(isSaid)
            #expect(try await visitor.get("messages.php").messageCount == 20)
        }
        await first.terminate()
        #expect(await first.errors.contains("\(copy). Stop the node, rename that file to data.mdb"))
        try await expectNoStart(["--data", folder.path], status: 1, "rename \(copy) to data.mdb")
        try FileManager.default.moveItem(atPath: copy, toPath: file)
        let second = try await Program(serving: folder.path)
        try await Visitor.visit(try await second.address()) { visitor in
            let log = try await visitor.get("messages.php?last=1000")
            #expect(log.messageCount == 20)
            #expect(try await visitor.post("after").status == 200)
        }
        await second.terminate()
    }

    @Test func `a program whose database is overwritten with an older copy stores nothing more, and says so`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (file, backup) = (folder.path + "/data.mdb", folder.path + "/backup")
        let first = try await Program(serving: folder.path)
        try await Visitor.visit(try await first.address()) { visitor in
            let answer = try await visitor.post("in the backup")
            #expect(answer.status == 200)
        }
        await first.terminate()
        try FileManager.default.copyItem(atPath: file, toPath: backup)
        let second = try await Program(serving: folder.path)
        try await Visitor.visit(try await second.address()) { visitor in
            for number in 1...5 { #expect(try await visitor.post("lost \(number)").status == 200) }
            // In place, as cp does it.
            try Data(contentsOf: URL(filePath: backup)).write(to: URL(filePath: file), options: [])
            let answer = try await visitor.post("after")
            #expect(answer.status == 500 && answer.body.contains("store-damaged"))
        }
        #expect(await second.logLine { $0.contains("data.mdb was overwritten while the node was running") } != nil)
        await second.terminate()
        let third = try await Program(serving: folder.path)
        _ = try await third.address()
        #expect(await third.logLine { $0.contains("data.mdb was put back from a backup") } != nil)
        await third.terminate()
    }

    @Test func `a program whose database is overwritten with a newer one stores nothing more, without a post`()
        async throws
    {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        for (path, messages) in [(other.path, 20), (folder.path, 1)] {
            let program = try await Program(serving: path)
            try await Visitor.visit(try await program.address()) { visitor in
                for number in 1...messages { #expect(try await visitor.post("message \(number)").status == 200) }
                guard path == folder.path else { return }
                try Data(contentsOf: URL(filePath: other.path + "/data.mdb"))
                    .write(to: URL(filePath: folder.path + "/data.mdb"), options: [])
                let isSaid = try await eventually("The status names the failure.") {
                    try await visitor.get("status.xml").body.contains(#" failure="store-damaged" failure-since=""#)
                }
                #expect(isSaid)
                #expect(try await visitor.post("after").status == 500)
            }
            await program.terminate()
            guard path == folder.path else { continue }
            let lines = await program.errors.split(separator: "\n")
            let told = lines.filter { $0.contains("The node cannot store messages.") }
            #expect(told.count == 1 && told.allSatisfy { $0.contains(" error ") })
            #expect(told.first?.contains("data.mdb was overwritten while the node was running") == true)
        }
    }

    @Test func `the program names the store and not the lost file if the store is another node's`() async throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        for path in [folder.path, other.path] {
            let program = try await Program(serving: path)
            _ = try await program.address()
            await program.terminate()
        }
        let file = folder.path + "/data.mdb"
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.copyItem(atPath: other.path + "/data.mdb", toPath: file)
        let program = try await Program(serving: folder.path)
        #expect(await program.exitStatus == 1)
        let errors = await program.errors
        #expect(errors.contains("are of two nodes") && errors.contains("put the right one in its place"))
        #expect(!errors.contains("was missing"))
    }

    @Test func `the program says that it may open too few files`() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(
            ["-c", "ulimit -n 40 && exec \(Program.built.path) serve --data \(folder.path)/data --listen 127.0.0.1:0"],
            command: "-e", program: URL(filePath: "/bin/sh"))
        #expect(await program.exitStatus == 1)
        #expect(await program.errors.contains("This process may open only 40 files, and a node needs 64."))
    }

    @Test func `a program that is stopped at once after its folder was removed has written the copy`() async throws {
        let parent = try TemporaryFolder()
        let folder = parent.path + "/data"
        let program = try await Program(serving: folder)
        try await Visitor.visit(try await program.address()) { visitor in
            let answer = try await visitor.post("hello")
            #expect(answer.status == 200)
        }
        try FileManager.default.removeItem(atPath: folder)
        await program.terminate()
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["data-rescued.mdb", "node.key"])
    }

    @Test func `the program raises its soft limit of open files to 16384 or to the hard limit`() async throws {
        let folder = try TemporaryFolder()
        let program = try await Program(
            ["-c", "ulimit -Sn 256 && exec \(Program.built.path) serve --data \(folder.path) --listen 127.0.0.1:0"],
            command: "-e", program: URL(filePath: "/bin/sh"))
        _ = try await program.address()
        let limits = try String(contentsOfFile: "/proc/\(program.identifier)/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") } ?? ""
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        #expect(numbers.first == min(16_384, numbers.last ?? 0), "\(line)")
        await program.terminate()
    }

    @Test func `the program without the web client's files names their path and does not start`() async throws {
        let folder = try TemporaryFolder()
        let copy = URL(filePath: folder.path).appending(path: "tidings")
        try FileManager.default.copyItem(at: Program.built, to: copy)
        let program = try await Program(["--data", folder.path + "/data", "--listen", "127.0.0.1:0"], program: copy)
        #expect(await program.exitStatus == 1)
        #expect(
            await program.errors.contains("Error: The web client's files cannot be read at \(folder.path)/tidings_"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test func `the program does not start with a port or a folder that another node uses`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Program(serving: folder.path + "/a")
        let port = try await first.address().port
        let samePort = try await Program(serving: folder.path + "/b", on: "127.0.0.1:\(port)")
        #expect(await samePort.exitStatus == 1)
        #expect(await samePort.errors.contains("127.0.0.1:\(port)"))
        let sameFolder = try await Program(serving: folder.path + "/a")
        #expect(await sameFolder.exitStatus == 1)
        #expect(await sameFolder.errors.contains(folder.path + "/a"))
        first.send(SIGKILL)
        _ = await first.exitStatus
    }
}
