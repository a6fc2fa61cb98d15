internal import ChatLink
internal import ChatModel
internal import ChatReplication
internal import ChatStore
internal import Logging

/// The links of a node: the admitted keys, the pullers of peers over links, and the turned links.
///
/// The store decides about paired peers. Each change is a transaction there; then ``reconcile()`` compares what runs with what
/// is stored, and does not suspend meanwhile. So it does not matter in which order changes end, or where the process is killed.
actor PeerLinks {
    private struct Linked {
        let peer: PairedPeer
        let transport: LinkTransport
        let turnedLink: Task<Void, Never>?

        func end() {
            turnedLink?.cancel()
            transport.close()
        }
    }

    nonisolated let keys: LinkKeys
    /// The links to the peers of the configuration. These are not paired by invitations, and cannot be changed here.
    private let configured: [PublicKey: LinkTransport]
    private let store: ChatStore
    private let replicator: Replicator
    private let nodePeers: NodePeers
    private let listeners: PeerListeners
    /// Notified of each change of the network: see ``NetworkWatch``.
    nonisolated let network = ChangeSignal()
    /// Returns the page by which this node introduces itself; nil if it is no member of a group.
    private let introduction: @Sendable () -> [UInt8]?
    /// Stores what the answer to an introduction shows: see ``MemberLog``.
    private let learnsEnd: @Sendable ([UInt8]) async -> Bool
    private let time: any TimeSource
    private let logger: Logger
    /// The paired peers that are pulled from, as they were when their links were made.
    private var linked: [PublicKey: Linked] = [:]
    private var hasEnded = false
    private var joins = 0

    /// - Parameter peers: the peers of the configuration. The replicator pulls from them.
    /// - Throws: an error of the TLS library.
    init(
        to peers: [LinkPeer], store: ChatStore, replicator: Replicator, nodePeers: NodePeers, listeners: PeerListeners,
        introduction: @escaping @Sendable () -> [UInt8]?, learnsEnd: @escaping @Sendable ([UInt8]) async -> Bool,
        time: any TimeSource, logger: Logger
    ) throws {
        keys = LinkKeys(try LinkIdentity(store.key), admitting: Set(peers.map(\.key)))
        var configured: [PublicKey: LinkTransport] = [:]
        for peer in peers {
            let transport = try LinkTransport(peer, keys, isConfigured: true, time: time)
            replicator.add(Peer(peer, PeerLog(transport: transport)))
            configured[peer.key] = transport
        }
        (self.configured, self.store, self.replicator) = (configured, store, replicator)
        (self.nodePeers, self.listeners, self.time, self.logger) = (nodePeers, listeners, time, logger)
        (self.introduction, self.learnsEnd) = (introduction, learnsEnd)
    }

    /// Whether this node joins a group at this moment. A node of no group then pairs with nobody: two nodes that join each other would
    /// found two groups.
    var isJoining: Bool { joins > 0 }

    func whileJoining<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        joins += 1
        defer { joins -= 1 }
        return try await body()
    }

    /// Lets the peer that has sent a beacon be requested at its place.
    func received(_ received: ReceivedBeacon) {
        // The source address of a datagram is not proven.
        guard !received.place.isOnThisMachine else { return }
        let keys = Array(linked.keys) + configured.keys
        guard let key = keys.first(where: received.beacon.isOf) else { return }
        (linked[key]?.transport ?? configured[key])?.tryAlso(received.place)
        replicator.wake(key)
    }

    nonisolated func isConfigured(_ peer: PublicKey) -> Bool { configured[peer] != nil }

    /// Makes the admitted keys and the pulled peers those of the store.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read. Then all goes on as before.
    func reconcile() async throws(StoreError) {
        // A member says in the log where it is. It must not choose the programs of this machine that the node connects to.
        let mayBeHere = await listeners.mayHavePeersHere()
        let peers = try store.pairedPeers()
        let standings = try store.standings(of: peers.map(\.key))
        let access = Dictionary(uniqueKeysWithValues: peers.map { ($0.key, $0.access) })
        for key in Set(access.keys).union(linked.keys) where !isConfigured(key) {
            keys.set(access[key] ?? .removed, for: key)
        }
        let wanted = peers.filter { $0.isLinked && !isConfigured($0.key) }
        for (key, link) in linked where !wanted.contains(where: { $0.key == key && $0.places == link.peer.places }) {
            replicator.remove(PeerID(of: key))
            link.end()
            linked[key] = nil
        }
        nodePeers.set(peers.filter { !isConfigured($0.key) }, standings)
        for peer in wanted where linked[peer.key] == nil && !hasEnded { start(peer, mayBeHere: mayBeHere) }
        replicator.changes.changed()
    }

    private func start(_ peer: PairedPeer, mayBeHere: Bool) {
        let linkPeer = LinkPeer(key: peer.key, places: LinkPeer.dialable(peer.places, mayBeHere: mayBeHere))
        do {
            let transport = try LinkTransport(linkPeer, keys, time: time)
            let turnedLink = turnedLink(to: peer.key, transport)
            linked[peer.key] = Linked(
                peer: peer, transport: transport, turnedLink: turnedLink.map { link in Task { await link.run() } })
            replicator.add(
                Peer(linkPeer, MemberLog(transport: transport, introduction: introduction, learnsEnd: learnsEnd)))
        } catch {
            logger.error("No link to a peer can be made.", metadata: ["peer": "\(peer.key)", "error": "\(error)"])
        }
    }

    /// Returns nil before the node runs.
    private func turnedLink(to peer: PublicKey, _ transport: LinkTransport) -> TurnedLink? {
        listeners.server.map {
            TurnedLink(peer: peer, transport: transport, keys: keys, server: $0, network: network, time: time)
        }
    }
}

// MARK: - Running

extension PeerLinks {
    /// Keeps the turned links to the peers of the configuration, and follows the network and the links that peers open, until
    /// the task is cancelled. Then closes the links, and opens no more. The replicator ends the pullers.
    func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.followOpenedLinks() }
            tasks.addTask {
                await NetworkWatch(
                    keys: self.keys, replicator: self.replicator, changes: self.network, time: self.time
                ).run()
            }
            for (key, transport) in configured {
                guard let turnedLink = turnedLink(to: key, transport) else { continue }
                tasks.addTask { await turnedLink.run() }
            }
        }
        hasEnded = true
        for link in linked.values { link.end() }
        for transport in configured.values { transport.close() }
    }

    private func followOpenedLinks() async {
        let learner = AddressLearner(time: time, logger: logger) {
            await self.linked[$0]?.peer.places
        } setPlaces: { places, peer throws(StoreError) in
            try await self.store.setPlaces(places, of: peer)
            try await self.reconcile()
        }
        for await link in keys.openedLinks {
            // A new address replaces the puller.
            await learner.learn(link.address, of: link.key)
            replicator.wake(link.key)
        }
    }
}

extension Peer {
    fileprivate init(_ peer: LinkPeer, _ log: any LogSource) {
        self.init(id: PeerID(of: peer.key), source: log, key: peer.key, address: peer.address)
    }
}

extension PairedPeer {
    fileprivate var access: LinkAccess {
        switch state {
        case .removed: .removed
        case .paused: .paused
        case .active: isUnconfirmed ? .paused : .admitted
        }
    }
}
