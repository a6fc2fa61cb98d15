import ChatStore
import Foundation
import TestSupport
import Testing

@testable import tidings

@Suite(.serialized, .timeLimit(.minutes(2)))
struct RebuildCommandTests {
    private func rebuild(_ folder: String, to target: String) async throws -> Program {
        try await Program(["--data", folder, "--rebuild", target], command: "check")
    }

    @Test func `a node whose store was built again gets from its peer the messages that could not be read`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let peer = try await RunningNode(folder.path + "/peer")
        for number in 1...50 { try await peer.store.post("message \(number) of 50") }
        let node = try await RunningNode(old, peers: [peer.address])
        try await node.waitForEntries(50)
        try await node.stop()
        var file = try StoreFile(old)
        file.bytes.resetBytes(in: 0..<2 * StoreFile.pageBytes)
        for offset in file.offsets(of: Array("message 7 of".utf8)) { file.bytes[offset] ^= 1 }
        try file.save()

        let program = try await rebuild(old, to: new)
        #expect(await program.exitStatus == 0)
        let printed = await program.printed
        #expect(printed.contains("The new store in \(new) has 49 messages"), "\(printed)")
        #expect(
            printed.contains("Records may be lost in one place of the log, first after id 6."), "\(printed)")
        #expect(printed.contains("Start the node with --data \(new) and keep"), "\(printed)")

        let again = try await RunningNode(new, peers: [peer.address])
        try await again.waitForEntries(50)
        #expect(try again.digests == peer.digests)
        try await again.stop()
        try await peer.stop()
    }

    @Test func `a rebuild that is killed leaves a complete folder or none, and the next one succeeds`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        try await fill(old, count: 2000)
        for delay in [20, 60, 120, 200, 300, 400] {
            let program = try await rebuild(old, to: new)
            try await Task.sleep(for: .milliseconds(delay))
            program.send(SIGKILL)
            _ = await program.exitStatus
            guard FileManager.default.fileExists(atPath: new) else { continue }
            // The rebuild had ended before the signal.
            try await expectComplete(new)
            try FileManager.default.removeItem(atPath: new)
        }
        let program = try await rebuild(old, to: new)
        #expect(await program.exitStatus == 0)
        #expect(!FileManager.default.fileExists(atPath: new + ".building"))
        try await expectComplete(new)
    }

    private func expectComplete(_ folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        #expect(try store.messageCount() == 2000)
        try expectSound(store)
        await store.close()
    }

    @Test func `the command prints one sentence if it cannot build a store`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        try await fill(old, count: 3)
        let full = try await rebuild(old, to: folder.path)
        #expect(await full.exitStatus == 2)
        #expect(await full.errors.contains("No store can be built in the folder \(folder.path) (it is not empty)."))
        try Data("no key".utf8).write(to: URL(filePath: old + "/node.key"))
        let program = try await rebuild(old, to: new)
        #expect(await program.exitStatus == 2)
        #expect(await program.errors.contains("The key file \(old)/node.key does not contain a private key."))
    }

    @Test func `a store is not built in the working directory, which would be replaced`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        try await fill(old, count: 3)
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
        let line = "cd \(new) && exec \(Program.built.path) check --data ../old --rebuild ."
        let program = try await Program([line], command: "-c", program: URL(filePath: "/bin/sh"))
        #expect(await program.exitStatus == 2)
        #expect(await program.errors.contains("No store can be built in the folder . (it is the working directory)."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["new", "old"])
    }

    @Test func `the command says what to do if the node key is missing`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        try await fill(old, count: 3)
        try FileManager.default.removeItem(atPath: old + "/node.key")
        let program = try await rebuild(old, to: new + "/")
        #expect(await program.exitStatus == 0)
        let printed = await program.printed
        #expect(printed.contains("No group was found."), "\(printed)")
        #expect(printed.contains("start the node the first time with --new-key"), "\(printed)")
    }

    #if os(Linux)
        @Test(.enabled(if: TemporaryDisk.isAllowed, "Only root may mount a small disk."))
        func `a rebuild on a full disk says so and leaves nothing`() async throws {
            let folder = try TemporaryFolder()
            let disk = try TemporaryDisk(bytes: 1 << 20)
            try await fill(folder.path + "/old", count: 2000)
            let program = try await rebuild(folder.path + "/old", to: disk.path + "/new")
            #expect(await program.exitStatus == 2)
            #expect(await program.errors.contains("The disk is full, so the unfinished store was removed."))
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
            // A folder on which a file system is mounted cannot be replaced.
            let mounted = try await rebuild(folder.path + "/old", to: disk.path)
            #expect(await mounted.exitStatus == 2)
            #expect(await mounted.errors.contains("No store can be built in the folder \(disk.path)"))
        }
    #endif
}
