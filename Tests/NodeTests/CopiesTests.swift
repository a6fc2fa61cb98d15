import ChatClient
import ChatModel
import ChatStore
import Foundation
import TestSupport
import Testing

/// What people do with folders while nodes are stopped, and what the nodes make of it.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct CopiesTests {
    enum Restore: CaseIterable {
        /// The contents of the file go back, as with a snapshot of the machine: the same inode and birth time.
        case snapshot
        /// Another file comes into its place.
        case file
        /// Another folder comes into its place.
        case folder

        func put(_ backup: String, back path: String) throws {
            let files = FileManager.default
            switch self {
            case .snapshot:
                let contents = try Data(contentsOf: URL(filePath: backup + "/data.mdb"))
                let file = try FileHandle(forWritingTo: URL(filePath: path + "/data.mdb"))
                try file.write(contentsOf: contents)
                try file.truncate(atOffset: UInt64(contents.count))
                try file.close()
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

    private func addresses(_ ports: [Int]) throws -> [NodeAddress] {
        try ports.map { try NodeAddress("http://127.0.0.1:\($0)") }
    }

    @Test(arguments: Restore.allCases)
    func `a restored node gets its lost messages back and ends equal to its peer`(by restore: Restore) async throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path + "/restored", folder.path + "/backup")
        let ports = try freePorts(2)
        let addresses = try addresses(ports)
        let other = try await RunningNode(folder.path + "/other", port: ports[1], peers: [addresses[0]])
        var node = try await RunningNode(path, port: ports[0], peers: [addresses[1]])
        try await post(10, "in the backup", on: node)
        try await other.holds(10)
        try await node.stop()
        try FileManager.default.copyItem(atPath: path, toPath: backup)

        node = try await RunningNode(path, port: ports[0], peers: [addresses[1]])
        try await post(10, "after the backup", on: node)
        try await other.holds(20)
        try await node.stop()
        try restore.put(backup, back: path)

        // Before anyone pulls: as many as were lost, so that a snapshot's ids come into place again.
        node = try await RunningNode(path)
        #expect(try node.store.messageCount() == 10)
        try await post(10, "after it was put back", on: node)
        try await node.stop()
        node = try await RunningNode(path, port: ports[0], peers: [addresses[1]])
        for node in [node, other] { try await node.holds(30) }
        #expect(try node.digests == other.digests)
        #expect(other.timesSaid("was restored or replaced") == 1)
        try await stop(node, other)
    }

    @Test func `two nodes with the same key lose no message, and each logs the other once`() async throws {
        let folder = try TemporaryFolder()
        let ports = try freePorts(3)
        let addresses = try addresses(ports)
        let original = try await RunningNode(folder.path + "/original")
        try await post(5, "before the clone", on: original)
        try await original.stop()
        try FileManager.default.copyItem(atPath: folder.path + "/original", toPath: folder.path + "/clone")

        var nodes: [RunningNode] = []
        for (index, name) in ["original", "clone", "third"].enumerated() {
            let peers = addresses.enumerated().filter { $0.offset != index }.map(\.element)
            nodes.append(try await RunningNode("\(folder.path)/\(name)", port: ports[index], peers: peers))
        }
        for node in nodes { for _ in 0..<10 { try await node.store.post("the same text") } }
        for node in nodes { try await node.holds(35) }
        for node in nodes { #expect(try node.digests == nodes[0].digests) }
        #expect(nodes.map { $0.timesSaid("runs under this node's key") } == [1, 1, 0])
        for node in nodes { try await node.stop() }
    }

    @Test func `a node whose database was deleted gets all messages back and can post again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/wiped"
        let ports = try freePorts(2)
        let addresses = try addresses(ports)
        let other = try await RunningNode(folder.path + "/other", port: ports[1], peers: [addresses[0]])
        var node = try await RunningNode(path, port: ports[0], peers: [addresses[1]])
        try await post(10, "before", on: node)
        try await other.holds(10)
        try await node.stop()
        for file in ["data.mdb", "lock.mdb"] { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }

        node = try await RunningNode(path, port: ports[0], peers: [addresses[1]])
        try await post(5, "behind", on: node)
        for node in [node, other] { try await node.holds(15) }
        #expect(try node.digests == other.digests)
        try await stop(node, other)
    }

    @Test func `a puller reads the whole log of a new node at its peer's address`() async throws {
        let folder = try TemporaryFolder()
        let ports = try freePorts(1)
        let first = try await RunningNode(folder.path + "/first", port: ports[0])
        try await post(10, "of the first", on: first)
        let puller = try await RunningNode(folder.path + "/puller", peers: try addresses(ports))
        try await puller.holds(10)
        let ofFirst = try first.digests
        try await first.stop()

        let second = try await RunningNode(folder.path + "/second", port: ports[0])
        try await post(20, "of the second", on: second)
        try await puller.holds(30)
        #expect(try puller.digests == ofFirst.union(second.digests))
        #expect(puller.timesSaid("was restored or replaced") == 1)
        try await stop(puller, second)
    }
}
