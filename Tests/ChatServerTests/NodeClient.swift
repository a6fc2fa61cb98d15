import ChatModel
import ChatStore
import ChatXML
import Hummingbird
import HummingbirdTesting

/// An HTTP client for the routes of a node.
struct NodeClient: Sendable {
    static let formType = "application/x-www-form-urlencoded"

    let http: any TestClientProtocol
    let store: ChatStore

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await http.executeRequest(uri: uri, method: .get, headers: headers, body: nil)
    }

    func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await http.executeRequest(uri: uri, method: method, headers: headers, body: nil)
    }

    func post(
        _ uri: String = "/add.php", _ body: String, type: String? = formType, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await post(uri, bytes: Array(body.utf8), type: type, headers: headers)
    }

    func post(
        _ uri: String = "/add.php", bytes: [UInt8], type: String? = formType, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = type
        return try await http.executeRequest(
            uri: uri, method: .post, headers: headers, body: ByteBuffer(bytes: bytes))
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The code of a failure; nil for another answer.
    var code: FailureCode? {
        guard case .failure(let refusal) = try? Answer(reading: Array(buffer: body)) else { return nil }
        return refusal.code
    }
}
