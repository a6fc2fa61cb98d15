internal import ChatClient
internal import ChatExchange
internal import ChatLink
internal import ChatModel
internal import ChatServer
internal import ChatStore
internal import ChatXML
internal import Logging

/// Joins the group of an invitation that another node has made.
struct Joiner: Sendable {
    let store: ChatStore
    let node: NodeIdentity
    let listeners: PeerListeners
    let links: PeerLinks
    let time: any TimeSource
    let logger: Logger

    /// What a person has agreed to.
    private struct Consent {
        /// The group reads the messages that a node without a group has.
        let carriesMessages: Bool
        /// The node leaves a group of which it is the only member.
        let leavesGroup: Bool
    }

    /// Pairs with the node that has made an invitation, and enters its group.
    ///
    /// Throws a ``Refusal`` if a node without a group has messages, which the group would read, and the form does not have the
    /// parameter `carry`; or if the node is the only member of another group, and the form does not have the parameter `leave`.
    func join(_ form: Parameters) async throws -> PairedAnswer {
        guard let link = try form.text(.link) else { throw Failure.badParameter(.link, "an invitation") }
        if let address = LinkPeer(line: link) { return try await reach(address) }
        let invitation = try Invitation(link)
        let consent = Consent(carriesMessages: form[.carry] != nil, leavesGroup: form[.leave] != nil)
        guard !links.isConfigured(invitation.peer.key) else {
            throw Refusal(
                .badParameter,
                "This node was started with --peer and the address of that node. Start it without the flag, then join.")
        }
        let places = LinkPeer.dialable(invitation.peer.places, mayBeHere: await listeners.mayHavePeersHere())
        let peer = LinkPeer(key: invitation.peer.key, places: places)
        guard peer.key != node.key else {
            throw Refusal(
                .ownInvitation, "This node has made this invitation itself. Use it on the other machine.")
        }
        guard !places.isEmpty else { throw Self.onlyItsOwnMachine }
        // Before a use of the invitation is spent.
        try requireRoom(for: invitation, consent)
        let name = try await links.whileJoining {
            let page = try await ask(invitation, of: peer)
            return try await enter(invitation, page, at: peer.places, consent)
        }
        try await links.reconcile()
        await listeners.listenIfNeeded()
        logger.notice(
            "This node has joined a group by an invitation.",
            metadata: ["group": "\(invitation.group)", "peer": "\(peer.key)", "name": "\(name)"])
        return PairedAnswer(node: peer.key, name: name, group: invitation.group)
    }

    /// Takes the line of a member's `tidings address`: the addresses at which this node reaches the member from now on.
    private func reach(_ member: LinkPeer) async throws -> PairedAnswer {
        guard let known = try store.pairedPeers().first(where: { $0.key == member.key }), known.state != .removed else {
            throw Refusal(
                .badInvitation,
                "This is no whole invitation, and no member of the group has its key. Copy the whole link, from tidings: to its end."
            )
        }
        let places = LinkPeer.dialable(member.places, mayBeHere: await listeners.mayHavePeersHere())
        guard !places.isEmpty else { throw Self.onlyItsOwnMachine }
        try await store.setPlaces(places, of: member.key)
        try await links.reconcile()
        return PairedAnswer(node: member.key, name: known.shownName ?? "", group: try store.group())
    }

    /// Enters the group with what the inviting node has answered, and returns its name.
    private func enter(
        _ invitation: Invitation, _ page: LogPage, at places: [HostPort], _ consent: Consent
    ) async throws -> String {
        let name = page.head.name.oneLine(maximumScalars: Limits.shortFieldScalars)
        switch try await store.join(
            invitation.group, await page.verifiedMessages(), by: invitation.peer.key, named: name, at: places,
            carriesMessages: consent.carriesMessages, leavesGroup: consent.leavesGroup)
        {
        case .joined: return name
        case .notAdmitted where try store.membership()?.hasEnded(node.key) == true:
            throw Refusal(
                .notMember,
                "The inviting node does not know yet that this node was removed from the group. Try again in a minute.")
        case .notAdmitted: throw Refusal(noAnswer: "It has not shown that this node is a member of the group.")
        case .otherGroup(let group): throw Self.otherGroup(group)
        case .onlyMember: throw Self.onlyMember
        case .messagesNotCarried(let count): throw Self.messagesNotCarried(count)
        case .tooManyPeers: throw Refusal.tooManyPeers
        }
    }

    /// - Throws: ``Refusal`` if the node cannot enter the group, or has no room for the peer.
    private func requireRoom(for invitation: Invitation, _ consent: Consent) throws {
        let (own, group) = (try store.group(), invitation.group)
        if own != .none, own != group {
            guard try store.isOnlyMember() else { throw Self.otherGroup(own) }
            guard consent.leavesGroup else { throw Self.onlyMember }
        }
        let others = try store.pairedPeers().count { $0.state != .removed && $0.key != invitation.peer.key }
        guard others < PairedPeer.maximumCount else { throw Refusal.tooManyPeers }
        let count = try store.messageCount()
        guard own != .none || count == 0 || consent.carriesMessages else { throw Self.messagesNotCarried(count) }
    }

    /// Asks the inviting node to pair.
    ///
    /// - Throws: ``Refusal`` with the reason.
    private func ask(_ invitation: Invitation, of peer: LinkPeer) async throws(Refusal) -> LogPage {
        let request = PairRequest(
            secret: invitation.secret, group: invitation.group, name: node.nodeName.description,
            places: await listeners.expectedPlaces(atMost: Limits.peerPlaces))
        do {
            let transport = try LinkTransport(peer, links.keys, time: time)
            defer { transport.close() }
            let page = try await PageIntake.read(transport.pair(request), in: invitation.group)
            guard page.head.node == peer.key else { throw Refusal(noAnswer: "It answered for another node.") }
            return page
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            logger.debug("The inviting node has not paired.", metadata: ["reason": "\(error)"])
            throw Refusal(joining: error)
        }
    }

    private static let onlyItsOwnMachine = Refusal(
        .badInvitation,
        """
        The invitation names only the machine on which it was made. Ask for an invitation with an address: tidings invite \
        --address HOST:PORT. If the inviting node is on this machine, start this node with --peer-listen 127.0.0.1:PORT and a \
        free port.
        """)

    private static func otherGroup(_ own: GroupID) -> Refusal {
        Refusal(
            .otherGroup,
            """
            This node is in the group \(own), and the invitation is into another one. A node has one group, so that no \
            message of one group reaches the other. For the second group, run a second node, and join there: \
            tidings serve --data data-2 --listen 127.0.0.1:8081 --peer-listen 0.0.0.0:7412
            """)
    }

    private static let onlyMember = Refusal(
        .onlyMember,
        """
        This node is the only member of a group that it has founded. To leave that group and join, use --leave. The messages of \
        that group stay on this node, and the other group does not read them.
        """)

    private static func messagesNotCarried(_ count: Int) -> Refusal {
        Refusal(
            .messagesNotCarried,
            """
            Messages on this node: \(count). The members of the group would read them. To carry them into the group, \
            use --carry. Otherwise start a node with a new --data folder and let that one join.
            """)
    }
}
