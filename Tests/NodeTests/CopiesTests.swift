import ChatClient
import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

/// Nodes whose data folder was restored, copied, emptied or replaced while they were stopped.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct CopiesTests {
    /// What a restore replaces by its backup.
    enum Restore: CaseIterable {
        /// The contents of the files and the name of the ids file, as from a snapshot of the machine: nothing in the folder
        /// shows the restore.
        case snapshot
        /// The contents of the files, as from `cp -a`: the folder's own ids file stays beside the backup's.
        case contents
        /// The file: the copy has another inode.
        case file
        /// The folder with all its files.
        case folder

        func restore(_ path: String, from backup: String) throws {
            let files = FileManager.default
            switch self {
            case .snapshot:
                let contents = try Data(contentsOf: URL(filePath: backup + "/data.mdb"))
                let file = try FileHandle(forWritingTo: URL(filePath: path + "/data.mdb"))
                try file.write(contentsOf: contents)
                try file.truncate(atOffset: UInt64(contents.count))
                try file.close()
                try NodeFolder(path).rename(NodeFolder(path).idsFiles[0], to: NodeFolder(backup).idsFiles[0])
            case .contents: try NodeFolder(path).copyOver(from: backup)
            case .file:
                try files.removeItem(atPath: path + "/data.mdb")
                try files.copyItem(atPath: backup + "/data.mdb", toPath: path + "/data.mdb")
            case .folder:
                try files.removeItem(atPath: path)
                try files.copyItem(atPath: backup, toPath: path)
            }
        }
    }

    private func post(_ count: Int, _ text: String, on node: RunningNode) async throws {
        for number in 0..<count { try await node.store.post("\(text) \(number)") }
    }

    private func stop(_ nodes: RunningNode...) async throws {
        for node in nodes { try await node.stop() }
    }

    @Test(arguments: Restore.allCases)
    func `a restored node gets its lost messages back and ends equal to its peer`(of part: Restore) async throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path + "/restored", folder.path + "/backup")
        let addresses = try freeAddresses(2)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1], peers: [addresses[0]])
        var node = try await RunningNode(path, at: addresses[0], peers: [addresses[1]])
        try await post(10, "in the backup", on: node)
        try await other.waitForEntries(10)
        try await node.stop()
        try FileManager.default.copyItem(atPath: path, toPath: backup)

        node = try await RunningNode(path, at: addresses[0], peers: [addresses[1]])
        try await post(10, "after the backup", on: node)
        try await other.waitForEntries(20)
        try await node.stop()
        try part.restore(path, from: backup)

        // Before any peer pulls, the node posts as many messages as it lost. After a snapshot, their ids are used again.
        node = try await RunningNode(path)
        #expect(try node.store.messageCount() == 10)
        try await post(10, "after the restore", on: node)
        try await node.stop()
        node = try await RunningNode(path, at: addresses[0], peers: [addresses[1]])
        for node in [node, other] { try await node.waitForEntries(30) }
        #expect(try node.digests == other.digests)
        #expect(other.logCount(of: "was restored or replaced") == 1)
        let sentence = part == .snapshot ? "A peer has a message that this node has signed" : "put back from a backup"
        #expect(node.logCount(of: sentence) == (part == .snapshot ? 1 : 0))
        try await stop(node, other)
    }

    @Test func `two nodes with the same key lose no message, and each logs the other once`() async throws {
        let folder = try TemporaryFolder()
        let addresses = try freeAddresses(3)
        let original = try await RunningNode(folder.path + "/original")
        try await post(5, "before the clone", on: original)
        try await original.stop()
        try FileManager.default.copyItem(atPath: folder.path + "/original", toPath: folder.path + "/clone")

        var nodes: [RunningNode] = []
        for (index, name) in ["original", "clone", "third"].enumerated() {
            let peers = addresses.enumerated().filter { $0.offset != index }.map(\.element)
            nodes.append(try await RunningNode("\(folder.path)/\(name)", at: addresses[index], peers: peers))
        }
        for node in nodes { for _ in 0..<10 { try await node.store.post("the same text") } }
        for node in nodes { try await node.waitForEntries(35) }
        for node in nodes { #expect(try node.digests == nodes[0].digests) }
        #expect(nodes.map { $0.logCount(of: "has this node's key") } == [1, 1, 0])
        for node in nodes { try await node.stop() }
    }

    @Test func `a node whose database was deleted gets all messages back and can post again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/wiped"
        let addresses = try freeAddresses(2)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1], peers: [addresses[0]])
        var node = try await RunningNode(path, at: addresses[0], peers: [addresses[1]])
        try await post(10, "before the deletion", on: node)
        try await other.waitForEntries(10)
        try await node.stop()
        for file in ["data.mdb", "lock.mdb"] { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }

        node = try await RunningNode(path, at: addresses[0], peers: [addresses[1]])
        try await post(5, "after the deletion", on: node)
        for node in [node, other] { try await node.waitForEntries(15) }
        #expect(try node.digests == other.digests)
        try await stop(node, other)
    }

    @Test func `a puller reads the whole log of a new node at its peer's address`() async throws {
        let folder = try TemporaryFolder()
        let address = try freeAddresses(1)[0]
        let first = try await RunningNode(folder.path + "/first", at: address)
        try await post(10, "of the first", on: first)
        let puller = try await RunningNode(folder.path + "/puller", peers: [address])
        try await puller.waitForEntries(10)
        let digestsOfFirst = try first.digests
        try await first.stop()

        let second = try await RunningNode(folder.path + "/second", at: address)
        try await post(20, "of the second", on: second)
        try await puller.waitForEntries(30)
        #expect(try puller.digests == digestsOfFirst.union(second.digests))
        #expect(puller.logCount(of: "was restored or replaced") == 1)
        try await stop(puller, second)
    }
}
