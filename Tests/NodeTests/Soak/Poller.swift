import AsyncHTTPClient
import ChatModel
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A client like that of the 2011 article: it requests the messages after the last id that it read, and does not remove
/// duplicates.
final class Poller: Sendable {
    struct Seen: Sendable {
        let id: LogID
        let text: FieldValue
    }

    struct UnreadablePage: Error {
        let body: String
    }

    private let client: NamespaceClient
    private let url: String
    private let state = Mutex<[Seen]>([])

    /// The default number of messages of a page.
    private static let pageMessages = 50

    init(_ client: NamespaceClient, port: Int) {
        self.client = client
        url = "http://localhost:\(port)/messages.php"
    }

    var seen: [Seen] { state.withLock { $0 } }
    var count: Int { state.withLock { $0.count } }

    /// Reads until the task is cancelled, also while the node does not answer.
    ///
    /// - Throws: ``UnreadablePage`` if an answer is not a page.
    func run() async throws {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            let past = state.withLock { $0.last?.id } ?? .zero
            var messages: [Seen] = []
            if let body = try? await body(past: past) { messages = try Self.read(body) }
            state.withLock { $0 += messages }
            if messages.count < Self.pageMessages { try? await clock.sleep(for: .milliseconds(100)) }
        }
    }

    /// Requests a page.
    ///
    /// - Returns: nil if the status is not 200.
    private func body(past: LogID) async throws -> Data? {
        // The article's parameter `t` avoids caches, and makes the node close the connection.
        let request = HTTPClientRequest(url: "\(url)?past=\(past)&t=\(Int.random(in: 0..<1 << 31))")
        let response = try await client.http.execute(request, timeout: TimeAmount(NamespaceClient.longestAnswer))
        let body = try await response.body.collect(upTo: 4 << 20)
        return response.status == .ok ? Data(body.readableBytesView) : nil
    }

    /// Reads a page with Foundation's XML parser, to be independent of that of the program.
    private static func read(_ body: Data) throws -> [Seen] {
        do {
            let document = try XMLDocument(data: body, options: .nodePreserveAll)
            return try document.nodes(forXPath: "/chat/message").map { node in
                let id = try node.nodes(forXPath: "@id").first?.stringValue ?? ""
                let text = try node.nodes(forXPath: "text").first?.stringValue ?? ""
                guard let id = LogID(decimal: id) else {
                    throw UnreadablePage(body: String(decoding: body, as: UTF8.self))
                }
                return Seen(id: id, text: try FieldValue(text))
            }
        } catch {
            throw UnreadablePage(body: String(decoding: body, as: UTF8.self))
        }
    }
}
