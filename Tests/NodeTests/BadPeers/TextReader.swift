import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatXML
import Synchronization

/// Reads a node's main room as a client does, and waits for texts in it.
final class TextReader: Sendable {
    struct TooLate: Error {
        let what: String
        let missing: [String]
    }

    private let client: ChatClient
    private let state = Mutex((position: LogPosition.start, texts: Set<String>()))

    init(_ address: NodeAddress) {
        client = ChatClient(address, http: .shared)
    }

    /// Returns once all of these have arrived; for one caller at a time.
    ///
    /// - Throws: ``TooLate`` after a time in which any good message would.
    func expect(_ texts: Set<String>, _ what: String, within time: Duration = .seconds(40)) async throws {
        let end = ContinuousClock.now + time
        while true {
            let (position, missing) = state.withLock { ($0.position, texts.subtracting($0.texts)) }
            if missing.isEmpty { return }
            guard ContinuousClock.now < end else { throw TooLate(what: what, missing: missing.sorted()) }
            let page = try await client.messages(past: position, limit: Limits.pageMessages, waitSeconds: 1)
            let found = page.messages.compactMap { $0.fields[.text]?.description }
            state.withLock { $0 = (page.head.next, $0.texts.union(found)) }
        }
    }
}
