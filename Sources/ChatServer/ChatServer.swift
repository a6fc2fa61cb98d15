internal import ChatExchange
internal import ChatLink
package import ChatModel
package import ChatStore
internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
package import Logging
package import NIOCore
public import ServiceLifecycle

/// The HTTP server for clients and peers, as a service.
///
/// When the service group shuts down, the server stops accepting connections and answers waiting requests. Requests in
/// progress have ``ConnectionTimes/grace``; then their connections are closed and ``run()`` returns.
public struct ChatServer: Service {
    let configuration: Configuration
    private let store: ChatStore
    private let logger: Logger
    private let peers: any PeersSource
    private let time: any TimeSource
    let waiting: WaitingRequests
    let held: HeldBytes
    private let trusted: TrustedAddresses
    private let shares: WaitShares
    /// The maximum number of connections of one listener.
    private let connections: Int
    private let added = AddedListeners()
    private let sessions: OwnerSessions
    private let loopback: LoopbackUsers
    let users: UserSessions
    let routes: RouteTable
    /// The turned links that this node has opened, one to each peer.
    private let turned = ConnectionTable(maximum: .max) { _ in true }
    private let onListening: @Sendable (Listener) async -> Void

    /// - Parameters:
    ///   - store: Has to stay open until ``run()`` has returned.
    ///   - peers: The source of the status of other nodes.
    ///   - forms: Further routes.
    ///   - onHeld: Called for each connection that is closed because the clients make the node hold too many bytes.
    ///   - onListening: Called for each listener when it accepts connections, with the actual port.
    /// - Throws: `StoreError`.
    package init(
        _ configuration: Configuration, store: ChatStore, peers: any PeersSource,
        forms: FormRoutes = FormRoutes(), time: any TimeSource, logger: Logger,
        onHeld: @escaping @Sendable () -> Void = {},
        onListening: @escaping @Sendable (Listener) async -> Void = { _ in }
    ) throws(StoreError) {
        self.configuration = configuration
        self.store = store
        self.logger = logger
        self.peers = peers
        loopback = LoopbackUsers(owners: configuration.owners)
        sessions = OwnerSessions(
            publicOrigin: configuration.publicOrigin,
            proxies: Set(configuration.proxies.compactMap { RemoteAddress($0) }), users: loopback,
            command: configuration.openCommand, time: time)
        self.time = time
        precondition(configuration.linkKeys != nil || !configuration.listeners.contains(where: \.isForPeers))
        // A node without a listener for peers may get one, and each may get one for phones.
        let addable = configuration.linkKeys != nil && !configuration.listeners.contains(where: \.isForPeers) ? 2 : 1
        connections = ConnectionLimit.perListener(
            configuration.listeners.count { $0.purpose != .administration } + addable)
        trusted = TrustedAddresses(peerHosts: configuration.peerHosts, keys: configuration.linkKeys)
        trusted.noteStored((try? store.pairedPeers()) ?? [])
        let waiters = ConnectionLimit.waiters(connections: connections)
        waiting = WaitingRequests(maximum: waiters, time: time)
        shares = WaitShares(maximum: waiters, trusted: trusted)
        held = HeldBytes(maximum: RequestLimits.heldBytes, onFull: onHeld)
        self.onListening = onListening
        users = try UserSessions(in: store, filePassword: configuration.password, time: time) { [waiting] in
            // Each of them may have had such a session, and asks again.
            waiting.endAll()
        }
        let access = AccessRule(
            isOpen: configuration.isOpen, publicOrigin: configuration.publicOrigin, loopback: loopback,
            owners: sessions,
            users: users)
        routes = Self.routes(configuration, store, peers, forms, waiting, shares, sessions, access, time)
    }

    /// Serves until the service group shuts down or the task is cancelled.
    ///
    /// - Throws: ``ListenError`` for the first listener that fails.
    public func run() async throws {
        // Cancelled when the function returns.
        async let _ = waiting.run()
        try await withGracefulShutdownHandler {
            defer { added.close() }
            try await withThrowingDiscardingTaskGroup { tasks in
                let (starts, start) = AsyncStream<Bool>.makeStream()
                func add(_ listeners: [Listener]) {
                    for listener in listeners {
                        tasks.addTask {
                            defer { start.yield(false) }
                            do {
                                try await serve(on: listener) { _ in start.yield(true) }
                            } catch {
                                added.close()
                                throw error
                            }
                        }
                    }
                }
                // A node that accepts no commands does not start, and accepts no client before.
                let sockets = configuration.listeners.filter { $0.purpose == .administration }
                add(sockets)
                if !sockets.isEmpty, await starts.first(where: { _ in true }) != true { return }
                for socket in sockets { try letOwnersConnect(to: socket) }
                add(configuration.listeners.filter { $0.purpose != .administration })
                for await listener in added.listeners {
                    tasks.addTask { await serve(listener) }
                }
            }
        } onGracefulShutdown: {
            added.close()
            waiting.close()
        }
    }

    /// Whether a store has a password of the users.
    ///
    /// - Throws: `StoreError`.
    package static func hasPassword(in store: ChatStore) throws(StoreError) -> Bool {
        try UserSessions(in: store, time: SystemTime()).password(of: .user) != nil
    }

    /// Returns the address of a web page that makes its browser the owner's; nil if the node has no address for it.
    ///
    /// - Parameter lifetime: nil for an address that is valid until it is opened.
    public func ownerAddress(validFor lifetime: Duration?) -> String? { sessions.address(validFor: lifetime) }

    /// Begins to accept connections on one more listener.
    ///
    /// - Parameter end: returns when the listener is to end; nil for one that stays until the server shuts down.
    /// - Returns: the listener with its actual port.
    /// - Throws: ``ListenError``.
    public func listen(
        on listener: Listener, until end: (@Sendable () async -> Void)? = nil
    ) async throws -> Listener {
        try await added.add(listener, until: end)
    }

    /// Answers the requests of a peer on a turned link that this node has opened, until the link ends or the task is cancelled.
    package func serve(_ link: any Channel) async {
        guard let keys = configuration.linkKeys else { preconditionFailure("links need keys") }
        let responder = routes.peerResponder(admitting: keys)
        var times = configuration.times
        times.idle = times.silence
        let connection = ServedConnection(
            times: times, held: held, table: turned, links: nil, owners: nil
        ) { [logger] request, writer, channel in
            let context = ConnectionContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            let response = try await responder.respond(to: request, context: context)
            try await response.body.write(writer.writeHead(response.head))
        }
        await withTaskCancellationHandler {
            let setup = link.eventLoop.flatSubmit { [logger] in
                connection.setup(channel: link, logger: logger).map { value in
                    if (try? LinkGate.open(link)) == nil { link.closeNow() }
                    return value
                }
            }
            guard let value = try? await setup.get() else { return link.closeNow() }
            await connection.handle(value: value, logger: logger)
        } onCancel: {
            link.close(promise: nil)
        }
    }

    /// Sets the mode of the socket. With further owners, everybody may connect, and ``SocketOwners`` looks who they are.
    private func letOwnersConnect(to socket: Listener) throws(ListenError) {
        let isShared = !configuration.owners.isEmpty
        guard unsafe chmod(socket.host, isShared ? 0o666 : 0o600) != 0, isShared else { return }
        throw ListenError(
            socket, .other("\(IOError(errnoCode: errno, reason: "The mode of the socket cannot be changed"))"))
    }

    private func serve(_ added: AddedListeners.Added) async {
        await withTaskGroup { tasks in
            tasks.addTask { await serve(added: added.listener) }
            if let end = added.end { tasks.addTask { await end() } }
            await tasks.next()
            tasks.cancelAll()
        }
    }

    private func serve(added listener: Listener) async {
        do {
            try await run(listener) { added.answer(listener, .success($0)) }
        } catch {
            added.answer(listener, .failure(ListenError(listener, error)))
        }
    }

    private func serve(on listener: Listener, _ onStart: @escaping @Sendable (Listener) -> Void) async throws {
        do {
            try await run(listener, onStart: onStart)
        } catch {
            let error = ListenError(listener, error)
            guard listener.isOptional, error.reason == .addressMissing else { throw error }
            logger.info(
                "The node does not listen on this address, because the machine does not have it.",
                metadata: ["address": "\(listener)"])
        }
    }

    private func run(
        _ listener: Listener, onStart: @escaping @Sendable (Listener) -> Void = { _ in }
    ) async throws {
        switch listener.purpose {
        case .peers:
            guard let keys = configuration.linkKeys else { preconditionFailure("links need keys") }
            try await application(on: listener, routes.peerResponder(admitting: keys), onStart).run()
        case .clients: try await application(on: listener, routes.responder, onStart).run()
        case .phones: try await application(on: listener, routes.phoneResponder, onStart).run()
        case .administration:
            // The folder is locked, so no other node has this socket. NIO replaces the one that a killed node has left.
            defer { listener.removeSocket() }
            try await application(on: listener, routes.administrationResponder, onStart).run()
        }
    }

    /// Makes the HTTP application for one listener.
    func application<Responder: HTTPResponder<ConnectionContext>>(
        on listener: Listener, _ responder: Responder, _ onStart: @escaping @Sendable (Listener) -> Void = { _ in }
    ) -> Application<Responder> {
        let connections = listener.purpose == .administration ? ConnectionLimit.minimum : connections
        let kept = ConnectionLimit.kept(of: connections)
        let table = ConnectionTable(maximum: kept) { [trusted] in trusted.contains($0) }
        let links =
            listener.isForPeers
            ? configuration.linkKeys.map {
                LinkListener($0, times: configuration.times, kept: kept, trusted: trusted)
            } : nil
        let owners = listener.purpose == .administration ? SocketOwners(configuration.owners) : nil
        return Application(
            responder: responder,
            server: HTTPServerBuilder {
                ServedConnection(
                    times: configuration.times, held: held, table: table, links: links, owners: owners,
                    responder: $0)
            },
            configuration: ApplicationConfiguration(
                address: listener.purpose == .administration
                    ? .unixDomainSocket(path: listener.host) : .hostname(listener.host, port: listener.port),
                backlog: Self.backlog,
                availableConnectionsDelegate: .maximum(connections, logger: logger)),
            onServerRunning: { channel in
                // A new connection, if it is hostile, takes its thread for long. So the others of the thread run between two.
                try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
                if [.clients, .phones].contains(listener.purpose) { await Self.boundBuffers(of: channel) }
                let listener = listener.listening(on: channel.localAddress?.port ?? listener.port)
                sessions.isListening(on: listener)
                await tryKernel(at: listener)
                onStart(listener)
                await onListening(listener)
            },
            logger: logger)
    }

    /// Says it if every user of this machine can read and write.
    private func tryKernel(at listener: Listener) async {
        guard !configuration.isOpen, listener.purpose == .clients, listener.isLoopback,
            await !loopback.tryKernel(at: listener.host, listener.port)
        else { return }
        logger.warning(
            """
            This system does not say which user has a connection. So every user of this machine can read and write over loopback, \
            and so can everyone behind a proxy on it.
            """)
    }

    /// Bounds what the operating system holds for each connection of a listener: bytes that this node has not read yet, and those that
    /// the client has not. Linux would hold up to 6 and 4 MiB. It counts twice these numbers (socket(7)).
    private static func boundBuffers(of listener: any Channel) async {
        try? await listener.setOption(.socketOption(.so_rcvbuf), value: 64 << 10).get()
        try? await listener.setOption(.socketOption(.so_sndbuf), value: 256 << 10).get()
    }

    /// The number of connections that the operating system queues until they are accepted, so that a burst of clients is
    /// not refused.
    private static let backlog = 4096

    private static func routes(
        _ configuration: Configuration, _ store: ChatStore, _ peers: any PeersSource,
        _ forms: FormRoutes, _ waiting: WaitingRequests, _ shares: WaitShares, _ sessions: OwnerSessions,
        _ access: AccessRule, _ time: any TimeSource
    ) -> RouteTable {
        let name = configuration.nodeName
        let node = NodeIdentity(
            key: store.key.publicKey, nodeName: name, instance: configuration.instance, time: time)
        return RouteTable(
            post: PostHandler(store: store, nodeName: name, sessions: sessions, time: time),
            messages: MessagesHandler(
                node: node, store: store, longPoll: LongPoll(store: store, requests: waiting), shares: shares,
                access: LogAccess { configuration.logNeedsLink }, peers: peers),
            rooms: RoomsHandler(node: node, store: store),
            status: StatusHandler(
                node: node, started: time.wall, web: configuration.web, store: store,
                peers: peers, poll: StatusPoll(store: store, changes: peers.changes, requests: waiting, time: time),
                shares: shares, time: time),
            web: configuration.web, forms: forms, sessions: sessions,
            hosts: HostRule(
                machineName: configuration.machineName,
                allowedHosts: configuration.allowedHosts + [configuration.publicOrigin?.host].compactMap(\.self)),
            origins: OriginRule(publicOrigin: configuration.publicOrigin),
            access: access,
            traffic: Allowances(configuration.traffic, time: time))
    }
}

extension ChatServer: CustomStringConvertible {
    /// The name in the log of the service group.
    public var description: String { "ChatServer" }
}
