import ChatModel
import ChatStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import tidings

@Suite(.serialized, .timeLimit(.minutes(3)))
struct StartCheckTests {
    private let checked = "The store was checked and is sound."

    private func files(_ folder: borrowing TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
            .intersection(["starting", "running", "unsound"])
    }

    private func serve(_ folder: String) async throws -> Program {
        try await Program(["--data", folder, "--listen", "127.0.0.1:0"])
    }

    @Test
    func `a node checks its store before it serves only after a process that died in its first minute`() async throws {
        let folder = try TemporaryFolder()
        let ends: [(signal: Int32, checks: Bool)] = [
            (SIGKILL, false), (SIGTERM, true), (SIGINT, false), (SIGKILL, false),
        ]
        for (signal, checks) in ends + [(SIGTERM, true)] {
            let program = try await serve(folder.path)
            _ = try await program.address()
            _ = await program.logLine { $0.contains("node opened its store") }
            #expect(program.logLines.contains { $0.contains(checked) } == checks, "\(program.logLines)")
            program.send(signal)
            _ = await program.exitStatus
        }
    }

    @Test(arguments: [true, false])
    func `a node warns that it starts with an empty store, and does not report the empty file as sound`(died: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try Data().write(to: URL(filePath: folder.path + "/data.mdb"))
        if died { try leave("starting", in: folder.path) }
        let program = try await serve(folder.path)
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
        #expect(
            program.logLines.count { $0.contains("warning") && $0.contains("data.mdb was missing or empty") } == 1
        )
        #expect(!program.logLines.contains { $0.contains(checked) })
    }

    @Test(arguments: [0o644, 0o660, 0o600, 0o400])
    func `a node warns of a key file that other users can read, and only of such a file`(mode: Int) async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        let key = folder.path + "/node.key"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
        let program = try await serve(folder.path)
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
        #expect(program.logLines.contains { $0.contains("chmod 600 \(key)") } == (mode & 0o066 != 0))
    }

    @Test
    func `a node that cannot listen leaves no running file`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        let socket = try ListeningSocket()
        let program = try await Program(["--data", folder.path, "--listen", "127.0.0.1:\(socket.port)"])
        #expect(await program.exitStatus == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains("starting") && !names.contains("running"), "\(names)")
    }

    @Test
    func `a node whose check ends by a signal of damage says so, at each start`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leave("starting", in: folder.path)
        var file = try StoreFile(folder.path)
        file.stretchEntries(with: Array("message 7 of".utf8))
        try file.save()
        for _ in 1...2 {
            let program = try await serve(folder.path)
            #expect(await program.exitStatus == 1)
            let errors = await program.errors
            #expect(errors.contains("Error: The store in \(folder.path) is damaged: reading its LMDB pages ended"))
            #expect(errors.contains("The node's last process died within a minute of its start. The store is being"))
            #expect(errors.contains("Put a backup in the place of data.mdb"), "\(errors)")
        }
    }

    @Test
    func `a node with more damage than single messages ends with a sentence, at each start`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leave("starting", in: folder.path)
        try setNextID(7, in: folder.path)
        for _ in 1...2 { try await expectRefusal(folder.path, "The next id 7 is not above the last id, 25") }
    }

    @Test
    func `a node with a damaged index warns and serves`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leave("starting", in: folder.path)
        var file = try StoreFile(folder.path)
        // The key of the room's messages with a text: the length of the name, the name, and the part.
        let offsets = file.offsets(of: [0, 7] + Array("kitchen".utf8) + [1])
        #expect(!offsets.isEmpty)
        for offset in offsets { file.bytes[offset + 2] ^= 1 }
        try file.save()
        let program = try await serve(folder.path)
        _ = try await program.address()
        let warning = await program.logLine { $0.contains("warning") && $0.contains("is missing in its room") }
        #expect(warning != nil)
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    @Test(arguments: ["4711\n", "", "4711"])
    func `a node logs the id of the process that did not shut down if the running file has one`(contents: String)
        async throws
    {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try leave("starting", in: folder.path, contents: contents)
        let program = try await serve(folder.path)
        let line = await program.logLine { $0.contains("The store is being checked") }
        #expect(line?.contains("process=4711") == (contents == "4711\n"), "\(line ?? "no line")")
        #expect(line?.contains("process=") == (contents == "4711\n"))
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    private func expectRefusal(_ folder: String, _ reason: String) async throws {
        let program = try await serve(folder)
        #expect(await program.exitStatus == 1)
        let sentences = await program.errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
        #expect(sentences.count == 1, "\(sentences)")
        let sentence = sentences.first ?? ""
        #expect(sentence.hasPrefix("Error: The node's last process died within a minute of its start. "), "\(sentence)")
        #expect(sentence.contains(reason), "\(sentence)")
        #expect(
            sentence.contains(
                "Put a backup in the place of data.mdb while the node is stopped. Or run, while it is stopped, tidings check"
            ),
            "\(sentence)")
    }

    @Test
    func `a node with a damaged message names it at the start, skips it and serves the others`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leave("starting", in: folder.path)
        try damageMessage(7, in: folder.path)
        let program = try await serve(folder.path)
        let address = try await program.address()
        let warning = await program.logLine {
            $0.contains("warning") && $0.contains("damaged messages, which the node skips: 1. Their ids: 7.")
        }
        #expect(warning != nil)
        let page = try await Visitor.visit(address) { try await $0.get("messages.php?view=log&past=0&limit=1000") }
        #expect(page.messageCount == 24)
        let line = await program.logLine {
            $0.contains("Messages of the store are damaged (number: 1).") && $0.contains("ids=7")
        }
        #expect(line != nil)
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    @Test
    func `a node on a damaged store either serves, or ends with a sentence about the damage`() async throws {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let pages = try await fill(original, count: 400)
        var served = 0
        for seed: UInt64 in 101...120 {
            let copy = "\(folder.path)/\(seed)"
            try damagedCopy(of: original, at: copy, seed: seed, pages: pages)
            try leave("starting", in: copy)
            let program = try await serve(copy)
            if await program.logLine(where: { $0.contains("Server started") }) != nil {
                served += 1
                let address = try await program.address()
                let page = try await Visitor.visit(address) { try await $0.get("messages.php?last=1000") }
                #expect(page.status == 200, "seed \(seed)")
                program.send(SIGTERM)
                #expect(await program.exitStatus == 0, "seed \(seed)")
            } else {
                #expect(await program.exitStatus == 1, "seed \(seed)")
                let errors = await program.errors
                let sentences = errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
                #expect(sentences.count == 1, "seed \(seed): \(errors)")
                #expect(errors.contains("Put a backup in the place of data.mdb"), "seed \(seed): \(errors)")
            }
            try FileManager.default.removeItem(atPath: copy)
        }
        #expect((1..<20).contains(served), "\(served)")
    }

    @Test func `a node on a damaged store serves, or dies and says at the next start why it does not start`()
        async throws
    {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let pages = try await fill(original, count: 400)
        var served = 0
        for seed: UInt64 in 201...212 {
            let copy = "\(folder.path)/\(seed)"
            try damagedCopy(of: original, at: copy, seed: seed, pages: pages)
            try leave("running", in: copy)
            for start in 1...2 {
                let program = try await Program(serving: copy)
                if await program.logLine(where: { $0.contains("Server started") }) != nil {
                    served += 1
                    program.send(SIGKILL)
                    _ = await program.exitStatus
                    break
                }
                let status = await program.exitStatus
                let errors = await program.errors
                if status == 1 {
                    #expect(errors.contains("Put a backup in the place of data.mdb"), "seed \(seed): \(errors)")
                    break
                }
                #expect(start == 1, "seed \(seed): \(errors)")
            }
            try FileManager.default.removeItem(atPath: copy)
        }
        #expect((1..<12).contains(served), "\(served)")
    }

    @Test(arguments: [(nil, "running"), (60, "starting")])
    func `a process is young for 60 ticks of a second, or until the node stops`(stop: Int?, file: String) async throws {
        let folder = try TemporaryFolder()
        let storeFolder = try StoreFolder(path: folder.path)
        let store = try ChatStore(StoreOptions(folder: folder.path), in: storeFolder)
        #expect(try files(folder) == ["starting"])
        let ticks = Ticks(stop: stop)
        await FirstMinute(folder: storeFolder, time: ticks).run()
        #expect(ticks.durations == Array(repeating: .seconds(1), count: 60))
        #expect(try files(folder) == [file])
        #expect(storeFolder.diedProcess == ProcessInfo.processInfo.processIdentifier)
        await store.close()
        #expect(try files(folder) == [])
    }
}

/// A clock that sleeps no time and notes each sleep. It throws `CancellationError` from the sleep with the number `stop`.
private final class Ticks: TimeSource {
    private let stop: Int?
    private let noted = Mutex<[Duration]>([])

    init(stop: Int?) { self.stop = stop }

    var durations: [Duration] { noted.withLock { $0 } }
    var wall: UnixTime { .testBuildDate }
    var monotonic: Duration { .zero }

    func sleep(for duration: Duration) async throws {
        let count = noted.withLock { durations in
            durations.append(duration)
            return durations.count
        }
        if count == stop { throw CancellationError() }
    }
}
