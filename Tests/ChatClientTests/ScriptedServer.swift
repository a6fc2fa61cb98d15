import AsyncHTTPClient
import ChatClient
import NIOCore
import NIOPosix

/// A server on 127.0.0.1 that reacts to each request as its script says.
struct ScriptedServer {
    let client: ChatClient
    private let events: AsyncStream<ServerEvent>

    /// Runs `body` with a server and a client for it.
    static func run<Result>(
        _ script: ServerScript, _ deadlines: Deadlines = Deadlines(), path: String = "",
        _ body: (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let (events, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ServerScriptHandler(script, continuation))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try NodeAddress("http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(path)")
        return try await withHTTPClient { http in
            let server = ScriptedServer(client: ChatClient(address, http: http, deadlines: deadlines), events: events)
            do {
                let result = try await body(server)
                try await channel.close()
                return result
            } catch {
                try? await channel.close()
                throw error
            }
        }
    }

    /// Returns the first request, or nil if there is none before the server ends.
    func request() async -> String? {
        for await case .request(let text) in events { return text }
        return nil
    }

    /// Returns when a connection has ended.
    func connectionEnded() async {
        for await case .closed in events { return }
    }
}

/// An event of a server's connections.
enum ServerEvent: Sendable {
    /// A request with its body, as received.
    case request(String)
    /// A connection was closed by either side.
    case closed
}

/// Runs `body` with an HTTP client configured as in a node, and shuts it down afterwards.
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
