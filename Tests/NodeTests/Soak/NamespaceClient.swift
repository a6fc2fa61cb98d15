import AsyncHTTPClient
import ChatClient
import Foundation
import NIOCore
import NIOPosix

#if os(Linux)
    // sched.h declares both only with _GNU_SOURCE, which Swift's Glibc module does not define.
    @_silgen_name("setns") private func setns(_ descriptor: CInt, _ kind: CInt) -> CInt
    private let cloneNewNet: CInt = 0x4000_0000
#endif

/// An HTTP client whose connections are made inside the network namespace of a node.
///
/// A socket belongs to the namespace of the thread that makes it. Here that is the only thread of an event loop group.
/// AsyncHTTPClient looks up the name `localhost` instead of the IP address, because the socket is made on that thread only
/// after a name was resolved; for an IP address it would be made on the thread of the caller.
struct NamespaceClient: Sendable {
    let http: HTTPClient
    private let group: MultiThreadedEventLoopGroup

    static let longestAnswer = Duration.seconds(2)

    /// Makes a client in each namespace, runs `body`, and shuts the clients down also when `body` throws.
    static func with<Result>(
        namespaces: [String], _ body: ([NamespaceClient]) async throws -> Result
    ) async throws -> Result {
        var clients: [NamespaceClient] = []
        let outcome: Swift.Result<Result, any Error>
        do {
            for namespace in namespaces { clients.append(try await NamespaceClient(namespace: namespace)) }
            outcome = .success(try await body(clients))
        } catch {
            outcome = .failure(error)
        }
        for client in clients { try await client.shutDown() }
        return try outcome.get()
    }

    private init(namespace: String) async throws {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try await group.next().submit { try Self.enter(namespace) }.get()
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
        var configuration = HTTPClient.Configuration.tidings
        configuration.timeout.connect = TimeAmount(Self.longestAnswer)
        configuration.dnsOverride = ["127.0.0.1": "localhost"]
        http = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    func chat(port: Int) throws -> ChatClient {
        var deadlines = Deadlines()
        deadlines.head = Self.longestAnswer
        return ChatClient(try NodeAddress("http://127.0.0.1:\(port)"), http: http, deadlines: deadlines)
    }

    private func shutDown() async throws {
        try await http.shutdown()
        try await group.shutdownGracefully()
    }

    /// Moves the calling thread into a namespace until the thread ends.
    private static func enter(_ namespace: String) throws {
        #if os(Linux)
            let file = try FileHandle(forReadingFrom: URL(filePath: "/run/netns/\(namespace)"))
            defer { try? file.close() }
            guard setns(file.fileDescriptor, cloneNewNet) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
            }
        #else
            throw POSIXError(.ENOTSUP)
        #endif
    }
}
