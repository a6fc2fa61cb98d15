import ChatModel
import ChatStore
import Logging
import TestSupport
import Testing

@testable import ChatReplication

/// A peer whose key its source proves.
@Suite(.timeLimit(.minutes(10)))
struct ProvenPeerTests {
    private let instance = Instance.random()

    /// Pulls from a store, as from a peer with a proven key, until the status of the peer is as wanted.
    private func pull(
        from source: ChatStore, provenAs key: PublicKey, into store: ChatStore,
        until isDone: (PeerStatus, Replicator) throws -> Bool
    ) async throws {
        let id = try #require(PeerID("tidings:\(key)"))
        let peer = Peer(id: id, source: StoredLog(source), key: key, address: "tidings:\(key)@peer:7411")
        let replicator = Replicator(
            store: store, instance: .random(), peers: [peer], time: SystemTime(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notify: { _, _ in })
        let task = Task { try await replicator.run() }
        try await eventually("The status is as wanted.") { try isDone(replicator.status().peers[0], replicator) }
        task.cancel()
        try await task.value
    }

    @Test func `pages of the node with the proven key are stored`() async throws {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let key = source.key.publicKey
                try await pull(from: source, provenAs: key, into: store) { status, _ in
                    #expect(status.node == key)
                    #expect(status.address == "tidings:\(key)@peer:7411")
                    return status.state == .inSync
                }
                #expect(try store.messageCount() == 1)
            }
        }
    }

    @Test func `a page that names another node is not read`() async throws {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let key = SigningKey().publicKey
                try await pull(from: source, provenAs: key, into: store) { status, _ in
                    status.state == .failing(.otherNode(source.key.publicKey))
                }
                #expect(try store.messageCount() == 0)
                let id = try #require(PeerID("tidings:\(key)"))
                #expect(try store.storedPeer(id).cursors == .start)
            }
        }
    }

    @Test func `a proven request counts for the peer, and claims of its key change nothing afterwards`() async throws {
        try await withStore { source in
            _ = try await source.post(try Draft(text: "hello"), postKey: nil)
            try await withStore { store in
                let key = source.key.publicKey
                let request = PullRequest(
                    from: .beginning, limit: 1, waitSeconds: 0, node: key, instance: instance, group: .none)
                try await pull(from: source, provenAs: key, into: store) { status, replicator in
                    if !status.isProven {
                        replicator.noteRequest(request, confirmed: .zero.advanced(by: 1), isProven: true)
                    }
                    replicator.noteRequest(request, confirmed: .zero.advanced(by: 9), isProven: false)
                    // A contact must not confirm an id that this node has not given.
                    return status.isProven && status.confirmed == .zero.advanced(by: 1) && status.state == .inSync
                }
            }
        }
    }
}
