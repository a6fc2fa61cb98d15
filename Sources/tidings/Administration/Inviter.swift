import ChatExchange
import ChatLink
import ChatModel
import ChatReplication
import ChatServer
import ChatStore
import ChatXML
import Logging

/// Makes this node's invitations, and pairs with the nodes that use them.
struct Inviter: Sendable {
    let store: ChatStore
    let node: NodeIdentity
    let replicator: Replicator
    let listeners: PeerListeners
    let links: PairedLinks
    /// Whether peers over plain HTTP are configured.
    let hasHTTPPeers: Bool
    let logger: Logger

    // MARK: Inviting

    /// As ``ChatServer/Administrator/invite(for:uses:places:drawsGroup:)``.
    func invite(
        for lifetime: Duration, uses: Int, places: [HostPort], drawsGroup: Bool
    ) async throws -> InvitationAnswer {
        if try store.group() == .none, hasHTTPPeers || hasRequesters, !drawsGroup { throw Self.groupNotConfirmed }
        try await listeners.require(to: "invite")
        let secret = InvitationSecret.random()
        let hints = try await hints(places)
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
        }
    }

    private var hasRequesters: Bool { (try? replicator.status().requesters.isEmpty) == false }

    /// More addresses would make the QR code hard to read.
    private static let maximumHints = 8

    /// Returns the addresses for an invitation: the given ones first.
    ///
    /// - Throws: ``Refusal`` if there are too many, or none yet.
    private func hints(_ places: [HostPort]) async throws(Refusal) -> [HostPort] {
        guard places.count < Self.maximumHints else {
            throw Refusal(.badParameter, "An invitation has room for \(Self.maximumHints - 1) further addresses.")
        }
        var hints = places.map(\.withoutZone)
        for place in await listeners.places(atMost: Self.maximumHints - hints.count) where !hints.contains(place) {
            hints.append(place)
        }
        guard !hints.isEmpty else {
            throw Refusal(.notListening, "This node does not listen for peers yet. Try again in a second.")
        }
        return hints
    }

    private static let groupNotConfirmed = Refusal(
        .groupNotConfirmed,
        """
        The first invitation gives this node a group. Nodes that pull from it over plain HTTP then take nothing more \
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
        This node was restored or copied, and its peers wait for a person. Look at the list (tidings peers), then \
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

    /// As ``ChatServer/Administrator/pair(_:with:at:)``.
    func pair(_ request: PairRequest, with key: PublicKey, at address: String?) async throws -> PairedAnswer {
        let name = request.name.oneLine(maximumScalars: Limits.shortFieldScalars)
        let outcome = try await store.redeem(
            request.secret.hash, in: request.group, by: key, named: name,
            at: Self.places(
                of: request, from: address.map(LocalAddresses.unmapped),
                mayBeHere: await listeners.mayHavePeersHere()),
            process: node.instance)
        switch outcome {
        case .paired(let peer, _) where peer.state == .paused:
            throw Refusal.pausedByInviter
        case .paired(let peer, let isNew):
            try await links.reconcile()
            if isNew {
                logger.notice(
                    "A node has joined by an invitation of this node. If you do not know it, remove it: tidings peers remove KEY",
                    metadata: ["peer": "\(key)", "name": "\(peer.shownName ?? "")"])
            }
            return PairedAnswer(node: node.key, name: node.nodeName.description, group: try store.group())
        case .refused(let refusal): throw Refusal(redeeming: refusal)
        }
    }
}
