import AsyncHTTPClient
import ChatClient

/// Runs `body` with connections made as nodes make them, and closes them afterwards.
func withHTTPClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
    let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .tidings)
    do {
        let result = try await body(http)
        try await http.shutdown()
        return result
    } catch {
        try? await http.shutdown()
        throw error
    }
}
