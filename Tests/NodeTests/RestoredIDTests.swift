import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Clients that continue from the id of their last message, while data folders are restored and nodes are killed.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct RestoredIDTests {
    /// A client of the 2011 article. It is never reset.
    private struct Poller {
        private(set) var past = LogID.zero
        private(set) var texts: [LogID: String] = [:]

        /// Reads all messages after the last one.
        mutating func poll(_ store: ChatStore) throws {
            let query = LogQuery(
                .texts, room: .main, range: .from(.after(past, mark: nil)), limit: .max, byteLimit: .max)
            let slice = try store.read(query)
            for (entry, text) in zip(slice.entries, slice.texts) {
                #expect(entry.id > past)
                #expect(texts.updateValue(text, forKey: entry.id) == nil)
                past = entry.id
            }
        }

        /// Whether the client has seen each text of a log.
        func hasSeen(_ log: LogSlice) -> Bool { Set(log.texts).isSubset(of: texts.values) }
    }

    /// Runs a node beside its peer until both have all messages.
    ///
    /// - Returns: The lines of the node's log.
    private func run(
        _ path: String, beside other: RunningNode, at address: NodeAddress, _ poller: inout Poller, posting count: Int,
        until entries: Int
    ) async throws -> [String] {
        let node = try await RunningNode(path, at: address, peers: [other.address])
        try poller.poll(node.store)
        for _ in 0..<count { try await node.store.post(UUID().uuidString) }
        for node in [node, other] { try await node.waitForEntries(entries) }
        try poller.poll(node.store)
        #expect(poller.hasSeen(try node.store.wholeLog()))
        let log = node.log
        try await node.stop()
        return log
    }

    @Test func `a client gets no id twice when a backup is put back twice and peers refill the store`() async throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path + "/restored", folder.path + "/backup")
        let addresses = try freeAddresses(2)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1], peers: [addresses[0]])
        var poller = Poller()
        _ = try await run(path, beside: other, at: addresses[0], &poller, posting: 20, until: 20)
        try NodeFolder(path).copy(to: backup)
        _ = try await run(path, beside: other, at: addresses[0], &poller, posting: 10, until: 30)
        for round in 1...3 {
            try NodeFolder(path).copyOver(from: backup)
            let log = try await run(
                path, beside: other, at: addresses[0], &poller, posting: 5, until: 30 + 5 * round)
            #expect(log.count { $0.contains("data.mdb was put back from a backup") } == 1, "\(log)")
        }
        // The node closed in order each time, so no id is left out: 30, and each round the refill and 5 new ones.
        #expect(poller.past.rawValue == 30 + 15 + 20 + 25)
        try await other.stop()
    }

    @Test func `a client gets no id twice when data.mdb is moved away, and the log says why ids are left out`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/moved"
        let addresses = try freeAddresses(2)
        let other = try await RunningNode(folder.path + "/other", at: addresses[1], peers: [addresses[0]])
        var poller = Poller()
        _ = try await run(path, beside: other, at: addresses[0], &poller, posting: 10, until: 10)
        try NodeFolder(path).rename("data.mdb", to: "damaged.mdb")
        let log = try await run(path, beside: other, at: addresses[0], &poller, posting: 5, until: 15)
        #expect(
            log.count { $0.contains("begins with an empty store") && $0.contains("only from peers that have them") }
                == 1)
        #expect(poller.past.rawValue == 25)
        try await other.stop()
    }

    @Test func `ids go on above all that a killed program has given, also after a backup was put back`() async throws {
        let folder = try TemporaryFolder()
        let (data, backup) = (NodeFolder(folder.path + "/data"), folder.path + "/backup")
        var last = LogID.zero
        for lifetime in 1...4 {
            let program = try await Program(serving: data.path)
            let client = ChatClient(try await program.address(), http: .shared)
            let given = GivenIDs()
            await withDiscardingTaskGroup { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        while let id = try? await client.add(user: "jack", message: "x", key: UUID().uuidString) {
                            if given.add(id) == 100 { program.send(SIGKILL) }
                        }
                    }
                }
            }
            _ = await program.exitStatus
            let ids = given.all
            #expect(ids.count >= 100 && Set(ids).count == ids.count)
            #expect(try #require(ids.min()) > last)
            if lifetime == 2 { #expect(program.logLines.contains { $0.contains("ended without closing its store") }) }
            last = try #require(ids.max())
            // The copy of a killed node's folder is put back over a newer one, which was killed, too.
            if lifetime == 1 { try data.copy(to: backup) }
            if lifetime == 3 { try data.copyOver(from: backup) }
        }
    }

    @Test func `a program that cannot rename its ids file refuses posts, serves messages, and says so once`()
        async throws
    {
        let folder = try TemporaryFolder()
        let data = NodeFolder(folder.path + "/data")
        let program = try await Program(serving: data.path)
        try await Visitor.visit(try await program.address()) { visitor in
            try data.obstruct("ids-below-1025.lifetime-0")
            for _ in 1...3 {
                let answer = try await visitor.post("refused")
                #expect(answer.status == 503)
                #expect(answer.body.contains("store-unavailable"))
            }
            #expect(try await visitor.get("messages.php").status == 200)
            try data.remove("ids-below-1025.lifetime-0")
            #expect(try await visitor.post("stored").status == 200)
            #expect(try await visitor.get("messages.php").messageCount == 1)
        }
        await program.terminate()
        let lines = await program.errors.split(separator: "\n")
        #expect(lines.count { $0.contains("warning") && $0.contains("The file that reserves ids") } == 1)
        #expect(lines.count { $0.contains("can store messages again") } == 1)
    }
}

/// The ids that a program gave to acknowledged posts.
private final class GivenIDs: Sendable {
    private let ids = Mutex<[LogID]>([])

    var all: [LogID] { ids.withLock { $0 } }

    /// - Returns: The number of ids.
    func add(_ id: LogID) -> Int {
        ids.withLock { ids in
            ids.append(id)
            return ids.count
        }
    }
}
