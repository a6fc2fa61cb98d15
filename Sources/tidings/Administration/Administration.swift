import ChatClient
import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import ChatXML
import Logging
import ServiceLifecycle
import Synchronization

/// The paired peers of a running node: it makes and takes invitations, changes peers, and keeps the listeners and the
/// replicator as the store says.
///
/// The store decides. Each change is a transaction there; then ``reconcile()`` compares what runs with what is stored. So
/// it does not matter in which order changes end, or where the process is killed.
actor Administration {
    /// How the node listens for peers.
    enum Listening: Sendable {
        /// On all interfaces from the first invitation or join on, until the last peer is removed.
        case automatic
        /// Never.
        case off
        /// At the addresses of the configuration.
        case configured
    }

    struct Parts: Sendable {
        let store: ChatStore
        let identity: LinkIdentity
        let keys: LinkKeys
        let replicator: Replicator
        let instance: Instance
        let nodeName: FieldValue
        let queue: HandOverQueue
        /// The links to the peers of the configuration.
        let configuredLinks: [PublicKey: LinkTransport]
        let time: any TimeSource
        let logger: Logger
    }

    private let parts: Parts
    private let listening: Listening
    /// The peers of the configuration over links: they are not paired by invitations, and cannot be changed here.
    private let configured: Set<PublicKey>
    /// Whether peers over plain HTTP are configured.
    private let hasHTTPPeers: Bool
    /// Whether peers over plain HTTP on other machines are configured, which may request the log.
    private let hasPlainPeers: Bool
    /// The listeners for peers that accept connections.
    private var listeners: [Listener] = []
    /// The start of a listener for peers that is in progress.
    private var starting: Task<Result<Listener, ListenError>, Never>?
    /// The peers that are pulled from, as they were when their links were made.
    private var linked: [PublicKey: Linked] = [:]

    private struct Linked {
        let peer: PairedPeer
        let transport: LinkTransport
        let sender: Task<Void, Never>

        func end() {
            sender.cancel()
            transport.close()
        }
    }

    /// The requests of peers that wait for new messages while they are handed over.
    private let waiting: WaitingRequests
    /// When a peer last pulled over a link that it has opened, on the monotonic clock.
    private let pulls = Mutex<[PublicKey: Duration]>([:])
    /// When an address of a peer was last learned, on the monotonic clock.
    private var learned: [PublicKey: Duration] = [:]
    private var hasSaidLogAccess = false
    private let server = Mutex<ChatServer?>(nil)
    /// What ``status()`` shows of the paired peers.
    private let shown = Mutex<[PublicKey: PairedPeer]>([:])
    /// The keys of removed peers.
    private let removed = Mutex<Set<PublicKey>>([])
    /// Counts the changes of the store that this actor has not made.
    nonisolated let storeChanges: ChangeSignal

    /// - Parameter storeChanges: notified when the store has suspended the peers because of a restore.
    init(
        _ parts: Parts, listening: Listening, configured: Set<PublicKey>, hasHTTPPeers: Bool, hasPlainPeers: Bool,
        storeChanges: ChangeSignal
    ) {
        self.parts = parts
        self.listening = listening
        self.configured = configured
        self.hasHTTPPeers = hasHTTPPeers
        self.hasPlainPeers = hasPlainPeers
        self.storeChanges = storeChanges
        waiting = WaitingRequests(maximum: 4 * PairedPeer.maximumCount, time: parts.time)
    }

    /// Sets the server that listens. Called once, before ``run()``.
    nonisolated func use(_ server: ChatServer) { self.server.withLock { $0 = server } }

    /// Notes a listener for peers that accepts connections.
    func isListening(on listener: Listener) { listeners.append(listener) }

    private var store: ChatStore { parts.store }
}

// MARK: - Running what the store says

extension Administration: Service {
    /// Starts what the store says, and follows the changes that the store makes by itself, until the service group shuts
    /// down.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.follow()
        }
    }

    private func follow() async {
        await startListening()
        await withTaskGroup { group in
            group.addTask { await self.followStore() }
            group.addTask { await self.learnAddresses() }
            group.addTask { await self.waiting.run() }
            for (key, transport) in self.parts.configuredLinks {
                group.addTask { await self.sender(to: key, over: transport).run() }
            }
        }
        for link in linked.values { link.end() }
    }

    private func followStore() async {
        while !Task.isCancelled {
            let seen = storeChanges.count
            // The store reports its failure itself.
            try? reconcile()
            sayUnconfirmed()
            await storeChanges.next(after: seen)
        }
    }

    /// Learns the addresses of peers from the links that they open: the address of a laptop changes.
    private func learnAddresses() async {
        for await link in parts.keys.openedLinks { await learn(link.address, of: link.key) }
    }

    private func learn(_ address: String, of key: PublicKey) async {
        let address = LocalAddresses.unmapped(address)
        let now = parts.time.monotonic
        guard let peer = linked[key]?.peer, let port = peer.places.first?.port, !Node.isLoopback(address),
            !peer.places.contains(where: { $0.host == address }),
            learned[key].map({ now - $0 > Self.learningPause }) ?? true
        else { return }
        learned[key] = now
        let places = [HostPort(host: address, port: port)] + peer.places
        try? await store.setPlaces(Array(places.prefix(Limits.peerPlaces)), of: key)
        try? reconcile()
    }

    /// After a restore, tells the person what to do.
    private func sayUnconfirmed() {
        let count = shown.withLock { $0.values.count(where: \.isUnconfirmed) }
        guard count > 0 else { return }
        parts.logger.warning(
            """
            This node was restored or copied, and its peers wait for a person: some of them may have been removed in between. \
            Look at the list (tidings peers), then resume or remove each of them. All invitations have ended.
            """, metadata: ["peers": "\(count)"])
    }

    /// A peer cannot make the node write more often than this.
    private static let learningPause = Duration.seconds(60)

    /// After a restart, the listener of before.
    private func startListening() async {
        guard listening == .automatic, (try? needsListener()) == true else { return }
        do {
            try await listen()
        } catch {
            parts.logger.warning(
                """
                This node cannot listen for its peers: \(error.ownerSentence) Messages pass only on the links that this node \
                opens. Or start it with --peer-listen HOST:PORT and a free port, and let the peers join again.
                """)
        }
    }

    private func needsListener() throws -> Bool {
        // Also for paused peers, so that they are told why they are refused.
        try store.pairedPeers().contains { $0.state != .removed } || store.openInvitations(process: parts.instance) > 0
    }

    /// Makes the admitted keys and the pulled peers those of the store.
    ///
    /// - Throws: `StoreError` if the store cannot be read. Then those who run go on.
    private func reconcile() throws {
        let peers = try store.pairedPeers()
        for peer in peers where !configured.contains(peer.key) {
            parts.keys.set(peer.admission, for: peer.key)
        }
        let wanted = peers.filter { $0.isLinked && !configured.contains($0.key) }
        for (key, link) in linked where !wanted.contains(where: { $0.key == key && $0.places == link.peer.places }) {
            parts.replicator.remove(PeerID(of: key))
            link.end()
            linked[key] = nil
        }
        shown.withLock { shown in
            shown = peers.filter { $0.state != .removed }.reduce(into: [:]) { $0[$1.key] = $1 }
        }
        removed.withLock { $0 = Set(peers.filter { $0.state == .removed }.map(\.key)) }
        for peer in wanted where linked[peer.key] == nil { start(peer) }
        parts.replicator.changes.changed()
    }

    private func start(_ peer: PairedPeer) {
        let linkPeer = LinkPeer(key: peer.key, places: peer.places)
        do {
            let transport = try LinkTransport(linkPeer, as: parts.identity, time: parts.time)
            let sender = sender(to: peer.key, over: transport)
            linked[peer.key] = Linked(peer: peer, transport: transport, sender: Task { await sender.run() })
            let log = ReachableLog(peer.key, over: transport, parts.queue, time: parts.time)
            parts.replicator.add(
                Peer(
                    id: PeerID(of: peer.key), source: log, key: peer.key,
                    address: linkPeer.address))
        } catch {
            parts.logger.error(
                "No link to a peer can be made.", metadata: ["peer": "\(peer.key)", "error": "\(error)"])
        }
    }

    private nonisolated func sender(to key: PublicKey, over transport: LinkTransport) -> HandOverSender {
        HandOverSender(
            peer: key, transport: transport, store: parts.store,
            node: NodeIdentity(key: parts.identity.key, nodeName: parts.nodeName, instance: parts.instance),
            longPoll: LongPoll(store: parts.store, requests: waiting), time: parts.time,
            lastPull: { [self] in pulls.withLock { $0[key] } },
            note: { [parts] request, confirmed in
                parts.replicator.noteRequest(request, confirmed: confirmed, isProven: true)
            })
    }

    /// Listens on all interfaces, with IPv6 where the machine has it. Does nothing while the node listens.
    private func listen() async throws(ListenError) {
        guard listeners.isEmpty, let server = server.withLock({ $0 }) else { return }
        let start = starting ?? Task { await Self.listen(server) }
        starting = start
        let outcome = await start.value
        if starting == start { starting = nil }
        let listener = try outcome.get()
        if !listeners.contains(listener) { listeners.append(listener) }
    }

    private static func listen(_ server: ChatServer) async -> Result<Listener, ListenError> {
        do throws(ListenError) {
            do throws(ListenError) {
                return .success(try await listen(server, on: "::"))
            } catch {
                // The resolver refuses IPv6 literals while no interface has an IPv6 address.
                guard error.reason == .addressMissing || error.reason == .nameNotResolved else { throw error }
                return .success(try await listen(server, on: "0.0.0.0"))
            }
        } catch {
            return .failure(error)
        }
    }

    private static func listen(_ server: ChatServer, on host: String) async throws(ListenError) -> Listener {
        let listener = Listener(host: host, port: LinkAddress.usualPort, purpose: .peers)
        do {
            return try await server.listen(on: listener)
        } catch {
            throw error as? ListenError ?? ListenError(listener, .other("\(error)"))
        }
    }
}

extension PairedPeer {
    fileprivate var admission: Admission {
        switch state {
        case .removed: .removed
        case .paused: .paused
        case .active: isUnconfirmed ? .paused : .admitted
        }
    }

    /// The name for people.
    fileprivate var shownName: String? { localName ?? (name.isEmpty ? nil : name) }
}

// MARK: - Invitations

extension Administration: Administrator {
    func invite(
        for lifetime: Duration, uses: Int, places: [HostPort], drawsGroup: Bool
    ) async throws -> InvitationAnswer {
        if try store.group() == .none, hasHTTPPeers || hasRequesters, !drawsGroup {
            throw Refusal(
                .groupNotConfirmed,
                """
                The first invitation gives this node a group. Nodes that pull from it over plain HTTP then take nothing more \
                from here until they have the group, too. Messages that were written before are of no group, and the \
                members of the new group read them. To go on, use --new-group.
                """)
        }
        try await requireListener(to: "invite")
        let secret = InvitationSecret.random()
        let hints = try hints(places)
        switch try await store.invite(secret.hash, for: lifetime, uses: uses, process: parts.instance) {
        case .made(let invitation, let group):
            noteLogAccess()
            let peer = LinkPeer(key: parts.identity.key, places: hints)
            let link = Invitation(peer: peer, group: group, secret: secret).description
            parts.logger.notice(
                "An invitation was made. Whoever has its link can join.",
                metadata: ["uses": "\(uses)", "for": "\(lifetime.components.seconds) s"])
            return InvitationAnswer(
                link: link, expires: invitation.expires, uses: uses, code: QRCode(link)?.rows ?? [])
        case .tooManyInvitations:
            throw Refusal(
                .tooManyInvitations,
                """
                \(StoredInvitation.maximumOpen) invitations of this node are open. Wait until one is used or has expired. \
                Next time, make one invitation for several nodes (--uses).
                """)
        case .tooManyPeers: throw Self.tooManyPeers
        case .unconfirmedPeers:
            throw Refusal(
                .peersUnconfirmed,
                """
                This node was restored or copied, and its peers wait for a person. Look at the list (tidings peers), then \
                resume or remove each of them.
                """)
        }
    }

    /// The addresses for an invitation: the given ones first.
    ///
    /// - Throws: ``Refusal`` if there are too many, or none yet.
    private func hints(_ places: [HostPort]) throws(Refusal) -> [HostPort] {
        guard places.count < Self.maximumHints else {
            throw Refusal(.badParameter, "An invitation has room for \(Self.maximumHints - 1) further addresses.")
        }
        var hints = places
        for place in listeners.flatMap(LocalAddresses.places) where !hints.contains(place) { hints.append(place) }
        guard !hints.isEmpty else {
            throw Refusal(.notListening, "This node does not listen for peers yet. Try again in a second.")
        }
        return Array(hints.prefix(Self.maximumHints))
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

    /// More addresses would make the QR code hard to read.
    private static let maximumHints = 8

    private var hasRequesters: Bool { (try? parts.replicator.status().requesters.isEmpty) == false }

    private func requireListener(to act: String) async throws {
        switch listening {
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

    private static let tooManyPeers = Refusal(
        .tooManyPeers,
        "This node has \(PairedPeer.maximumCount) peers, which is as many as it can have. Remove one first.")

    func join(_ invitation: Invitation, carriesMessages: Bool) async throws -> PairedAnswer {
        let peer = invitation.peer
        guard peer.key != parts.identity.key else {
            throw Refusal(
                .ownInvitation, "This node has made this invitation itself. Use it on the other machine.")
        }
        guard !configured.contains(peer.key) else {
            throw Refusal(
                .badParameter,
                "This node was started with --peer and the address of that node. Start it without the flag, then join.")
        }
        // Before a use of the invitation is spent.
        try requireRoom(for: invitation, carriesMessages: carriesMessages)
        let answer = try await ask(invitation)
        switch try await store.join(
            invitation.group, of: peer.key, named: answer.name, at: peer.places, carriesMessages: carriesMessages)
        {
        case .joined: break
        case .otherGroup(let group): throw Self.otherGroup(group)
        case .messagesNotCarried(let count): throw Self.messagesNotCarried(count)
        case .tooManyPeers: throw Self.tooManyPeers
        }
        try reconcile()
        await startListening()
        noteLogAccess()
        parts.logger.notice(
            "This node has joined a group by an invitation.",
            metadata: ["group": "\(answer.group)", "peer": "\(peer.key)", "name": "\(answer.name)"])
        return answer
    }

    /// - Throws: ``Refusal`` if the node cannot take the group or the peer.
    private func requireRoom(for invitation: Invitation, carriesMessages: Bool) throws {
        let (own, group) = (try store.group(), invitation.group)
        guard own == .none || own == group else { throw Self.otherGroup(own) }
        let others = try store.pairedPeers().count { $0.state != .removed && $0.key != invitation.peer.key }
        guard others < PairedPeer.maximumCount else { throw Self.tooManyPeers }
        let count = try store.messageCount()
        guard own == group || count == 0 || carriesMessages else { throw Self.messagesNotCarried(count) }
    }

    private static func otherGroup(_ own: GroupID) -> Refusal {
        Refusal(
            .otherGroup,
            """
            This node is in the group \(own), and the invitation is into another one. A node has one group, so that no \
            message of one group reaches the other. For the second group, run a second node: tidings serve with another \
            --data folder, --listen and --peer-listen.
            """)
    }

    private static func messagesNotCarried(_ count: Int) -> Refusal {
        Refusal(
            .messagesNotCarried,
            """
            Messages on this node: \(count). The members of the group would read them. To carry them into the group, \
            use --carry. Otherwise start a node with a new --data folder and let that one join.
            """)
    }

    /// The listeners for peers, also the one that begins with the first peer.
    private var ownListeners: [Listener] {
        listening == .automatic && listeners.isEmpty
            ? [Listener(host: "::", port: LinkAddress.usualPort, purpose: .peers)] : listeners
    }

    /// Asks the inviting node to pair.
    ///
    /// - Throws: ``Refusal`` with the reason.
    private func ask(_ invitation: Invitation) async throws(Refusal) -> PairedAnswer {
        let request = PairRequest(
            secret: invitation.secret, group: invitation.group, name: parts.nodeName.description,
            places: Array(ownListeners.flatMap(LocalAddresses.places).prefix(Limits.peerPlaces)))
        do {
            let transport = try LinkTransport(invitation.peer, as: parts.identity, time: parts.time)
            defer { transport.close() }
            let answer = try await transport.pair(request)
            guard answer.node == invitation.peer.key, answer.group == invitation.group else {
                throw Refusal(.inviterUnreachable, "The inviting node answered for another node or group.")
            }
            return PairedAnswer(
                node: answer.node, name: answer.name.oneLine(maximumScalars: Limits.shortFieldScalars),
                group: answer.group)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(joining: error)
        }
    }

    func pair(_ request: PairRequest, with key: PublicKey, at address: String?) async throws -> PairedAnswer {
        let name = request.name.oneLine(maximumScalars: Limits.shortFieldScalars)
        var places = request.places
        if let address = address.map(LocalAddresses.unmapped), let port = places.first?.port {
            let seen = HostPort(host: address, port: port)
            if !places.contains(seen) { places.insert(seen, at: 0) }
        }
        let outcome = try await store.redeem(
            request.secret.hash, in: request.group, by: key, named: name, at: places, process: parts.instance)
        switch outcome {
        case .paired(let peer, _) where peer.state == .paused:
            throw Refusal(
                .peerPaused, "The owner of the inviting node has paused this node. Ask the owner to resume it.")
        case .paired(let peer, let isNew):
            try reconcile()
            if isNew {
                parts.logger.notice(
                    "A node has joined by an invitation of this node. If you do not know it, remove it: tidings peers remove KEY",
                    metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")"])
            }
            return PairedAnswer(
                node: parts.identity.key, name: parts.nodeName.description, group: try store.group())
        case .refused(let refusal): throw Refusal(redeeming: refusal)
        }
    }

    // MARK: Peers

    func change(_ key: PublicKey, _ change: PairedPeerChange) async throws {
        guard !configured.contains(key) else {
            throw Refusal(
                .peerUnknown,
                "This peer is one of the --peer flags. To change it, restart the node with other flags.")
        }
        guard let peer = try await store.change(key, change) else {
            throw Refusal(.peerUnknown, "No peer with this key is paired. The list (tidings peers) has the keys.")
        }
        try reconcile()
        if peer.isLinked { await startListening() }
        parts.logger.notice(
            "A peer was changed.",
            metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")", "change": "\(change.word)"])
    }
}

extension PairedPeerChange {
    fileprivate var word: String {
        switch self {
        case .rename: "renamed"
        case .pause: "paused"
        case .resume: "resumed"
        case .remove: "removed"
        }
    }
}

// MARK: - Status

extension Administration: GroupSource {
    nonisolated var changes: ChangeSignal { parts.replicator.changes }

    nonisolated func noteHandOver(by peer: PublicKey) { parts.replicator.wake(peer) }

    nonisolated func noteRequest(_ request: PullRequest, confirmed: LogID?, isProven: Bool) {
        if isProven { pulls.withLock { $0[request.node] = parts.time.monotonic } }
        parts.replicator.noteRequest(request, confirmed: confirmed, isProven: isProven)
    }

    /// The status of the replicator, with the names of the paired peers, and with those that are not pulled from.
    nonisolated func status() throws -> GroupStatus {
        var status = try parts.replicator.status()
        var paired = shown.withLock { $0 }
        // They requested messages before they were paused or removed.
        let removed = removed.withLock { $0 }
        status.requesters.removeAll { paired[$0.node] != nil || removed.contains($0.node) }
        for index in status.peers.indices {
            guard let key = status.peers[index].node, let peer = paired[key],
                status.peers[index].address.hasPrefix(LinkAddress.scheme)
            else { continue }
            paired[key] = nil
            status.peers[index].name = peer.localName ?? status.peers[index].name ?? peer.shownName
            status.peers[index].pairedSince = peer.since
        }
        for peer in paired.values.sorted(by: { $0.key < $1.key }) where !peer.isLinked {
            status.peers.append(try PeerStatus(peer, parts.store))
        }
        return status
    }
}

extension PeerStatus {
    /// The status of a paired peer that is not pulled from now.
    fileprivate init(_ peer: PairedPeer, _ store: ChatStore) throws {
        let address = LinkPeer(key: peer.key, places: peer.places).address
        self.init(address: address, state: peer.isUnconfirmed ? .unconfirmed : .paused, since: peer.since)
        (node, name, pairedSince) = (peer.key, peer.shownName, peer.since)
        guard let contact = try store.contact(with: PeerID(of: peer.key)) else { return }
        if peer.localName == nil, !contact.name.isEmpty { name = contact.name }
        (lastRequest, lastPage, lastInSync) = (contact.lastRequest, contact.lastPage, contact.lastInSync)
        (confirmed, isProven) = (contact.confirmed, contact.isProven)
    }
}
