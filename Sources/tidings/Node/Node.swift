import AsyncHTTPClient
import ChatClient
import ChatExchange
import ChatGroup
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import Logging
import ServiceLifecycle

/// A running node. ``init(_:logger:onListening:)`` is the composition root, for the program and for tests.
struct Node: Sendable {
    let store: ChatStore
    let administration: Administration
    private let server: ChatServer
    private let http: HTTPClient
    private let services: ServiceGroup
    private let logger: Logger

    /// Opens the folder and the store and makes the node's parts. Nothing listens and nothing is pulled before ``run()``.
    ///
    /// - Parameter onListening: Called for each listener when it accepts connections.
    /// - Throws: ``StoreError``, ``StartError`` or `WebClientError`; `CancellationError` if its task is cancelled during the
    ///   check of the store.
    init(
        _ configuration: NodeConfiguration, logger: Logger,
        onListening: @escaping @Sendable (Listener) async -> Void
    ) async throws {
        self.logger = logger
        let time = SystemTime()
        let web = try WebClient()
        let folder = try StoreFolder(path: configuration.folder)
        if folder.letNobodyWrite() {
            logger.warning(
                """
                Other users of this machine could change files in \(folder.path), and may have put others in their place. The node has \
                taken this permission away.
                """)
        }
        // Before the store is opened: an error here leaves nothing to close.
        if configuration.owners.isEmpty { folder.letNobodyPass() } else { try folder.letOthersPass() }
        let damaged = try StartCheck(folder: folder, logger: logger).run()
        store = try ChatStore(Self.storeOptions(configuration, time, logger), in: folder)
        do {
            try configuration.requireOpen(hasPassword: try ChatServer.hasPassword(in: store))
        } catch {
            await store.close()
            throw error
        }
        store.metDamage.found(damaged)
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .tidings)
        let instance = Instance.random()
        let replicator = Self.replicator(configuration, store, instance, http, time, logger)
        let administration = try Administration(
            of: NodeIdentity(
                key: store.key.publicKey, nodeName: configuration.nodeName, instance: instance, time: time),
            store: store, replicator: replicator, peers: configuration.linkPeers, listening: configuration.listening,
            listeners: configuration.listeners.filter(\.isForPeers),
            hasHTTPPeers: !configuration.peers.isEmpty, hasPlainPeers: configuration.hasPlainPeers,
            hasBeacon: configuration.hasBeacon, time: time, logger: logger)
        self.administration = administration
        let store = store
        let (listening, source) = AsyncStream<Never>.makeStream()
        let server = try Self.server(
            configuration, folder, web, store, instance, administration, time, logger
        ) { listener in
            guard listener.purpose != .administration else { return }
            let isAlone = configuration.linkPeers.isEmpty && (try? store.pairedPeers())?.isEmpty != false
            Self.logListening(on: listener, configuration, store.key.publicKey, knowsNoKey: isAlone, logger)
            source.finish()
            if configuration.listening == .configured, listener.isForPeers {
                await administration.listeners.isListening(on: listener)
            }
            await onListening(listener)
        }
        self.server = server
        administration.listeners.use(server)
        services = Self.services(
            [
                DamageKeeper(store: store, time: time, logger: logger),
                ServiceAfterListening(base: replicator, listening: listening), administration, server,
            ],
            passing: [
                FirstMinute(folder: folder, time: time), MemoryKeeper(time: time),
                ClockWatch(store: store, time: time, logger: logger),
                DiskWatch(store: store, time: time, logger: logger),
                StoreFileWatch(store: store, time: time, logger: logger),
            ],
            logger)
        Self.warn(about: folder, logger)
        Self.warn(about: configuration.peers, logger)
        Self.logStart(configuration, store, logger)
    }

    /// Serves clients and pulls from peers until the graceful shutdown of its task, or ``stop()``.
    ///
    /// - Throws: `ListenError` if the node cannot listen on one of its addresses.
    func run() async throws {
        let outcome: Result<Void, any Error>
        do {
            // A node that is to be stopped before it has listened only closes its store.
            outcome = .success(Task.isShuttingDownGracefully ? () : try await services.run())
        } catch {
            outcome = .failure(error)
        }
        await rescueStore()
        await store.close()
        try? await http.shutdown()
        try outcome.get()
        logger.info("Stopped.")
    }

    /// Without `data.mdb`, the end of the process is the end of the messages.
    private func rescueStore() async {
        do {
            try await store.rescueIfFileGone()
        } catch {
            logger.critical(
                """
                The file data.mdb was removed or replaced while the node was running, and the copy data-rescued.mdb cannot \
                be written (\(error)). The messages that are not in the present data.mdb are lost.
                """)
        }
    }

    /// Returns the address of a web page that makes its browser the owner's, until it is opened once; nil if the node has no
    /// address for it.
    func ownerAddress() -> String? { server.ownerAddress(validFor: nil) }

    /// Ends ``run()`` as a graceful shutdown does.
    func stop() async {
        await services.triggerGracefulShutdown()
    }
}

// MARK: - Store

extension Node {
    private static func storeOptions(
        _ configuration: NodeConfiguration, _ time: any TimeSource, _ logger: Logger
    ) -> StoreOptions {
        var options = StoreOptions(
            folder: configuration.folder, mapSizeBytes: configuration.mapSizeBytes, newKey: configuration.newKey,
            time: time, buildDate: .build)
        options.diskReserveBytes = configuration.diskReserveBytes
        options.memberBytesPerDay = configuration.memberBytesPerDay
        options.onWriteFailure = { error in
            if let error {
                // Only an unsound store does not become writable again by itself.
                logger.log(
                    level: error.code == .storeDamaged ? .error : .warning,
                    "The node cannot store messages. \(error.ownerSentence)", metadata: ["code": "\(error.code)"])
            } else {
                logger.notice("The node can store messages again.")
            }
        }
        options.onJump = { jump in
            logger.log(level: jump.level, "\(jump.ownerSentence)", metadata: jump.metadata)
        }
        options.onDamage = { noted in
            noted.log(to: logger)
            if noted.refused > 0 { noted.logRefused(to: logger) }
        }
        return options
    }
}

// MARK: - Services

extension Node {
    private static func replicator(
        _ configuration: NodeConfiguration, _ store: ChatStore, _ instance: Instance, _ http: HTTPClient,
        _ time: any TimeSource, _ logger: Logger
    ) -> Replicator {
        let peers = configuration.peers.map { address in
            guard let id = PeerID(address.description) else {
                preconditionFailure("an address has at most Limits.addressBytes bytes")
            }
            return Peer(
                id: id,
                source: PeerLog(transport: ChatClient(address, http: http, time: time).transport))
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
        _ configuration: NodeConfiguration, _ folder: StoreFolder, _ web: WebClient, _ store: ChatStore,
        _ instance: Instance, _ administration: Administration, _ time: any TimeSource, _ logger: Logger,
        _ onListening: @escaping @Sendable (Listener) async -> Void
    ) throws -> ChatServer {
        var settings = ChatServer.Configuration(
            listeners: configuration.listeners + [
                Listener(socket: "\(folder.openPath)/\(NodeConfiguration.socketName)")
            ],
            nodeName: configuration.nodeName, instance: instance,
            machineName: NodeConfiguration.hostName, allowedHosts: configuration.allowedHosts,
            peerHosts: configuration.peers.map(\.host) + configuration.linkPeers.flatMap(\.places).map(\.host),
            linkKeys: administration.keys, hasPlainPeers: configuration.hasPlainPeers, web: web)
        (settings.publicOrigin, settings.owners) = (configuration.publicOrigin, configuration.owners)
        (settings.openCommand, settings.isOpen) = (configuration.openCommand, configuration.isOpen)
        (settings.password, settings.proxies) = (configuration.password, configuration.proxies)
        let onHeld: @Sendable () -> Void = {
            logger.warning(
                """
                Clients that do not read their answers, or do not complete their requests, used the memory for all \
                clients. The node closed the connection that had used it the longest.
                """)
        }
        return try ChatServer(
            settings, store: store, peers: administration.nodePeers, forms: administration.forms, time: time,
            logger: logger, onHeld: onHeld, onListening: onListening)
    }

    /// Returns services that end together.
    ///
    /// The service group shuts down its services in reverse order: the server answers waiting requests before pulling ends. A
    /// service that has not ended after 1.5 s is cancelled, so that the node ends within two seconds whatever a client or a
    /// peer does.
    ///
    /// - Parameter passing: services that may end while the node runs.
    private static func services(
        _ services: [any Service], passing: [any Service], _ logger: Logger
    ) -> ServiceGroup {
        let services =
            services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
            + passing.map { .init(service: $0, successTerminationBehavior: .ignore) }
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.maximumGracefulShutdownDuration = .milliseconds(1500)
        return ServiceGroup(configuration: configuration)
    }
}
