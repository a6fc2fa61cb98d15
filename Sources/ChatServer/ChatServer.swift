internal import ChatExchange
public import ChatModel
public import ChatStore
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle

/// Serves the endpoints to clients and peers.
///
/// ``run()`` returns when the surrounding service group shuts down: then no connection is accepted any more, requests
/// that wait for news are answered, those under way have ``ConnectionTimes/grace``, and the rest is closed.
public struct ChatServer: Service {
    private let configuration: Configuration
    private let store: ChatStore
    private let logger: Logger
    private let group: any GroupSource
    private let time: any TimeSource
    private let waiting: WaitingRequests
    private let onListening: @Sendable (Listener) async -> Void

    /// - Parameters:
    ///   - store: has to stay open until ``run()`` has returned.
    ///   - group: what is known of other nodes.
    ///   - onListening: called for each listener when it accepts connections, with the port that it got.
    public init(
        _ configuration: Configuration, store: ChatStore, group: any GroupSource, time: any TimeSource, logger: Logger,
        onListening: @escaping @Sendable (Listener) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        self.group = group
        self.time = time
        let connections = ConnectionLimit.perListener(configuration.listeners.count)
        waiting = WaitingRequests(maximum: ConnectionLimit.waiters(connections: connections), time: time)
        self.onListening = onListening
    }

    /// Serves until the service group shuts down or the task is cancelled.
    ///
    /// - Throws: ``ListenError`` for the first listener that cannot be had.
    public func run() async throws {
        let responder = routes.responder
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for listener in configuration.listeners {
                    group.addTask { try await serve(on: listener, responder) }
                }
                // Not waitForAll, which would let the others serve on when one of them fails.
                for try await _ in group {}
            }
        } onGracefulShutdown: {
            waiting.close()
        }
    }

    private func serve(on listener: Listener, _ responder: some HTTPResponder<ClientContext>) async throws {
        do {
            try await application(on: listener, responder).run()
        } catch {
            guard listener.isOptional, ListenError.isAddressMissing(error) else {
                throw ListenError(error, for: listener)
            }
            logger.info(
                "This machine does not have the address, so the node does not listen there.",
                metadata: ["address": "\(listener)"])
        }
    }

    /// The server on one listener.
    func application<Responder: HTTPResponder<ClientContext>>(
        on listener: Listener, _ responder: Responder
    ) -> Application<Responder> {
        Application(
            responder: responder,
            server: HTTPServerBuilder { ClientConnection(times: configuration.times, responder: $0) },
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), backlog: Self.backlog,
                availableConnectionsDelegate: ConnectionCount(of: listener, maximum: connections, logger: logger)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? listener.port
                await onListening(Listener(host: listener.host, port: port, isOptional: listener.isOptional))
            },
            logger: logger)
    }

    /// What one listener may have.
    private var connections: Int { ConnectionLimit.perListener(configuration.listeners.count) }

    /// Connections that the operating system keeps until they are accepted: a burst of clients waits, it is not
    /// turned away.
    private static let backlog = 1024

    var routes: RouteTable {
        let name = configuration.name
        let node = NodeIdentity(key: store.key.publicKey, name: name, instance: configuration.instance)
        return RouteTable(
            posting: Posting(store: store, device: name),
            messages: MessagesHandler(
                node: node, store: store, longPoll: LongPoll(store: store, requests: waiting), group: group),
            rooms: RoomsHandler(node: node, store: store),
            status: StatusHandler(
                node: node, started: time.wall, web: configuration.web, store: store,
                group: group, poll: StatusPoll(store: store, changes: group.changes, requests: waiting, time: time),
                time: time),
            web: configuration.web,
            hosts: HostRule(machineName: configuration.machineName, allowedHosts: configuration.allowedHosts))
    }
}

extension ChatServer: CustomStringConvertible {
    /// How the service group calls it in its log.
    public var description: String { "ChatServer" }
}

extension ChatServer {
    /// What the node's owner decides about the server.
    public struct Configuration: Sendable {
        /// At least one, or the server answers nobody.
        public var listeners: [Listener]
        /// What the owner calls the node: stands in pages, and in messages as the field `device`.
        public var name: FieldValue
        /// Drawn at each start.
        public var instance: Instance
        /// The machine's name, to which the node answers also with `.local`.
        public var machineName: String
        /// Further names to which the node answers: `--allow-host`.
        public var allowedHosts: [String]
        /// What people see who open the node's address in a browser.
        public var web: WebClient
        public var times: ConnectionTimes

        public init(
            listeners: [Listener], name: FieldValue, instance: Instance, machineName: String,
            allowedHosts: [String] = [], web: WebClient, times: ConnectionTimes = ConnectionTimes()
        ) {
            self.listeners = listeners
            self.name = name
            self.instance = instance
            self.machineName = machineName
            self.allowedHosts = allowedHosts
            self.web = web
            self.times = times
        }
    }
}
