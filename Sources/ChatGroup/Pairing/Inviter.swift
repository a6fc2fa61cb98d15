internal import ChatExchange
internal import ChatLink
internal import ChatModel
internal import ChatReplication
internal import ChatServer
internal import ChatStore
internal import ChatXML
internal import Logging

/// Makes this node's invitations, and pairs with the nodes that use them.
struct Inviter: Sendable {
    let store: ChatStore
    let node: NodeIdentity
    let replicator: Replicator
    let listeners: PeerListeners
    let links: PeerLinks
    /// Whether peers over plain HTTP are configured.
    let hasHTTPPeers: Bool
    let logger: Logger

    // MARK: Inviting

    /// Makes an invitation.
    ///
    /// Throws a ``Refusal`` if the node has no group but peers over plain HTTP, which accept no more messages from a node with a
    /// group, and the form does not have the parameter `group`.
    func invite(_ form: Parameters) async throws -> InvitationAnswer {
        let seconds = try form.number(.seconds, in: 1...Int(StoredInvitation.maximumLifetime.components.seconds))
        let lifetime = Duration.seconds(seconds ?? Self.usualSeconds)
        let uses = try form.number(.uses, in: 1...StoredInvitation.maximumUses) ?? 1
        let places = try form.places()
        let drawsGroup = form[.group] != nil
        if try store.group() == .none, hasHTTPPeers || hasRequesters, !drawsGroup,
            // A person has confirmed it with an invitation that is still open.
            try store.openInvitations(process: node.instance) == 0
        {
            throw Self.groupNotConfirmed
        }
        try await listeners.require(to: "invite")
        if !places.isEmpty { _ = try await keep(adding: places, removing: []) }
        let secret = InvitationSecret.random()
        let hints = await listeners.places(atMost: AddressRecord.maximumPlaces)
        guard !hints.isEmpty else { throw Self.notListening }
        switch try await store.invite(secret.hash, for: lifetime, uses: uses, process: node.instance) {
        case .made(let invitation, let group):
            let link = Invitation(peer: LinkPeer(key: node.key, places: hints), group: group, secret: secret)
                .description
            logger.notice(
                "An invitation was made. Whoever has its link can join.",
                metadata: ["uses": "\(uses)", "for": "\(lifetime.components.seconds) s"])
            return InvitationAnswer(
                link: link, expires: invitation.expires, uses: uses, code: QRCode(link)?.rows ?? [])
        case .tooManyInvitations: throw Self.tooManyInvitations
        case .tooManyPeers: throw Refusal.tooManyPeers
        case .unconfirmedPeers: throw Self.peersUnconfirmed
        case .notMember:
            throw Refusal(.notMember, "This node can admit nobody to its group any more. Another member can invite.")
        }
    }

    /// A day.
    private static let usualSeconds = 24 * 60 * 60

    private var hasRequesters: Bool { (try? replicator.status().requesters.isEmpty) == false }

    // MARK: Addresses

    /// Changes the addresses that the owner has added, and returns the line with which other members reach this node.
    func address(_ form: Parameters) async throws -> AddressAnswer {
        let kept = try await keep(adding: form.places(.add), removing: form.places(.remove))
        try await listeners.require(to: "be reached")
        let places = await listeners.places(atMost: AddressRecord.maximumPlaces)
        guard !places.isEmpty else { throw Self.notListening }
        return AddressAnswer(line: LinkPeer(key: node.key, places: places).address, kept: kept.map(\.description))
    }

    /// - Throws: ``Refusal`` if the addresses would be too many.
    private func keep(adding added: [HostPort], removing removed: [HostPort]) async throws -> [HostPort] {
        let added = added.map(\.withoutZone)
        guard let kept = try await store.changeOwnPlaces(adding: added, removing: removed.map(\.withoutZone)) else {
            throw Refusal(
                .badParameter,
                """
                A node keeps at most \(AddressRecord.maximumPlaces - 1) addresses beside those of its listeners. Remove one: tidings \
                address --remove HOST:PORT
                """)
        }
        // The node announces them.
        if !added.isEmpty || !removed.isEmpty { links.network.changed() }
        return kept
    }

    private static let notListening = Refusal(
        .notListening, "This node does not listen for peers yet. Try again in a second.")

    private static let groupNotConfirmed = Refusal(
        .groupNotConfirmed,
        """
        When the first node joins, this node gets a group. Nodes that pull from it over plain HTTP then take nothing more \
        from here until they have the group, too. Messages that were written before are of no group, and the \
        members of the new group read them. To go on, use --new-group.
        """)

    private static let tooManyInvitations = Refusal(
        .tooManyInvitations,
        """
        \(StoredInvitation.maximumOpen) invitations of this node are open. Wait until one is used or has expired. \
        Next time, make one invitation for several nodes (--uses).
        """)

    private static let peersUnconfirmed = Refusal(
        .peersUnconfirmed,
        """
        This node was restored or copied, and its peers wait for a person. Look at the list (tidings members), then \
        resume or remove each of them.
        """)

    // MARK: Pairing

    /// Returns the places at which to dial the node of a request: first the address that it comes from.
    ///
    /// - Parameter mayBeHere: see ``PeerListeners/mayHavePeersHere()``.
    static func places(of request: PairRequest, from address: String?, mayBeHere: Bool) -> [HostPort] {
        guard let port = request.places.first?.port else { return [] }
        let seen = address.map { HostPort(host: $0, port: port) }
        let places = [seen].compactMap(\.self) + request.places.filter { $0 != seen }
        // Without an address of another machine, the request comes from this one.
        return mayBeHere && seen?.isOnThisMachine != false ? places : places.filter { !$0.isOnThisMachine }
    }

    /// Pairs with a node that shows the secret of an invitation, or that it is a member of the group.
    ///
    /// - Returns: a page with the admissions and address records of the members. For an introduction: an empty page if the node is
    ///   admitted, and one with the removals if its membership has ended.
    /// - Parameters:
    ///   - key: the key that the node has proven.
    ///   - address: the IP address from which the node has connected; nil if that is not known.
    func pair(_ form: Parameters, with key: PublicKey, at address: String?) async throws -> [UInt8] {
        if let page = form[.chain] {
            return node.page(of: try store.read(LogQuery(messages: await introduce(key, by: page))), .log)
        }
        let request = try PairRequest(form)
        let isJoining = await links.isJoining
        guard try store.group() != .none || !isJoining else { throw Refusal.joining }
        let name = request.name.oneLine(maximumScalars: Limits.shortFieldScalars)
        let outcome = try await store.redeem(
            request.secret.hash, in: request.group, by: key, named: name,
            at: Self.places(
                of: request, from: address.map(LocalAddresses.unmapped),
                mayBeHere: await listeners.mayHavePeersHere()),
            as: node.nodeName, process: node.instance)
        switch outcome {
        case .paired(let peer, _) where peer.state == .paused:
            throw Refusal.pausedByInviter
        case .paired(let peer, let isNew):
            try await links.reconcile()
            if isNew {
                logger.notice(
                    "A node has joined by an invitation of this node. If you do not know it, remove it: tidings members remove KEY",
                    metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")"])
            }
            return node.page(
                of: try store.read(LogQuery(messages: try store.introduction(of: key, isAlone: false))), .log)
        case .refused(let refusal): throw Refusal(redeeming: refusal)
        }
    }

    /// - Returns: the digests of the removals that have ended the membership; empty if the key is admitted now.
    private func introduce(_ key: PublicKey, by page: [UInt8]) async throws -> [Digest] {
        let messages = try? await PageIntake.read(page, in: store.group()).messages
        guard let messages, try await store.introduce(key, by: messages) else {
            let removals = try store.removals(of: key, showing: messages ?? [])
            guard !removals.isEmpty else { throw Self.notIntroduced }
            return removals
        }
        try await links.reconcile()
        return []
    }

    private static let notIntroduced = Refusal(
        .notIntroduced,
        """
        This node does not know the other one as a member of the group. Perhaps a member has removed it; then ask for an invitation.
        """)
}

extension PairRequest {
    fileprivate init(_ form: Parameters) throws {
        guard let secret: InvitationSecret = try form.bytes(.secret, "the secret of an invitation"),
            let group: GroupID = try form.bytes(.group, "the group of the invitation")
        else {
            throw Failure.badParameter(.secret, "that of an invitation, with its group in the parameter group")
        }
        self.init(secret: secret, group: group, name: try form.text(.name) ?? "", places: try form.places())
    }
}

extension Parameters {
    /// Returns the addresses in a parameter, with commas between them.
    ///
    /// - Throws: ``Failure`` with `bad-parameter`.
    fileprivate func places(_ name: ParameterName = .places) throws(Failure) -> [HostPort] {
        guard let text = try text(name) else { return [] }
        let places = text.split(separator: ",").map { try? HostPort($0) }
        guard places.count <= Limits.peerPlaces,
            places.allSatisfy({ $0?.port.map { $0 > 0 } ?? false && "\($0!)".utf8.count <= Limits.addressBytes })
        else {
            throw .badParameter(
                name, "at most \(Limits.peerPlaces) addresses as host:port, with commas between them")
        }
        return places.compactMap(\.self)
    }
}
