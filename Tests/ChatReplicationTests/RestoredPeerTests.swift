import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Logging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RestoredPeerTests {
    private func open(_ folder: String) throws -> ChatStore {
        try ChatStore(StoreOptions(folder: folder, mapSizeBytes: 256 << 20))
    }

    private func post(_ count: Int, _ text: String, in store: ChatStore) async throws {
        try await withThrowingDiscardingTaskGroup { tasks in
            for number in 0..<count { tasks.addTask { try await store.post("\(text) \(number)") } }
        }
    }

    /// Returns when the store has this many messages.
    private func waitFor(_ count: Int, in store: ChatStore) async throws {
        while try store.messageCount() < count { await store.commits.next(after: try store.wholeLog().high, on: .log) }
    }

    /// Pulls from `log` into `store` while `body` runs.
    private func pulling(_ log: StoredLog, into store: ChatStore, _ body: () async throws -> Void) async throws {
        let peer = Peer(id: try #require(PeerID("http://peer")), source: log)
        var pace = Pace()
        pace.pageMessages = 100
        let replicator = Replicator(
            store: store, instance: .random(), peers: [peer], pace: pace,
            time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
        let task = Task { try await replicator.run() }
        try await body()
        task.cancel()
        try await task.value
    }

    @Test(arguments: [10, 100])
    func `a restored peer sends at most four times as many messages as it lost`(lost: Int) async throws {
        try await withStore { puller in
            let folder = try TemporaryFolder()
            var peer = try open(folder.path + "/peer")
            try await post(500 - lost, "in the backup", in: peer)
            await peer.close()
            let backup = try Data(contentsOf: URL(filePath: folder.path + "/peer/data.mdb"))
            peer = try open(folder.path + "/peer")
            let log = StoredLog(peer)
            try await pulling(log, into: puller) {
                try await waitFor(500 - lost, in: puller)
                for number in 0..<lost { try await peer.post("behind the backup \(number)") }
                try await waitFor(500, in: puller)
            }
            #expect(log.bodiesGivenSinceLastCall() == 500)
            await peer.close()

            try backup.write(to: URL(filePath: folder.path + "/peer/data.mdb"))
            let restored = try open(folder.path + "/peer")
            try await post(10, "after it was put back", in: restored)
            log.change(to: restored)
            try await pulling(log, into: puller) { try await waitFor(510, in: puller) }
            // Up to three times as many messages as were lost, the new ones, and the rest of a page.
            #expect(log.bodiesGivenSinceLastCall() <= 3 * lost + 10 + 100)
            await restored.close()
        }
    }
}
