import ChatExchange
import ChatLink
import ChatModel
import ChatStore
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import TestSupport
import Testing

@testable import ChatServer

/// Makes a server for a store on a machine with the name `laptop`.
func server(
    over store: ChatStore, listeners: [Listener] = [Listener(host: "127.0.0.1", port: 0)],
    times: ConnectionTimes = ConnectionTimes(),
    peers: FakePeers = FakePeers(), linkKeys: LinkKeys? = nil, traffic: Allowance.Rate = TrafficPayer.rate,
    onListening: @escaping @Sendable (Listener) async -> Void = { _ in }
) throws -> ChatServer {
    var configuration = ChatServer.Configuration(
        listeners: listeners, nodeName: try FieldValue("kitchen"), instance: .random(), machineName: "laptop",
        allowedHosts: ["chat.example.org"], linkKeys: linkKeys, web: try WebClient(files: .sample))
    (configuration.times, configuration.traffic) = (times, traffic)
    // Requests in this process come over no socket, of which the kernel would know the user.
    configuration.isOpen = true
    return try ChatServer(
        configuration, store: store, peers: peers, time: SystemTime(), logger: .silent, onListening: onListening)
}

/// Runs `body` with the routes of a server over a new store, and checks the store afterwards.
func withNode(
    over transport: Transport, mapSizeBytes: Int = 64 << 20,
    peers: FakePeers = FakePeers(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (NodeClient) async throws -> Void
) async throws {
    try await withStore(mapSizeBytes: mapSizeBytes, sourceLocation: sourceLocation) { store in
        let server = try server(over: store, peers: peers)
        async let _ = server.waiting.run()
        let application = server.application(on: Listener(host: "127.0.0.1", port: 0), server.routes.responder)
        try await application.test(transport.setup) { http in
            try await body(NodeClient(http: http, store: store))
        }
    }
}

/// Runs `body` while a server listens on a port, and checks its store afterwards.
func withListeningNode(
    times: ConnectionTimes = ConnectionTimes(), peers: FakePeers = FakePeers(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (_ port: Int, ChatStore) async throws -> Void
) async throws {
    try await withStore(sourceLocation: sourceLocation) { store in
        let (ports, found) = AsyncStream<Int>.makeStream()
        let server = try server(over: store, times: times, peers: peers, onListening: { found.yield($0.port) })
        try await withRunning(server) { _ in
            let port = try #require(await ports.first { _ in true })
            try await body(port, store)
        }
    }
}

/// Runs `body` while a service runs in a service group, and shuts it down afterwards.
func withRunning(_ service: some Service, _ body: (ServiceGroup) async throws -> Void) async throws {
    let services = ServiceGroup(configuration: .init(services: [service], logger: .silent))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await services.run() }
        do {
            try await body(services)
        } catch {
            await services.triggerGracefulShutdown()
            throw error
        }
        await services.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}

extension Logger {
    static let silent = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
}
