import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

@testable import tidings

@Suite(.serialized, .timeLimit(.minutes(3)))
struct CheckTests {
    private func check(_ folder: String) async throws -> (status: Int32?, printed: String, errors: String) {
        let program = try await Program(["--data", folder], command: "check")
        return (await program.exitStatus, await program.printed, await program.errors)
    }

    @Test(arguments: [true, false])
    func `the command prints that a store is sound and its size, and leaves the folder unchanged`(keepsLocks: Bool)
        async throws
    {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        if !keepsLocks { try FileManager.default.removeItem(atPath: folder.path + "/lock.mdb") }
        let before = try contents(of: folder.path)
        let (status, printed, errors) = try await check(folder.path)
        #expect(status == 0)
        #expect(printed.hasPrefix("The store in \(folder.path) is sound: 25 messages, "), "\(printed)")
        #expect(errors == "")
        #expect(try contents(of: folder.path) == before)
    }

    private func contents(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
    }

    @Test(arguments: ["", "with LMDB's"])
    func `a store whose node died before its first commit is sound and empty`(files: String) async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/data.mdb"))
        if !files.isEmpty { try EmptyEnvironment.make(in: folder.path) }
        let (status, printed, _) = try await check(folder.path)
        #expect(status == 0)
        #expect(printed.contains("sound: 0 messages"), "\(printed)")
    }

    @Test func `a store that was emptied is not sound if the ids file says that it had messages`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 3)
        try Data().write(to: URL(filePath: folder.path + "/data.mdb"))
        let (status, printed, _) = try await check(folder.path)
        #expect(status == 1)
        #expect(printed.hasPrefix("data.mdb is empty, but a node has stored messages in this folder"), "\(printed)")
    }

    @Test
    func `the command prints one sentence if the folder has no store`() async throws {
        let folder = try TemporaryFolder()
        let (status, _, errors) = try await check(folder.path + "/elsewhere")
        #expect(status == 2)
        #expect(errors.hasPrefix("Error: The store \(folder.path)/elsewhere/data.mdb does not exist."))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
    }

    @Test
    func `the command refuses the store of a running node`() async throws {
        let folder = try TemporaryFolder()
        let node = try await RunningNode(folder.path)
        let (status, _, errors) = try await check(folder.path)
        #expect(status == 2)
        #expect(errors.contains("Another node or a check uses the folder \(folder.path)."))
        try await node.stop()
    }

    @Test
    func `check and serve print by how much a store was cut short, and what to do`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 200)
        var file = try StoreFile(folder.path)
        file.bytes = file.bytes.prefix(5 * StoreFile.pageBytes)
        try file.save()
        let (status, printed, _) = try await check(folder.path)
        let serve = try await Program(["--data", folder.path, "--listen", "127.0.0.1:0"])
        for (status, said) in [(status, printed), (await serve.exitStatus, await serve.errors)] {
            #expect(status == 1)
            #expect(said.contains("was cut short: the file has 20480 bytes instead of "), "\(said)")
            #expect(said.contains("Put a backup in the place of data.mdb"), "\(said)")
        }
    }

    @Test
    func `the command names damaged messages, and says that a node runs with them`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        try damageMessage(7, in: folder.path)
        let (status, printed, _) = try await check(folder.path)
        #expect(status == 1)
        #expect(printed.contains("Message 7 is damaged"), "\(printed)")
        #expect(printed.contains("A node runs with them"), "\(printed)")
    }

    @Test
    func `damage that ends the check is reported with what to do`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 25)
        var file = try StoreFile(folder.path)
        file.stretchEntries(with: Array("message 7 of".utf8))
        try file.save()
        let (status, _, errors) = try await check(folder.path)
        #expect(status == 1)
        #expect(errors.hasPrefix("Error: The store in \(folder.path) is damaged: "), "\(errors)")
        #expect(errors.contains("reading its LMDB pages ended the check. Put a backup in the place of data.mdb"))
    }

    @Test(
        arguments: [
            (.truncated(file: "data.mdb", bytes: 1, expectedBytes: 2), 1), (.damaged(reason: "A page."), 1),
            (.schemaUnknown(folder: "data", schema: 3, supported: 2), 2), (.unavailable(reason: "A reason."), 2),
        ] as [(StoreError, Int)])
    func `a refused store is reported as damaged only if it is damaged`(error: StoreError, status: Int) {
        let outcome = CheckOutcome.failure(error)
        #expect(outcome.exitStatus == Int32(status))
        #expect((outcome.reasonNotToServe("data") == nil) == (status == 2))
    }

    @Test
    func `a check needs little address space`() async throws {
        let folder = try TemporaryFolder()
        try await fill(folder.path, count: 400)
        let script = folder.path + "/limited"
        // In KiB.
        try Data("#!/bin/sh\nulimit -v 2000000\nexec '\(Program.built.path)' \"$@\"\n".utf8).write(
            to: URL(filePath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
        let program = try await Program(["--data", folder.path], command: "check", program: URL(filePath: script))
        #expect(await program.exitStatus == 0)
        #expect(await program.printed.contains("is sound: 400 messages"))
    }

    @Test
    func `every damaged store gets a report`() async throws {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let pages = try await fill(original, count: 400)
        var verdicts: [Verdict: Int] = [:]
        for seed: UInt64 in 1...60 {
            let copy = "\(folder.path)/\(seed)"
            try damagedCopy(of: original, at: copy, seed: seed, pages: pages)
            let (status, printed, errors) = try await check(copy)
            let verdict = Verdict(status, printed + errors)
            #expect(verdict != nil, "seed \(seed): status \(String(describing: status))\n\(printed)\n\(errors)")
            if let verdict { verdicts[verdict, default: 0] += 1 }
            try FileManager.default.removeItem(atPath: copy)
        }
        // The seeds reach every verdict; which seed reaches which depends on LMDB.
        #expect(verdicts.keys.count == Verdict.allCases.count, "\(verdicts)")
    }

    private enum Verdict: CaseIterable {
        case sound, messages, damaged, ended

        init?(_ status: Int32?, _ printed: String) {
            switch status {
            case 0 where printed.contains(" is sound: "): self = .sound
            case 1 where printed.contains("A node runs with them"): self = .messages
            case 1 where printed.contains("LMDB pages ended the check"): self = .ended
            case 1 where printed.contains("Put a backup in the place of data.mdb"): self = .damaged
            default: return nil
            }
        }
    }
}
