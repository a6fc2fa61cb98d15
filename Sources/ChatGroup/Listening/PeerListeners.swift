internal import ChatLink
internal import ChatModel
package import ChatServer
internal import ChatStore
internal import Logging
internal import NIOCore
internal import Synchronization

/// The listeners for peers of a running node. Under ``Mode/automatic`` the first one begins while the node runs.
package actor PeerListeners {
    package enum Mode: Sendable {
        /// On all interfaces from the first invitation or join on, until the last peer is removed.
        case automatic
        /// Never.
        case off
        /// At the addresses of the configuration.
        case configured
    }

    private let mode: Mode
    /// The listeners for peers of the configuration.
    private let configured: [Listener]
    private let store: ChatStore
    /// The process that makes invitations.
    private let instance: Instance
    private let logger: Logger
    private let used = Mutex<ChatServer?>(nil)
    /// The listeners that accept connections.
    private var listeners: [Listener] = []
    private let late = LateListener(.peers)

    init(_ mode: Mode, _ configured: [Listener], store: ChatStore, instance: Instance, logger: Logger) {
        (self.mode, self.configured) = (mode, configured)
        self.store = store
        self.instance = instance
        self.logger = logger
    }

    /// Sets the server that listens. Called once, before the node runs.
    package nonisolated func use(_ server: ChatServer) { used.withLock { $0 = server } }

    /// The server; nil before the node runs.
    nonisolated var server: ChatServer? { used.withLock { $0 } }

    /// Notes a listener that accepts connections.
    package func isListening(on listener: Listener) { listeners.append(listener) }

    /// Returns the addresses that the owner has added, and those of the listeners that accept connections.
    func places(atMost count: Int) async -> [HostPort] { await places(of: listeners, atMost: count) }

    /// Returns the addresses that the owner has added, and those of the listeners: also of those of the configuration before they
    /// accept connections, and of the one that begins with the first peer.
    func expectedPlaces(atMost count: Int) async -> [HostPort] {
        let next = Listener(host: "::", port: LinkAddress.usualPort, purpose: .peers)
        let expected = mode == .automatic ? [next] : configured
        return await places(of: listeners.count < expected.count ? expected : listeners, atMost: count)
    }

    private func places(of listeners: [Listener], atMost count: Int) async -> [HostPort] {
        // Without a listener, nothing is reached at the owner's addresses either.
        guard !listeners.isEmpty else { return [] }
        var places = (try? store.ownPlaces()) ?? []
        for place in await LocalAddresses.places(of: listeners, atMost: count) where !places.contains(place) {
            places.append(place)
        }
        return Array(places.prefix(count))
    }

    /// Returns the port at which a listener accepts connections to an address of this machine; nil if none does, or if its host is a
    /// name.
    func port(at address: InterfaceAddress) -> Int? {
        listeners.first { listener in
            if listener.isWildcard { return listener.host == "::" || address.zone == nil }
            let host = HostPort(host: listener.host, port: nil).withoutZone.host
            return (try? SocketAddress(ipAddress: host, port: 0))?.ipBytes == address.address.ipBytes
        }?.port
    }

    /// Whether the peers may be on this machine, too, so that places such as 127.0.0.1 are dialled: this node listens for peers
    /// on this machine only, or not at all.
    ///
    /// Nothing tells whether such a place comes from another machine: through a tunnel or a proxy on this machine, a request
    /// comes from 127.0.0.1, too. So a node that other machines reach dials none. The rule does not protect a node that
    /// listens at 127.0.0.1 behind a tunnel or a proxy: a member may choose the programs that this node connects to.
    func mayHavePeersHere() async -> Bool {
        let own = (try? store.ownPlaces()) ?? []
        return await expectedPlaces(atMost: own.count + 1).allSatisfy { own.contains($0) || $0.isOnThisMachine }
    }

    /// Listens, so that other nodes can reach this one.
    ///
    /// - Parameter act: what the node cannot do without a listener, for the sentence of the refusal.
    /// - Throws: ``Refusal`` with `not-listening`.
    func require(to act: String) async throws(Refusal) {
        switch mode {
        case .configured: return
        case .off:
            throw Refusal(
                .notListening,
                """
                This node was started with --peer-listen off, so no node can reach it. To \(act), start it without this flag.
                """)
        case .automatic:
            do throws(ListenError) {
                try await listen()
            } catch {
                throw Refusal(
                    .notListening,
                    """
                    This node cannot listen for peers. \(error.ownerSentence) Start the node with \
                    --peer-listen HOST:PORT and a free port.
                    """)
            }
        }
    }

    /// Listens if peers or open invitations need it: after a restart and after a change of the peers.
    func listenIfNeeded() async {
        guard mode == .automatic, (try? isNeeded()) == true else { return }
        do {
            try await listen()
        } catch {
            logger.warning(
                """
                This node cannot listen for its peers: \(error.ownerSentence) Messages pass only on the links that this node \
                opens. Or start it with --peer-listen HOST:PORT and a free port, and let the peers join again.
                """)
        }
    }

    private func isNeeded() throws -> Bool {
        // Also for paused peers, so that they are told why they are refused.
        try store.pairedPeers().contains { $0.state != .removed } || store.openInvitations(process: instance) > 0
    }

    /// Listens on all interfaces. Does nothing if the node listens already.
    private func listen() async throws(ListenError) {
        guard listeners.isEmpty, let server else { return }
        let listener = try await late.listen(server, on: [LinkAddress.usualPort])
        if !listeners.contains(listener) { listeners.append(listener) }
    }
}
