import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import ChatXML
import Logging
import ServiceLifecycle

/// The administration of a running node's peers: makes its parts, runs them, and passes the requests of people and of joining
/// nodes to them.
actor Administration {
    struct Parts: Sendable {
        let store: ChatStore
        let keys: LinkKeys
        let replicator: Replicator
        let node: NodeIdentity
        /// Notified of each change of the network: see ``NetworkWatch``.
        let network: ChangeSignal
        /// The links to the peers of the configuration. These are not paired by invitations, and cannot be changed here.
        let configuredLinks: [PublicKey: LinkTransport]
        let time: any TimeSource
        let logger: Logger

        func isConfigured(_ peer: PublicKey) -> Bool { configuredLinks[peer] != nil }

        func turnedLink(to peer: PublicKey, _ transport: LinkTransport, _ server: ChatServer) -> TurnedLink {
            TurnedLink(
                peer: peer, transport: transport, keys: keys, server: server, network: network, time: time)
        }
    }

    nonisolated let group: NodeGroup
    nonisolated let listeners: PeerListeners
    private let parts: Parts
    private let links: PairedLinks
    private let learner: AddressLearner
    private let inviter: Inviter
    private let joiner: Joiner
    /// Counts the changes of the store that the administration has not made.
    private let storeChanges: ChangeSignal
    /// Whether peers over plain HTTP on other machines are configured, which may request the log.
    private let hasPlainPeers: Bool
    private var hasSaidLogAccess = false

    /// - Parameters:
    ///   - hasHTTPPeers: whether peers over plain HTTP are configured.
    ///   - storeChanges: notified when the store has suspended the peers because of a restore.
    init(
        _ parts: Parts, listening: PeerListeners.Mode, hasHTTPPeers: Bool, hasPlainPeers: Bool,
        storeChanges: ChangeSignal
    ) {
        self.parts = parts
        self.storeChanges = storeChanges
        self.hasPlainPeers = hasPlainPeers
        let (store, logger) = (parts.store, parts.logger)
        let group = NodeGroup(store: store, replicator: parts.replicator)
        let listeners = PeerListeners(listening, store: store, instance: parts.node.instance, logger: logger)
        let links = PairedLinks(parts, group: group, listeners: listeners)
        learner = AddressLearner(time: parts.time, logger: logger) {
            await links.places(of: $0)
        } setPlaces: { places, peer throws(StoreError) in
            try await store.setPlaces(places, of: peer)
            try await links.reconcile()
        }
        inviter = Inviter(
            store: store, node: parts.node, replicator: parts.replicator, listeners: listeners, links: links,
            hasHTTPPeers: hasHTTPPeers, logger: logger)
        joiner = Joiner(
            store: store, node: parts.node, keys: parts.keys, listeners: listeners, links: links,
            time: parts.time, logger: logger)
        (self.group, self.links, self.listeners) = (group, links, listeners)
    }
}

// MARK: - Running

extension Administration: Service {
    /// Starts what the store says, and follows the changes that the store makes by itself, until the service group shuts
    /// down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.follow()
        }
    }

    private func follow() async {
        await listeners.listenIfNeeded()
        await withTaskGroup { group in
            group.addTask { await self.followStore() }
            group.addTask { await self.followLinks() }
            for (key, transport) in self.parts.configuredLinks {
                guard let server = self.listeners.server else { continue }
                group.addTask { await self.parts.turnedLink(to: key, transport, server).run() }
            }
        }
        await links.end()
    }

    private func followStore() async {
        while !Task.isCancelled {
            let seen = storeChanges.count
            // The store reports its failure itself.
            try? await links.reconcile()
            sayUnconfirmed()
            await storeChanges.next(after: seen)
        }
    }

    private func followLinks() async {
        for await link in parts.keys.openedLinks {
            // A new address replaces the puller.
            await learner.learn(link.address, of: link.key)
            parts.replicator.wake(link.key)
        }
    }

    /// After a restore, tells the person what to do.
    private func sayUnconfirmed() {
        let count = group.unconfirmedCount
        guard count > 0 else { return }
        parts.logger.warning(
            """
            This node was restored or copied, and its peers wait for a person: some of them may have been removed in between. \
            Look at the list (tidings peers), then resume or remove each of them. All invitations have ended.
            """, metadata: ["peers": "\(count)"])
    }
}

// MARK: - Requests

extension Administration {
    nonisolated var forms: FormRoutes {
        FormRoutes(
            ofOwner: [
                "invite": { try await self.invite($0).xml },
                "join": { try await self.join($0).xml },
                "peer": { try await self.change($0).xml },
            ],
            ofNodes: ["pair": { try await self.inviter.pair($0, with: $1, at: $2).xml }])
    }

    private func invite(_ form: Parameters) async throws -> InvitationAnswer {
        let answer = try await inviter.invite(form)
        noteLogAccess()
        return answer
    }

    private func join(_ form: Parameters) async throws -> PairedAnswer {
        let answer = try await joiner.join(form)
        noteLogAccess()
        return answer
    }

    /// Changes a paired peer.
    private func change(_ form: Parameters) async throws -> Answer {
        guard let key: PublicKey = try form.bytes(.peer, "a node's public key") else {
            throw Failure.badParameter(.peer, "a node's public key")
        }
        let change = try PairedPeerChange(form)
        guard !links.isConfigured(key) else {
            throw Refusal(
                .peerUnknown,
                "This peer is one of the --peer flags. To change it, restart the node with other flags.")
        }
        guard let peer = try await parts.store.change(key, change) else {
            throw Refusal(.peerUnknown, "No peer with this key is paired. The list (tidings peers) has the keys.")
        }
        try await links.reconcile()
        if peer.isLinked { await listeners.listenIfNeeded() }
        parts.logger.notice(
            "A peer was changed.",
            metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")", "change": "\(change.word)"])
        return .success(nil)
    }

    /// Says once that other machines cannot pull over plain HTTP any more.
    private func noteLogAccess() {
        guard !hasSaidLogAccess, !hasPlainPeers else { return }
        hasSaidLogAccess = true
        parts.logger.notice(
            """
            Once a node is paired, other machines cannot pull from this one over plain HTTP. This keeps nothing secret: \
            whoever reaches an address of --listen still reads and posts as a client.
            """)
    }
}

extension PairedPeerChange {
    fileprivate init(_ form: Parameters) throws {
        switch try form.text(.change) {
        case "pause": self = .pause
        case "resume": self = .resume
        case "remove": self = .remove
        case "rename":
            let name = try form[.name].map { try FieldValue(utf8: $0) }
            try name?.requireShort(.device, .deviceTooLong)
            self = .rename(name?.description)
        default: throw Failure.badParameter(.change, "rename, pause, resume or remove")
        }
    }

    fileprivate var word: String {
        switch self {
        case .rename: "renamed"
        case .pause: "paused"
        case .resume: "resumed"
        case .remove: "removed"
        }
    }
}
