import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import TestSupport

/// Paired nodes: their owners pair them by invitations, and pause and remove peers.
extension Simulation {
    /// Returns the peer id of the node at a slot. The id of a peer over plain HTTP stays when another node gets the slot.
    func peerID(of slot: Int) -> PeerID {
        if isPaired, let key = nodes[slot].key { return PeerID(of: key) }
        return PeerID("http://node\(slot)")!  // Neither empty nor long.
    }

    /// Makes nodes that will be paired, of which some are behind a router for the whole run. All nodes are connected, directly
    /// or along a chain, and of two connected nodes one can be dialled.
    func makePairedNodes(_ count: Int) throws {
        isPaired = true
        for slot in 0..<count {
            let node = try addNode(peers: [])
            try node.writeKey(seed: dice.bytes(32))
            node.staysBehindRouter = slot > 0 && dice.chance(0.4)
            node.isBehindRouter = node.staysBehindRouter
            let reachable = nodes[..<slot].filter { !node.staysBehindRouter || !$0.staysBehindRouter }.map(\.slot)
            // A node behind a router can invite nobody.
            let first = dice.pick(reachable.filter { !nodes[$0].staysBehindRouter })
            for other in reachable where other == first || dice.chance(0.3) {
                node.peers.append(other)
                nodes[other].peers.append(slot)
            }
        }
        let hidden = nodes.filter(\.staysBehindRouter).map(\.name)
        note("paired: \(nodes.map { "\($0.name) \($0.peers)" }), behind a router: \(hidden)")
    }

    // MARK: People

    /// Plans that the owner of a node looks after its peers, again and again.
    func planPairing(at node: SimulatedNode) {
        agenda.plan(after: dice.milliseconds(100...20_000)) { [self] in
            try await confirmPeers(of: node)
            // Others may have admitted some of its peers.
            try await followPairing(of: node)
            for peer in node.peers { try await pair(node, nodes[peer]) }
            planPairing(at: node)
        }
    }

    /// Makes the peers in the store what the owner wants: after a restore, the store has suspended them or has an earlier
    /// state.
    func confirmPeers(of node: SimulatedNode) async throws {
        guard let stored = try? node.lifetime?.store.pairedPeers() else { return }
        for peer in stored where peer.state != .removed {
            let slot = node.peers.first { nodes[$0].key == peer.key }
            let change: PairedPeerChange? =
                switch slot.map({ node.blocked[$0] ?? .active }) {
                case .active?: peer.isLinked ? nil : .resume
                case .paused?: peer.state == .paused ? nil : .pause
                case .removed?: .remove()
                case nil where !peer.isUnconfirmed: nil
                // Another member, or the key of a node that was replaced.
                case nil: nodes.contains { $0.key == peer.key } ? .resume : .remove()
                }
            if let change, try await changes(peer.key, change, at: node) { try await followPairing(of: node) }
        }
    }

    /// Pairs two nodes by an invitation, unless they are paired, or an owner wants them apart. A node whose membership has ended is
    /// invited again.
    func pair(_ one: SimulatedNode, _ other: SimulatedNode) async throws {
        guard one.blocked[other.slot] == nil, other.blocked[one.slot] == nil, one.lifetime != nil,
            other.lifetime != nil,
            !isLinked(other, at: one) || !isLinked(one, at: other) || one.isFormerMember || other.isFormerMember,
            !links[one.slot][other.slot].isCut, !links[other.slot][one.slot].isCut
        else { return }
        let isFounded = nodes.contains { $0.group != .none }
        let inviters = [one, other].filter { (!isFounded || $0.group != .none) && !$0.isBehindRouter }
        guard let inviter = dice.pick(inviters) else { return }
        // A snapshot without a group might take it from the last node that can invite.
        for node in [one, other] where node.group == .none { node.snapshot = nil }
        do {
            try await pair(inviter, with: inviter === one ? other : one)
        } catch let error as StoreError {
            note("\(one.name) and \(other.name) cannot be paired: \(error.code)")
        }
    }

    private func pair(_ inviter: SimulatedNode, with joiner: SimulatedNode) async throws {
        guard let inviting = inviter.lifetime, let joining = joiner.lifetime else { return }
        let (inviterKey, joinerKey) = (inviting.store.key.publicKey, joining.store.key.publicKey)
        let hash = try InvitationSecret(bytes: dice.bytes(InvitationSecret.byteCount)).hash
        let invited = try await inviting.store.invite(
            hash, for: .seconds(60), uses: 1, process: inviting.identity.instance)
        guard case .made(_, let group) = invited else { return note("\(inviter.name) cannot invite: \(invited)") }
        if await crashesAtCommit(inviter) { return }
        let redeemed = try await inviting.store.redeem(
            hash, in: group, by: joinerKey, named: joiner.name, at: [], as: FieldValue(inviter.name),
            process: inviting.identity.instance)
        guard case .paired = redeemed else { return note("\(inviter.name) does not pair: \(redeemed)") }
        inviter.group = try inviting.store.group()
        try await committed(at: inviter)
        let introduction = try inviting.store.messages(
            inviting.store.introduction(of: joinerKey, isAlone: false)
        ).map(VerifiedMessage.init(verifying:))
        if await crashesAtCommit(inviter) { return }
        if await crashesAtCommit(joiner) { return }
        let joined = try await joining.store.join(
            group, introduction, by: inviterKey, named: inviter.name, at: [], carriesMessages: true)
        note("\(joiner.name) joins \(inviter.name): \(joined)")
        report.pairings += 1
        joiner.group = try joining.store.group()
        try await committed(at: joiner)
        _ = await crashesAtCommit(joiner)
    }

    /// Lets the owner of a node pause or remove one of its peers, and some time later take it back.
    ///
    /// - Returns: whether the owner did it.
    func block(_ state: PairedPeer.State, at node: SimulatedNode) async throws -> Bool {
        let time = dice.seconds(5...400)
        guard isPaired, let slot = dice.pick(node.peers), node.blocked[slot] == nil, let key = nodes[slot].key,
            try await changes(key, state == .removed ? .remove() : .pause, at: node)
        else { return false }
        node.blocked[slot] = state
        try await followPairing(of: node)
        agenda.plan(after: time) { node.blocked[slot] = nil }
        return true
    }

    /// - Returns: whether the peer is changed, and the owner knows that.
    private func changes(
        _ key: PublicKey, _ change: PairedPeerChange, at node: SimulatedNode
    ) async throws -> Bool {
        guard let store = node.lifetime?.store else { return false }
        if await crashesAtCommit(node) { return false }
        let name = try FieldValue(node.name)
        do {
            guard case .changed = try await store.change(key, change, as: name) else { return false }
        } catch {
            note("\(node.name) cannot \(change) a peer: \(error.code)")
            return false
        }
        let peer = nodes.first { $0.key == key }?.name ?? "\(key)"
        note("\(node.name) does with \(peer): \(change)")
        // A removal is a message, too.
        try await committed(at: node)
        return await !crashesAtCommit(node)
    }

    // MARK: Running what the store says

    private func isLinked(_ peer: SimulatedNode, at node: SimulatedNode) -> Bool {
        let peers = try? node.lifetime?.store.pairedPeers()
        return peers?.contains { $0.key == peer.key && $0.isLinked } == true
    }

    /// Makes the pulled peers those of the store.
    func followPairing(of node: SimulatedNode) async throws {
        guard let lifetime = node.lifetime else { return }
        let linked = node.peers.filter { isLinked(nodes[$0], at: node) }
        for peer in lifetime.pullers.keys.sorted() where !linked.contains(peer) { unlink(peer, at: node) }
        for peer in linked where lifetime.pullers[peer] == nil { try await link(peer, at: node) }
    }

    private func link(_ peer: Int, at node: SimulatedNode) async throws {
        let (stored, kept) = (
            try node.lifetime?.store.storedPeer(peerID(of: peer)), node.keptCursors.removeValue(forKey: peer)
        )
        // A further member lets the log be read again from before its messages.
        if let stored, let kept, stored.rewinds == kept.rewinds, stored.cursors.current != kept.cursor {
            throw Violation(13, "\(node.name) has not kept the cursor of \(nodes[peer].name).")
        }
        note("\(node.name) is linked with \(nodes[peer].name)")
        try await startPulling(from: peer, at: node)
        keepTurnedLink(to: peer, at: node)
    }

    /// Ends pulling in both directions: all connections with the peer are closed.
    func unlink(_ peer: Int, at node: SimulatedNode) {
        note("\(node.name) is no longer linked with \(nodes[peer].name)")
        node.lifetime?.pullers[peer] = nil
        node.lifetime?.pullerStarts[peer] = nil
        keepCursor(of: peer, at: node)
        closeConnections(from: node.slot, to: peer)
        closeConnections(from: peer, to: node.slot)
    }

    /// Notes the cursor of a peer that is not pulled from any more.
    func keepCursor(of peer: Int, at node: SimulatedNode) {
        guard let stored = try? node.lifetime?.store.storedPeer(peerID(of: peer)) else { return }
        node.keptCursors[peer] = (stored.cursors.current, stored.rewinds)
    }

    /// The node at a slot was replaced by another one: its peers have not paired with this one yet.
    func forgetPairing(with slot: Int) {
        guard isPaired else { return }
        for node in nodes where node.slot != slot {
            if node.lifetime?.pullers[slot] != nil { unlink(slot, at: node) }
            node.blocked[slot] = nil
            node.keptCursors[slot] = nil
        }
    }

    // MARK: Introductions

    /// Lets a refused node show that it is a member, as `MemberLog` does. If its membership has ended, it learns that.
    ///
    /// - Returns: whether the other node admits it now.
    func isIntroduced(
        _ requester: SimulatedNode, at server: SimulatedNode, after refusal: PullFailure
    ) async throws -> Bool {
        guard refusal.refusal == .notPaired || refusal.refusal == .peerRemoved,
            let asking = requester.lifetime?.store, let answering = server.lifetime?.store
        else { return false }
        do {
            let shown = try asking.messages(asking.introduction(of: asking.key.publicKey, isAlone: true))
            if shown.isEmpty { return false }
            if try await answering.introduce(asking.key.publicKey, by: shown) {
                note("\(requester.name) introduces itself to \(server.name)")
                try await committed(at: server)
                return true
            }
            let removals = try answering.messages(answering.removals(of: asking.key.publicKey, showing: shown))
            if try await asking.learnEnd(from: removals) {
                note("\(requester.name) learns at \(server.name) that it is no member")
                try await committed(at: requester)
            }
        } catch let error as StoreError {
            note("\(requester.name) cannot introduce itself to \(server.name): \(error.code)")
        }
        return false
    }

    // MARK: Checking

    /// Returns why a node refuses the requests of another one; nil if it does not.
    func refusal(of requester: Int, at server: SimulatedNode) -> PullFailure? {
        guard let peers = try? server.lifetime?.store.pairedPeers() else { return .refused(status: 503, nil) }
        guard let peer = peers.first(where: { $0.key == nodes[requester].key }) else { return .refused(.notPaired) }
        return switch peer.state {
        case .removed: .refused(.peerRemoved)
        case .paused: .refused(.peerPaused)
        case .active: peer.isLinked ? nil : .refused(.peerPaused)
        }
    }

    /// Checks that a node sends no page to a peer that its owner has paused or removed.
    func checkMaySend(_ exchange: Exchange) throws(Violation) {
        guard let state = nodes[exchange.server].blocked[exchange.requester] else { return }
        throw Violation(
            13, "node\(exchange.server) sends a page to node\(exchange.requester), which its owner has \(state).")
    }

    /// Checks that a node requests nothing of a peer that its owner has paused or removed.
    func checkMayRequest(_ exchange: Exchange) throws(Violation) {
        guard let state = nodes[exchange.requester].blocked[exchange.server] else { return }
        throw Violation(
            13, "node\(exchange.requester) requests messages of node\(exchange.server), which its owner has \(state).")
    }
}

extension ChatStore {
    fileprivate func messages(_ digests: [Digest]) throws -> [Message] {
        try read(LogQuery(messages: digests)).entries.compactMap { entry in
            if case .message(let message) = entry.body { message } else { nil }
        }
    }
}
