package import ChatExchange
package import ChatLink
package import ChatModel
package import ChatReplication
package import ChatServer
package import ChatStore
internal import ChatXML
package import Logging
internal import ServiceLifecycle

/// The administration of a running node's peers: makes its parts, runs them, and answers the requests of people and of joining
/// nodes with them.
package actor Administration {
    package nonisolated let nodePeers: NodePeers
    package nonisolated let listeners: PeerListeners
    private let store: ChatStore
    private let nodeName: FieldValue
    private let links: PeerLinks
    private let announcer: AddressAnnouncer
    private let beacons: Beacons?
    private let inviter: Inviter
    private let joiner: Joiner
    private let phones: Phones
    private let logger: Logger
    /// Whether peers over plain HTTP on other machines are configured, which may request the log.
    private let hasPlainPeers: Bool
    private var hasSaidLogAccess = false

    /// - Parameters:
    ///   - peers: the peers over links of the configuration. The replicator pulls from them.
    ///   - configured: the listeners for peers of the configuration.
    ///   - hasHTTPPeers: whether peers over plain HTTP are configured.
    ///   - hasBeacon: whether the node sends and receives beacons.
    /// - Throws: an error of the TLS library.
    package init(
        of node: NodeIdentity, store: ChatStore, replicator: Replicator, peers: [LinkPeer],
        listening: PeerListeners.Mode, listeners configured: [Listener], hasHTTPPeers: Bool, hasPlainPeers: Bool,
        hasBeacon: Bool, time: any TimeSource, logger: Logger
    ) throws {
        nodePeers = NodePeers(store: store, replicator: replicator)
        listeners = PeerListeners(listening, configured, store: store, instance: node.instance, logger: logger)
        links = try PeerLinks(
            to: peers, store: store, replicator: replicator, nodePeers: nodePeers, listeners: listeners,
            introduction: {
                guard let digests = try? store.introduction(of: node.key, isAlone: true), !digests.isEmpty else {
                    return nil
                }
                return try? node.page(of: store.read(LogQuery(messages: digests)), .log)
            },
            learnsEnd: { answer in
                guard let page = try? await PageIntake.read(answer, in: store.group()) else { return false }
                return (try? await store.learnEnd(from: page.messages)) == true
            }, time: time, logger: logger)
        announcer = AddressAnnouncer(
            store: store, nodeName: node.nodeName, listeners: listeners, network: links.network, time: time,
            logger: logger)
        beacons =
            hasBeacon
            ? Beacons(
                keys: links.keys, listeners: listeners, network: links.network, time: time, logger: logger,
                receive: { [links] in await links.received($0) }) : nil
        inviter = Inviter(
            store: store, node: node, replicator: replicator, listeners: listeners, links: links,
            hasHTTPPeers: hasHTTPPeers, logger: logger)
        joiner = Joiner(store: store, node: node, listeners: listeners, links: links, time: time, logger: logger)
        phones = Phones(listeners, time, logger)
        (self.store, self.nodeName, self.logger) = (store, node.nodeName, logger)
        self.hasPlainPeers = hasPlainPeers
    }

    /// The keys that are admitted at the listeners for peers.
    package nonisolated var keys: LinkKeys { links.keys }
}

// MARK: - Running

extension Administration: Service {
    /// Starts what the store says, and follows the changes that the store makes by itself, until the service group shuts
    /// down.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.listeners.listenIfNeeded()
            await self.phones.resume()
            await withTaskGroup { tasks in
                tasks.addTask { await self.followStore() }
                tasks.addTask { await self.followHiding() }
                tasks.addTask { await self.links.run() }
                tasks.addTask { await self.announcer.run() }
                if let beacons = self.beacons { tasks.addTask { await beacons.run() } }
            }
        }
    }

    private func followStore() async {
        while !Task.isCancelled {
            let seen = store.peerChanges.count
            // The store reports its failure itself.
            try? await links.reconcile()
            sayUnconfirmed()
            await store.peerChanges.next(after: seen)
        }
    }

    /// After a restore, tells the person what to do.
    private func sayUnconfirmed() {
        let count = nodePeers.unconfirmedCount
        guard count > 0 else { return }
        logger.warning(
            """
            This node was restored or copied, and its peers wait for a person: some of them may have been removed in between. \
            Look at the list (tidings members), then resume or remove each of them. All invitations have ended.
            """, metadata: ["peers": "\(count)"])
    }
}

// MARK: - Requests

extension Administration {
    package nonisolated var forms: FormRoutes {
        FormRoutes(
            ofOwner: [
                "invite": { try await self.invite($0).xml },
                "join": { try await self.join($0).xml },
                "peer": { try await self.change($0).xml },
                "address": { try await self.inviter.address($0).xml },
                "leave": { _ in try await self.leave().xml },
                "add-phone": { _ in try await self.phones.invite().xml },
            ],
            ofNodes: ["pair": { try await self.inviter.pair($0, with: $1, at: $2) }])
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
        switch try form.text(.change) {
        case "rename":
            guard let user = try form.short(.user, .user, .userTooLong) else { break }
            return try await call(user, at: key, try form.short(.name, .user, .userTooLong))
        case "let-in": return try letIn(key)
        case "hide":
            let drop = try form.text(.drop)
            guard [nil, "yes"].contains(drop) else { throw Failure.badParameter(.drop, "yes, or be left out") }
            return try await hide(key, drop == nil ? .hidden : .dropped)
        case "unhide": return try await hide(key, nil)
        case "same": return try await say(key, isSame: true)
        case "not-same": return try await say(key, isSame: false)
        default: break
        }
        let change = try PairedPeerChange(form)
        guard !links.isConfigured(key) else {
            throw Refusal(
                .peerUnknown,
                "This peer is one of the --peer flags. To change it, restart the node with other flags.")
        }
        let peer: PairedPeer
        switch try await store.change(key, change, as: nodeName) {
        case .changed(let changed): peer = changed
        case .tooManyPeers: throw Refusal.tooManyPeers
        case .notMember:
            throw Refusal(
                .notMember,
                "This node can admit nobody any more, so nobody can stay. Another member can remove the peer.")
        case .wouldEndOwn:
            throw Refusal(
                .notMember,
                "This node is a member through that one, so the removal would end its own membership, too. To leave: tidings members leave"
            )
        case .unknown where change == .keep: throw Self.notRemoved
        case .unknown: throw Self.unknown
        }
        try await links.reconcile()
        if peer.isLinked { await listeners.listenIfNeeded() }
        logger.notice(
            "A peer was changed.",
            metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")", "change": "\(change.word)"])
        return .success(nil)
    }

    private func hide(_ key: PublicKey, _ hiding: Hiding?) async throws -> Answer {
        try requireKnown(key)
        guard try await store.hide(key, hiding) else {
            throw Refusal(
                .tooManyPeers,
                "This node hides as many members as it can. Show one of them again first: tidings members unhide.")
        }
        // The status says who is hidden.
        try await links.reconcile()
        let change = hiding.map { $0 == .dropped ? "hide and drop" : "hide" } ?? "unhide"
        logger.notice(
            "The messages of a member are hidden, or shown again.",
            metadata: ["peer": "\(key)", "change": "\(change)"])
        return .success(nil)
    }

    private func call(_ user: FieldValue, at origin: PublicKey, _ name: FieldValue?) async throws -> Answer {
        guard try await store.call(user, at: origin, name) else {
            throw Refusal(
                .badParameter,
                "This node keeps as many names as it can. Take back one that nobody needs, and try again.")
        }
        // The status says it.
        try await links.reconcile()
        return .success(nil)
    }

    private func say(_ key: PublicKey, isSame: Bool) async throws -> Answer {
        try requireKnown(key)
        guard try await store.say(key, isSame: isSame, as: nodeName) else {
            throw Refusal(
                .notMember,
                """
                The member has left or was removed, or this node was, or this node names \(Persons.maximumSame) others already. Take one \
                back first: tidings same NAME --not.
                """)
        }
        try await links.reconcile()
        return .success(nil)
    }

    /// Erases values of dropped members: after each change, and what the last process has left out.
    private func followHiding() async {
        while !Task.isCancelled {
            let seen = store.hidingChanges.count
            do {
                try await store.dropValues()
                await store.hidingChanges.next(after: seen)
            } catch {
                logger.error(
                    "Values of hidden members could not be dropped. The node tries again in a minute.",
                    metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }

    private func requireKnown(_ key: PublicKey) throws {
        guard key != store.key.publicKey, try store.membership()?.knows(key) == true else { throw Self.unknown }
    }

    private func letIn(_ key: PublicKey) throws -> Answer {
        try requireKnown(key)
        try store.letIn(key)
        logger.notice("Waiting messages of a member are let in.", metadata: ["peer": "\(key)"])
        return .success(nil)
    }

    private static let unknown = Refusal(
        .peerUnknown, "No member has this key, or it is removed. The list (tidings members) has the keys.")

    private static let notRemoved = Refusal(
        .peerUnknown,
        "No removed member has this key. The list (tidings members) has the keys. To end a pause: tidings members resume."
    )

    private func leave() async throws -> Answer {
        switch try await store.leave(as: nodeName) {
        case .left: break
        case .isFounder:
            throw Refusal(
                .cannotLeave,
                """
                This node has founded the group, so it cannot leave it. To exchange no more messages, remove each member (tidings \
                members remove), or stop the node.
                """)
        case .notMember: throw Refusal(.cannotLeave, "This node is in no group, or no member of it any more.")
        }
        try await links.reconcile()
        logger.notice("This node has left its group.")
        return .success(nil)
    }

    /// Says once that other machines cannot pull over plain HTTP any more.
    private func noteLogAccess() {
        guard !hasSaidLogAccess, !hasPlainPeers else { return }
        hasSaidLogAccess = true
        logger.notice(
            """
            Once a node is paired, other machines cannot pull from this one over plain HTTP. This keeps nothing secret: \
            whoever reaches an address of --listen still reads and posts as a client.
            """)
    }
}

extension Parameters {
    /// Returns the value of a parameter, checked as a field; nil if it is left out.
    fileprivate func short(
        _ parameter: ParameterName, _ field: FieldName, _ tooLong: FailureCode
    ) throws -> FieldValue? {
        let value = try self[parameter].map { try FieldValue(utf8: $0) }
        try value?.requireShort(field, tooLong)
        return value
    }
}

extension PairedPeerChange {
    fileprivate init(_ form: Parameters) throws {
        switch try form.text(.change) {
        case "pause": self = .pause
        case "resume": self = .resume
        case "remove":
            let staying =
                try form.text(.stay)?.split(separator: " ").map { try? PublicKey(base64URL: String($0)) } ?? []
            guard staying.allSatisfy({ $0 != nil }) else {
                throw Failure.badParameter(.stay, "keys with spaces between them")
            }
            self = .remove(staying: Set(staying.compactMap(\.self)))
        case "keep": self = .keep
        case "rename":
            self = .rename(try form.short(.name, .device, .deviceTooLong)?.description)
        default: throw Failure.badParameter(.change, "rename, pause, resume, remove, keep, let-in, hide or unhide")
        }
    }

    fileprivate var word: String {
        switch self {
        case .rename: "renamed"
        case .pause: "paused"
        case .resume: "resumed"
        case .remove: "removed"
        case .keep: "kept"
        }
    }
}
