import AsyncHTTPClient
import ChatModel
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A client in the manner of the 2011 one: it asks for what lies past the id of the last message it read, and checks
/// nothing for doubles.
final class Poller: Sendable {
    struct Seen: Sendable {
        let id: LogID
        let text: FieldValue
    }

    struct NoPage: Error {
        let body: String
    }

    private let client: NamespaceClient
    private let url: String
    private let state = Mutex<[Seen]>([])

    /// So many the node gives at once.
    private static let pageMessages = 50

    init(_ client: NamespaceClient, port: Int) {
        self.client = client
        url = "http://localhost:\(port)/messages.php"
    }

    var seen: [Seen] { state.withLock { $0 } }
    var count: Int { state.withLock { $0.count } }

    /// Reads until its task is cancelled, whether or not the node answers.
    ///
    /// - Throws: ``NoPage`` for an answer that cannot be read.
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

    /// The body of a 200; nothing where the node refuses.
    private func body(past: LogID) async throws -> Data? {
        // Its parameter `t` keeps caches away and makes the node close the connection.
        let request = HTTPClientRequest(url: "\(url)?past=\(past)&t=\(Int.random(in: 0..<1 << 31))")
        let response = try await client.http.execute(request, timeout: TimeAmount(NamespaceClient.longestAnswer))
        let body = try await response.body.collect(upTo: 4 << 20)
        return response.status == .ok ? Data(body.readableBytesView) : nil
    }

    /// Foundation's reader, not the one of the program.
    private static func read(_ body: Data) throws -> [Seen] {
        do {
            let document = try XMLDocument(data: body, options: .nodePreserveAll)
            return try document.nodes(forXPath: "/chat/message").map { node in
                let id = try node.nodes(forXPath: "@id").first?.stringValue ?? ""
                let text = try node.nodes(forXPath: "text").first?.stringValue ?? ""
                guard let id = LogID(decimal: id) else { throw NoPage(body: String(decoding: body, as: UTF8.self)) }
                return Seen(id: id, text: try FieldValue(text))
            }
        } catch {
            throw NoPage(body: String(decoding: body, as: UTF8.self))
        }
    }
}
