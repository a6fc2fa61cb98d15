import ChatClient
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import tidings

/// A node in the process of the tests, built by the same code as the program, on a port of its own.
struct RunningNode: Sendable {
    let node: Node
    let address: NodeAddress
    private let folder: String
    private let handler: InMemoryLogHandler
    private let task: Task<Void, any Error>

    var store: ChatStore { node.store }

    /// Starts a node and returns when it accepts requests.
    ///
    /// - Parameters:
    ///   - address: An address on 127.0.0.1 whose port the node listens on; nil for a free port.
    ///   - founder: Who has admitted the node to a group; nil for a node of no group.
    ///   - peerPort: The port of 127.0.0.1 for links of peers; nil for none.
    init(
        _ folder: String, at address: NodeAddress? = nil, peers: [NodeAddress] = [], links: [LinkAddress] = [],
        peerPort: Int? = nil, founder: SigningKey? = nil, diskReserveBytes: Int = 0, pace: Pace = .quick
    ) async throws {
        let peerListeners = peerPort.map { [Listener(host: "127.0.0.1", port: $0, purpose: .peers)] } ?? []
        var configuration = NodeConfiguration(
            folder: folder, mapSizeBytes: 64 << 20,
            listeners: [Listener(host: "127.0.0.1", port: address?.port ?? 0)] + peerListeners,
            nodeName: try FieldValue("test node"), peers: peers, linkPeers: LinkPeer.peers(at: links), pace: pace)
        configuration.diskReserveBytes = diskReserveBytes
        let (listening, source) = AsyncThrowingStream<Listener, any Error>.makeStream()
        let handler = InMemoryLogHandler()
        let node = try await Node(configuration, logger: Logger(label: "test") { _ in handler }) { source.yield($0) }
        if let founder { try await node.store.enterGroup(of: founder) }
        self.handler = handler
        task = Task {
            do {
                try await node.run()
                source.finish()
            } catch {
                source.finish(throwing: error)
                throw error
            }
        }
        self.node = node
        self.folder = folder
        let listener = try #require(try await listening.first { !$0.isForPeers })
        self.address = try NodeAddress("http://\(listener)")
    }

    /// Stops the node in the way a signal does, and checks its store.
    ///
    /// - Parameter checksStore: false saves the time of the check in a test that starts the node with a large store again.
    func stop(checksStore: Bool = true) async throws {
        await node.stop()
        try await task.value
        guard checksStore else { return }
        let store = try ChatStore(StoreOptions(folder: folder))
        try expectSound(store)
        await store.close()
    }

    /// The lines of the node's log.
    var log: [String] { handler.entries.map { "\($0.message)" } }

    /// The number of lines in the node's log that contain `words`.
    func logCount(of words: String) -> Int {
        log.count { $0.contains(words) }
    }

    var digests: Set<Digest> {
        get throws { Set(try store.wholeLog().digests) }
    }

    /// Waits until the log has at least `count` entries. Reads the log again after each commit.
    func waitForEntries(_ count: Int) async throws {
        while true {
            let slice = try store.wholeLog()
            if slice.entries.count >= count { return }
            await store.commits.next(after: slice.high, on: .log)
        }
    }
}

extension Pace {
    /// The pace of the program with short pauses after failures, and with a short time after which a message that a peer does not
    /// deliver is an exception.
    static var quick: Pace {
        var pace = Pace()
        pace.firstBackoff = .milliseconds(20)
        pace.longestBackoff = .milliseconds(200)
        pace.absence = .milliseconds(500)
        return pace
    }
}
