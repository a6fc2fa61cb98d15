import ChatModel
import ChatReplication
import ChatStore
import Foundation
import Logging
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CloneTests {
    private func open(_ folder: String) throws -> ChatStore {
        try ChatStore(StoreOptions(folder: folder, mapSizeBytes: 256 << 20))
    }

    private func post(_ count: Int, _ text: String, in store: ChatStore) async throws {
        try await withThrowingDiscardingTaskGroup { tasks in
            for number in 0..<count { tasks.addTask { try await store.post("\(text) \(number)") } }
        }
    }

    /// Pulls from `log` into `store` until the cursor is at the end of the log of `peer`.
    private func pull(_ log: StoredLog, of peer: ChatStore, into store: ChatStore) async throws {
        log.change(to: peer)
        let id = try #require(PeerID("tidings:\(peer.key.publicKey)"))
        var pace = Pace()
        pace.pageMessages = 100
        let replicator = Replicator(
            store: store, instance: .random(), peers: [Peer(id: id, source: log)], pace: pace,
            time: SystemTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
        let task = Task { try await replicator.run() }
        let end = try peer.wholeLog().next
        try await eventually("the puller is at the end of the log") { try store.storedPeer(id).cursors.settled == end }
        task.cancel()
        try await task.value
    }

    @Test func `two clones that answer by turns send no message twice after the first round`() async throws {
        try await withStore { puller in
            let folder = try TemporaryFolder()
            var one = try open(folder.path + "/one")
            try await post(500, "before the copy", in: one)
            await one.close()
            try FileManager.default.copyItem(atPath: folder.path + "/one", toPath: folder.path + "/other")
            one = try open(folder.path + "/one")
            let copy = try open(folder.path + "/other")
            #expect(one.key.publicKey == copy.key.publicKey)
            let log = StoredLog(one)
            for clone in [one, copy] {
                try await post(100, clone === one ? "at one" : "at the other", in: clone)
                try await pull(log, of: clone, into: puller)
            }
            #expect(try puller.messageCount() == 700)
            // The common position is less than four times as far back as the copy.
            #expect(log.bodiesGivenSinceLastCall() <= 700 + 3 * 100 + 100)
            _ = log.requestsSinceLastCall()

            for (round, new) in [0, 10, 0, 150].enumerated() {
                for clone in [one, copy] {
                    try await post(new, "round \(round)", in: clone)
                    try await pull(log, of: clone, into: puller)
                    #expect(log.bodiesGivenSinceLastCall() == new)
                    // The refused request, the one with the positions, and one for each further page and for what comes then.
                    #expect(log.requestsSinceLastCall() <= 3 + new / 100)
                }
            }
            #expect(try puller.messageCount() == 700 + 2 * 160)
            for clone in [one, copy] { await clone.close() }
        }
    }
}
