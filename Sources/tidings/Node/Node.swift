import AsyncHTTPClient
import ChatClient
import ChatModel
public import ChatReplication
public import ChatServer
import ChatStore
import Logging
import ServiceLifecycle
import UnixSignals

/// A node: from a configuration to its running parts, in tests as in production.
struct Node: Sendable {
    let store: ChatStore
    let instance: Instance

    private let http: HTTPClient
    private let services: ServiceGroup

    /// Opens the store, after a check if the last process did not shut down. The node serves and pulls only in ``run()``.
    ///
    /// - Parameter onListening: called for each listener when it accepts requests.
    /// - Throws: ``StoreError``, ``StartError`` or ``WebClientError``.
    init(
        _ configuration: NodeConfiguration, logger: Logger,
        onListening: @escaping @Sendable (Listener) async -> Void
    ) async throws {
        let web = try WebClient()
        let time = SystemTime()
        var options = StoreOptions(
            folder: configuration.folder, mapSizeBytes: configuration.mapSizeBytes, newKey: configuration.newKey,
            time: time, buildDate: .build)
        options.announce = { logger.notice("\($0)") }
        options.onWriteFailure = { error in
            if let error {
                logger.warning(
                    "The node cannot store messages. \(error.ownerSentence)",
                    metadata: ["code": "\(error.code.rawValue)"])
            } else {
                logger.notice("The node can store messages again.")
            }
        }
        let folder = try StoreFolder(path: configuration.folder)
        if let process = configuration.checkProcess {
            try await StartCheck(process: process, time: time, logger: logger).run(in: folder)
        }
        store = try ChatStore(options, in: folder)
        if folder.hasOpenKey {
            logger.warning("Others on this machine can read the node's private key: chmod 600 \(folder.path)/node.key")
        }
        instance = Instance.random()
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .tidings)
        let replicator = Self.replicator(configuration, store, instance, http, time, logger)
        let server = Self.server(configuration, web, store, instance, replicator, time, logger) { listener in
            Self.warn(about: listener, logger)
            await onListening(listener)
        }
        services = ServiceGroup(configuration: Self.serviceGroup([replicator, server], logger))
        Self.warn(about: configuration.peers, logger)
        logger.info(
            "node opened its store",
            metadata: [
                "node": "\(store.key.publicKey)", "name": "\(configuration.name)",
                "data": "\(configuration.folder)",
            ])
    }

    /// Serves and replicates until SIGTERM or SIGINT, or until ``stop()``.
    ///
    /// - Throws: ``ListenError`` where a listener cannot be had.
    func run() async throws {
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await services.run())
        } catch {
            outcome = .failure(error)
        }
        await store.close()
        try? await http.shutdown()
        try outcome.get()
    }

    /// Ends ``run()`` as a signal does.
    func stop() async {
        await services.triggerGracefulShutdown()
    }
}

// MARK: - Parts

extension Node {
    private static func replicator(
        _ configuration: NodeConfiguration, _ store: ChatStore, _ instance: Instance, _ http: HTTPClient,
        _ time: SystemTime, _ logger: Logger
    ) -> Replicator {
        let peers = configuration.peers.compactMap { address -> Peer? in
            // Never nothing: an address has no more bytes than a peer's name may have.
            guard let id = PeerID(address.description) else { return nil }
            return Peer(id: id, source: HTTPLogSource(client: ChatClient(address, http: http)))
        }
        return Replicator(
            store: store, instance: instance, peers: peers, pace: configuration.pace, time: time, logger: logger
        ) { notice, peer in
            logger.log(
                level: notice.isProblem ? .warning : .info, "\(notice.sentence)",
                metadata: peer.map { ["peer": "\($0)"] })
        }
    }

    private static func server(
        _ configuration: NodeConfiguration, _ web: WebClient, _ store: ChatStore, _ instance: Instance,
        _ replicator: Replicator, _ time: SystemTime, _ logger: Logger,
        _ onListening: @escaping @Sendable (Listener) async -> Void
    ) -> ChatServer {
        let hostName = NodeConfiguration.hostName
        let machineName = hostName.split(separator: ".").first.map(String.init) ?? hostName
        let settings = ChatServer.Configuration(
            listeners: configuration.listeners, name: configuration.name, instance: instance, machineName: machineName,
            allowedHosts: configuration.allowedHosts + [hostName], web: web)
        return ChatServer(
            settings, store: store, group: replicator, time: time, logger: logger, onListening: onListening)
    }

    /// The last service is stopped first: the server answers who waits before pulling ends. What has not ended by then
    /// is cancelled, so that the node ends within two seconds, whatever a client or a peer does.
    private static func serviceGroup(
        _ services: [any Service], _ logger: Logger
    ) -> ServiceGroupConfiguration {
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .milliseconds(1500)
        return group
    }

    private static func warn(about listener: Listener, _ logger: Logger) {
        guard !Loopback.contains(listener.host) else { return }
        logger.warning("Everybody who can reach \(listener) can read all messages and post in any name.")
    }

    private static func warn(about peers: [NodeAddress], _ logger: Logger) {
        for peer in peers where !Loopback.contains(peer.host) {
            logger.warning("Messages from \(peer) come unencrypted: for tunnels and trusted networks only.")
        }
    }
}

/// The server does not know the replicator, nor the replicator the server: they meet here.
extension Replicator: GroupSource {}
