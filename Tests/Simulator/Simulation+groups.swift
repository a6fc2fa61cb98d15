import ChatModel
import ChatStore

/// Runs whose nodes are of two groups.
extension Simulation {
    private enum Role: CaseIterable {
        /// Is in a group from the beginning.
        case member
        /// Starts later, without a group and without messages, and adopts the group of a peer.
        case joiner
        /// Writes messages of no group first; its owner sets a group later.
        case later
    }

    /// Makes two members of each group and up to four further nodes.
    ///
    /// The members of a group pull in a ring. Every other node pulls from a member and is pulled from by this member, so
    /// that all nodes of a group are connected. Some nodes also pull from the other group: two always, and a joiner may have
    /// peers in both.
    func makeNodesOfGroups() throws {
        groups = try (0..<2).map { _ in try GroupID(bytes: dice.bytes(GroupID.byteCount)) }
        var members: [[Int]] = [[0, 2], [1, 3]]
        for slot in 0..<4 { try makeMember(of: slot % 2) }
        let others = dice.number(0...4)
        for slot in 4..<4 + others {
            let (role, side) = (dice.pick(Role.allCases) ?? .member, dice.number(0...1))
            switch role {
            case .member:
                members[side].append(slot)
                try makeMember(of: side)
            case .joiner:
                let sides = dice.pick([[side], [side], [side, 1 - side]]) ?? [side]
                try connect(makeNode(), to: sides.map { members[$0][0] })
                nodes[slot].isLate = true
            case .later:
                try connect(makeNode(), to: [members[side][0]])
                nodes[slot].laterGroup = groups[side]
            }
        }
        for ring in members {
            for (index, slot) in ring.enumerated() { nodes[slot].peers.append(ring[(index + 1) % ring.count]) }
        }
        nodes[0].peers.append(1)
        nodes[1].peers.append(0)
        note("groups: \(nodes.map { "\($0.name) \($0.peers) \($0.groupFlag ?? $0.laterGroup ?? .none)" })")
    }

    private func makeNode() throws -> SimulatedNode {
        let node = try addNode(peers: [])
        try node.writeKey(seed: dice.bytes(32))
        return node
    }

    private func makeMember(of side: Int) throws {
        try makeNode().groupFlag = groups[side]
    }

    private func connect(_ node: SimulatedNode, to members: [Int]) {
        node.peers += members
        for member in members { nodes[member].peers.append(node.slot) }
    }

    /// Plans the starts of late nodes, and when the owners of others set a group.
    func planGroups() {
        for node in nodes where node.isLate { planStart(node, after: dice.seconds(10...900)) }
        for node in nodes where node.laterGroup != nil {
            agenda.plan(after: dice.seconds(10...900)) { [self] in
                guard setsLaterGroup(of: node) else { return }
                await crash(node)
                try await start(node)
            }
        }
    }

    /// Sets the group of a node whose owner wanted to do it later. The next start of the process sets it.
    ///
    /// - Returns: whether the node was without it.
    func setsLaterGroup(of node: SimulatedNode) -> Bool {
        guard let group = node.laterGroup else { return false }
        (node.groupFlag, node.laterGroup) = (group, nil)
        return true
    }

    /// Notes the group that a store has after it was asked to adopt one.
    func adoptedGroup(_ group: GroupID, at node: SimulatedNode) throws(Violation) {
        guard group != node.group else { return }
        guard node.group == .none, node.log.entries.isEmpty else {
            throw Violation(
                10, "\(node.name) of \(node.group) with \(node.log.entries.count) messages adopted the group \(group).")
        }
        note("\(node.name) adopts the group \(group)")
        node.group = group
    }

    // MARK: Checking

    /// Whether a node has everything of its peers that it accepts and that its links transfer. A node that can still adopt a
    /// group is waited for.
    func hasEverything(_ node: SimulatedNode) -> Bool {
        node.peers.allSatisfy { peer in
            guard node.group.accepts(nodes[peer].group) else { return node.group != .none || !node.log.entries.isEmpty }
            return missing(at: node, of: peer).isEmpty
        }
    }

    /// Returns the messages of a peer that a node accepts, that its link transfers and that the node does not have.
    func missing(at node: SimulatedNode, of peer: Int) -> Set<Digest> {
        let failing = links[peer][node.slot].failing
        let missing = nodes[peer].log.digests(acceptedIn: node.group, except: node.log.digests)
            .filter { failing?.contains($0) != true }
        guard !missing.isEmpty, let failing else { return missing }
        let entries = nodes[peer].log.entries.filter { !$0.isGone }
        let failingIDs = entries.filter { failing.contains($0.digest) }.map(\.id)
        let exceptions = (try? node.lifetime?.store.exceptions(of: peerID(of: peer))) ?? []
        // In a row of failing ids, the puller may not find messages between two failing ones.
        let hidden = entries.filter { entry in
            exceptions.contains { exception in
                failingIDs.contains { exception.covers($0) && $0 < entry.id }
                    && failingIDs.contains { entry.id < $0 && exception.covers($0) }
            }
        }
        return missing.subtracting(hidden.map(\.digest))
    }

    /// Checks that the nodes that were started with a group end in it, with all messages of their peers. The first members
    /// pull in a ring, so they end with the same messages.
    ///
    /// Not all nodes of a group end with the same messages: a node between two of them may be replaced by an empty one, and
    /// this one may adopt the other group. Joiners are left out: if their links mixed up or garbled pages, they may have
    /// adopted the group of a node that is no peer of theirs.
    func checkGroups() throws(Violation) {
        guard !groups.isEmpty else { return }
        report.runsWithGroups = 1
        for group in groups {
            let members = nodes.filter { $0.groupFlag == group }
            guard members.count > 1, members.allSatisfy({ $0.group == group }) else {
                throw Violation(10, "A node that was started with the group \(group) is not in it.")
            }
            if let node = members.first(where: { !hasEverything($0) }) {
                throw Violation(2, "\(node.name) of the group \(group) lacks messages of its peers.")
            }
        }
        guard faults.allSatisfy({ !$0.spoilsPages }) else { return }
        for node in nodes where node.group != .none && !groups.contains(node.group) {
            throw Violation(10, "\(node.name) has adopted the group \(node.group), which no peer has.")
        }
    }
}
