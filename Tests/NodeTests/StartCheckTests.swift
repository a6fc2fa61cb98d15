import ChatStore
import Foundation
import TestSupport
import Testing

@testable import tidings

@Suite("A node that starts", .serialized, .timeLimit(.minutes(3)))
struct StartCheckTests {
    private let checked = "its store was checked and is sound"

    private func serve(_ folder: String) async throws -> Program {
        try await Program(["--data", folder, "--listen", "127.0.0.1:0"])
    }

    @Test("checks its store first after a death that was not its own, and only then")
    func afterDeath() async throws {
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

    @Test(
        "says of an empty file beside a key that it starts empty, and not that it is sound", arguments: [true, false])
    func emptyFile(died: Bool) async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try Data().write(to: URL(filePath: folder.path + "/data.mdb"))
        if died { try leaveMark(in: folder.path) }
        let program = try await serve(folder.path)
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
        #expect(program.logLines.count { $0.contains("warning") && $0.contains("The node starts empty") } == 1)
        #expect(!program.logLines.contains { $0.contains(checked) })
    }

    @Test("says of a key that others can read what to do, and only of such", arguments: [0o644, 0o660, 0o600, 0o400])
    func openKey(mode: Int) async throws {
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

    @Test("has not died where it could not start for another reason")
    func otherReason() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        let socket = try ListeningSocket()
        let program = try await Program(["--data", folder.path, "--listen", "127.0.0.1:\(socket.port)"])
        #expect(await program.exitStatus == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/running"))
    }

    @Test("on a store that kills its walker says so and ends, each time anew")
    func killed() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leaveMark(in: folder.path)
        var file = try StoreFile(folder.path)
        file.stretchEntries(with: Array("message 7 of".utf8))
        try file.save()
        for _ in 1...2 { try await expectRefusal(folder.path, "killed the process that did it (signal ") }
    }

    @Test("on a store in which more than messages is damaged says so and ends, each time anew")
    func damagedStore() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leaveMark(in: folder.path)
        try setNextID(7, in: folder.path)
        for _ in 1...2 { try await expectRefusal(folder.path, "The next id 7 is not above the last one, 25") }
    }

    @Test("on a store of which an index is wrong says so and serves")
    func damagedIndex() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leaveMark(in: folder.path)
        var file = try StoreFile(folder.path)
        for place in file.places(of: Array("kitchen".utf8) + [0, 0, 0, 0, 0, 0, 0]) { file.bytes[place] ^= 1 }
        try file.save()
        let program = try await serve(folder.path)
        _ = try await program.address()
        let warning = await program.logLine { $0.contains("warning") && $0.contains("is missing in its room") }
        #expect(warning != nil)
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    @Test("after a death names the process that died where its mark does", arguments: ["4711\n", "", "4711"])
    func process(mark: String) async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try Data(mark.utf8).write(to: URL(filePath: folder.path + "/running"))
        let program = try await serve(folder.path)
        let line = await program.logLine { $0.contains(checked) }
        #expect(line?.contains("process=4711") == (mark == "4711\n"), "\(line ?? "no line")")
        #expect(line?.contains("process=") == (mark == "4711\n"))
        _ = try await program.address()
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    private func expectRefusal(_ folder: String, _ reason: String) async throws {
        let program = try await serve(folder)
        #expect(await program.exitStatus == 1)
        let sentences = await program.errors.split(separator: "\n")
        #expect(sentences.count == 1, "\(sentences)")
        let sentence = sentences.first ?? ""
        #expect(sentence.hasPrefix("Error: The node that ran here last did not end by itself. "), "\(sentence)")
        #expect(sentence.contains(reason), "\(sentence)")
        #expect(sentence.contains("Put a backup in the place of data.mdb. Or move data.mdb away"), "\(sentence)")
    }

    @Test(
        "with a damaged message names it, passes it over and serves the others; of an older version, too",
        arguments: [1, 2] as [UInt64])
    func damagedMessage(schema: UInt64) async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try leaveMark(in: folder.path)
        try damageMessage(7, in: folder.path)
        try setSchema(schema, in: folder.path)
        let program = try await serve(folder.path)
        let address = try await program.address()
        let warning = await program.logLine {
            $0.contains("warning") && $0.contains("damaged messages in its store: 1, ids: 7.")
        }
        #expect(warning != nil)
        let page = try await Visitor.visit(address) { try await $0.get("messages.php?view=log&past=0&limit=1000") }
        #expect(page.messageCount == 24)
        #expect(program.logLines.contains { $0.contains("is being brought up to date") } == (schema == 1))
        let line = await program.logLine { $0.contains("damaged and was passed over") && $0.contains("id=7") }
        #expect(line != nil)
        program.send(SIGTERM)
        #expect(await program.exitStatus == 0)
    }

    @Test("after a death serves or ends with a sentence, whatever has happened to the pages")
    func damagedPages() async throws {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let pages = try await fill(original, count: 400)
        var served = 0
        for seed: UInt64 in 101...120 {
            let copy = "\(folder.path)/\(seed)"
            try damagedCopy(of: original, at: copy, seed: seed, pages: pages)
            try leaveMark(in: copy)
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
}
