import ChatClient
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import InMemoryLogging
import Logging
import TestSupport
import Testing

@testable import tidings

/// A node in this process, on a port of its own: the same parts as the program's, put together by the same code.
struct RunningNode: Sendable {
    let node: Node
    let address: NodeAddress
    private let folder: String
    private let log: InMemoryLogHandler
    private let task: Task<Void, any Error>

    var store: ChatStore { node.store }

    /// Starts a node and returns when it accepts requests.
    ///
    /// - Parameter port: 0 picks one.
    init(_ folder: String, port: Int = 0, peers: [NodeAddress] = []) async throws {
        var pace = Pace()
        pace.firstBackoff = .milliseconds(20)
        pace.longestBackoff = .milliseconds(200)
        let configuration = NodeConfiguration(
            folder: folder, mapSizeBytes: 64 << 20, listeners: [Listener(host: "127.0.0.1", port: port)],
            name: try FieldValue("test node"), peers: peers, pace: pace)
        let (listening, source) = AsyncThrowingStream<Listener, any Error>.makeStream()
        let log = InMemoryLogHandler()
        let node = try await Node(configuration, logger: Logger(label: "test") { _ in log }) { source.yield($0) }
        self.log = log
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
        let listener = try #require(try await listening.first { _ in true })
        address = try NodeAddress("http://\(listener)")
    }

    /// Stops the node as a signal does, and walks its store.
    func stop() async throws {
        await node.stop()
        try await task.value
        let store = try ChatStore(StoreOptions(folder: folder))
        try expectSound(store)
        await store.close()
    }

    /// How often the log says something that contains `words`.
    func timesSaid(_ words: String) -> Int {
        log.entries.count { "\($0.message)".contains(words) }
    }

    var digests: Set<Digest> {
        get throws { Set(try store.wholeLog().digests) }
    }

    /// Returns when the store holds so many messages: reads again with each commit.
    func holds(_ count: Int) async throws {
        while true {
            let slice = try store.wholeLog()
            if slice.entries.count >= count { return }
            await store.commits.next(after: slice.high, in: nil)
        }
    }
}

/// Addresses on which nothing listens yet, so that nodes can name one another before they start.
func freePorts(_ count: Int) throws -> [Int] {
    let sockets = try (0..<count).map { _ in try ListeningSocket() }
    return sockets.map(\.port)
}
