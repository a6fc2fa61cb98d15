import ChatModel
import ChatStore
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ChatReplication

/// A replicator whose peers change while it runs.
@Suite(.timeLimit(.minutes(10)))
struct ChangingPeersTests {
    private let id = PeerID("http://peer:8080")!

    /// A log whose requests last for 20 ms even if they are cancelled. It counts the requests in progress.
    private final class SlowLog: LogSource {
        private let log: StoredLog
        private let counts = Mutex<(present: Int, highest: Int)>((0, 0))

        init(_ store: ChatStore) {
            log = StoredLog(store)
        }

        var highestCount: Int { counts.withLock { $0.highest } }

        func page(_ request: PullRequest) async throws(PullFailure) -> [UInt8] {
            counts.withLock { $0 = ($0.present + 1, max($0.highest, $0.present + 1)) }
            defer { counts.withLock { $0.present -= 1 } }
            await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value
            return try await log.page(request)
        }

        func messages(_ digests: [Digest]) async throws(PullFailure) -> [UInt8] { try await log.messages(digests) }
    }

    private func replicator(of store: ChatStore, _ peers: [Peer] = []) -> Replicator {
        Replicator(
            store: store, instance: .random(), peers: peers, time: SystemTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
    }

    private func running(_ replicator: Replicator, _ body: () async throws -> Void) async throws {
        let task = Task { try await replicator.run() }
        try await body()
        task.cancel()
        try await task.value
    }

    @Test func `a peer that is added is pulled from at once`() async throws {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let replicator = replicator(of: store)
                try await running(replicator) {
                    #expect(try replicator.status().peers.isEmpty)
                    replicator.add(Peer(id: id, source: StoredLog(source)))
                    try await eventually("The message is stored.") { try store.messageCount() == 1 }
                    #expect(try replicator.status().peers.map(\.address) == ["\(id)"])
                }
            }
        }
    }

    @Test func `a peer that is added before the replicator runs is pulled from when it runs`() async throws {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let replicator = replicator(of: store)
                replicator.add(Peer(id: id, source: StoredLog(source)))
                try await running(replicator) {
                    try await eventually("The message is stored.") { try store.messageCount() == 1 }
                }
            }
        }
    }

    @Test func `a removed peer is pulled from no more, and is pulled from its cursor on when it is added again`()
        async throws
    {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "one"), postKey: nil)
            try await withStore { store in
                let replicator = replicator(of: store, [Peer(id: id, source: StoredLog(source))])
                try await running(replicator) {
                    try await eventually("The peer is in sync.") { try replicator.status().peers[0].state == .inSync }
                    replicator.remove(id)
                    #expect(try replicator.status().peers.isEmpty)
                    try await eventually("The pull has ended.") { source.commits.waiterCount == 0 }
                    _ = try await source.post(try Draft(text: "two"), postKey: nil)
                    let again = StoredLog(source)
                    #expect(try store.messageCount() == 1)
                    replicator.add(Peer(id: id, source: again))
                    try await eventually("The second message is stored.") { try store.messageCount() == 2 }
                    #expect(again.bodiesGivenSinceLastCall() == 1)
                }
            }
        }
    }

    @Test func `a peer that is removed and added again and again is pulled from by one puller at a time`() async throws
    {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let (replicator, log) = (replicator(of: store), SlowLog(source))
                try await running(replicator) {
                    for number in 1...30 {
                        replicator.add(Peer(id: id, source: log))
                        // Sometimes it is removed before its puller has started, sometimes during a request.
                        if number % 3 > 0 { try await Task.sleep(for: .milliseconds(number % 3)) }
                        replicator.remove(id)
                    }
                    for _ in 1...2 { replicator.add(Peer(id: id, source: log)) }
                    try await eventually("The message is stored.") { try store.messageCount() == 1 }
                    try await eventually("One request waits.") { source.commits.waiterCount == 1 }
                    #expect(try replicator.status().peers.count == 1)
                }
                #expect(log.highestCount == 1)
            }
        }
    }

    @Test func `the contact with a removed peer is forgotten`() async throws {
        try await withStore { source in
            try await withStore { store in
                let replicator = replicator(of: store, [Peer(id: id, source: StoredLog(source))])
                try await running(replicator) {
                    try await eventually("The peer is in sync.") { try replicator.status().peers[0].state == .inSync }
                    replicator.remove(id)
                }
                #expect(try store.contact(with: id) == nil)
            }
        }
    }
}
