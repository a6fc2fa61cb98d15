import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatXML
import Synchronization

/// A client that waits for texts in the main room of a node.
final class TextReader: Sendable {
    struct Timeout: Error {
        let name: String
        let missing: [String]
    }

    /// Closes idle connections before the node does, so that no request meets a closing one. `HTTPClient.shared` does not.
    private static let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .tidings)

    private let client: ChatClient
    private let state = Mutex((position: LogPosition.start, texts: Set<String>()))

    init(_ address: NodeAddress) {
        client = ChatClient(address, http: Self.http)
    }

    /// Waits until all texts have arrived. Only one task may wait at a time.
    ///
    /// - Parameter name: Names the wait in the error.
    /// - Throws: ``Timeout`` if a text has not arrived within `time`.
    func expect(_ texts: Set<String>, _ name: String, within time: Duration = .seconds(40)) async throws {
        let end = ContinuousClock.now + time
        while true {
            let (position, missing) = state.withLock { ($0.position, texts.subtracting($0.texts)) }
            if missing.isEmpty { return }
            guard ContinuousClock.now < end else { throw Timeout(name: name, missing: missing.sorted()) }
            let page = try await client.messages(past: position, limit: Limits.pageMessages, waitSeconds: 1)
            let found = page.messages.compactMap { $0[.text]?.description }
            state.withLock { $0 = (page.head.next, $0.texts.union(found)) }
        }
    }
}
