import AsyncHTTPClient
import ChatClient
import Foundation
import NIOCore
import NIOHTTP1

/// An HTTP client of a node that sees statuses and bodies, and opens as many connections as it needs.
struct Visitor: Sendable {
    struct Answer: Equatable, Sendable {
        let status: UInt
        let body: String

        /// The number of messages in the body.
        var messageCount: Int { body.components(separatedBy: "<message ").count - 1 }
    }

    let address: NodeAddress
    private let http: HTTPClient

    /// Passes a visitor of a node to `body`, and closes its connections afterwards.
    static func visit<Result>(
        _ address: NodeAddress, _ body: (Visitor) async throws -> Result
    ) async throws -> Result {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 250
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(Visitor(address: address, http: http)))
        } catch {
            result = .failure(error)
        }
        try await http.shutdown()
        return try result.get()
    }

    func get(_ path: String) async throws -> Answer {
        try await answer(HTTPClientRequest(url: "\(address)/\(path)"))
    }

    func post(_ text: String) async throws -> Answer {
        var request = HTTPClientRequest(url: "\(address)/add.php")
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: "user=jack&message=\(text)"))
        return try await answer(request)
    }

    /// Posts texts until the node refuses one. Each text begins with its number, from 0.
    ///
    /// - Parameter bytes: The length of each text after its number.
    /// - Returns: The stored texts, and the refusal; nil if the node stored 10,000 texts.
    func postUntilRefused(bytes: Int) async throws -> (stored: [String], refusal: Answer?) {
        var stored: [String] = []
        while stored.count < 10_000 {
            let text = "\(stored.count)-" + String(repeating: "x", count: bytes)
            let answer = try await post(text)
            guard answer.status == 200 else { return (stored, answer) }
            stored.append(text)
        }
        return (stored, nil)
    }

    private func answer(_ request: HTTPClientRequest) async throws -> Answer {
        let response = try await http.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 16 << 20)
        return Answer(status: response.status.code, body: String(buffer: body))
    }
}
