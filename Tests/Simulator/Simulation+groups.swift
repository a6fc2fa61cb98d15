import ChatModel
import ChatStore

/// Runs whose nodes are of two groups.
extension Simulation {
    private enum Role: CaseIterable {
        /// Is in a group from the beginning.
        case member
        /// Starts later, and is in no group.
        case outsider
        /// Writes messages of no group first, and enters a group later.
        case later
    }

    /// Makes two members of each group and up to four further nodes.
    ///
    /// The members of a group pull in a ring. Every other node pulls from a member and is pulled from by this member, so
    /// that all nodes of a group are connected. Some nodes also pull from the other group: two always, and an outsider may
    /// have peers in both.
    func makeNodesOfGroups() throws {
        founders = try (0..<2).map { _ in try SigningKey(seed: dice.bytes(32)) }
        var members: [[Int]] = [[0, 2], [1, 3]]
        for slot in 0..<4 { try makeMember(of: slot % 2) }
        let others = dice.number(0...4)
        for slot in 4..<4 + others {
            let (role, side) = (dice.pick(Role.allCases) ?? .member, dice.number(0...1))
            switch role {
            case .member:
                members[side].append(slot)
                try makeMember(of: side)
            case .outsider:
                let sides = dice.pick([[side], [side], [side, 1 - side]]) ?? [side]
                try connect(makeNode(), to: sides.map { members[$0][0] })
                nodes[slot].isLate = true
            case .later:
                try connect(makeNode(), to: [members[side][0]])
                nodes[slot].laterFounder = founders[side]
            }
        }
        for ring in members {
            for (index, slot) in ring.enumerated() { nodes[slot].peers.append(ring[(index + 1) % ring.count]) }
        }
        nodes[0].peers.append(1)
        nodes[1].peers.append(0)
        let sides = nodes.map {
            ($0.founder ?? $0.laterFounder).flatMap { founder in
                founders.firstIndex { $0.publicKey == founder.publicKey }
            }
        }
        note("groups: \(zip(nodes, sides).map { "\($0.name) \($0.peers) \($1, default: "none")" })")
    }

    private func makeNode() throws -> SimulatedNode {
        let node = try addNode(peers: [])
        try node.writeKey(seed: dice.bytes(32))
        return node
    }

    private func makeMember(of side: Int) throws {
        try makeNode().founder = founders[side]
    }

    private func connect(_ node: SimulatedNode, to members: [Int]) {
        node.peers += members
        for member in members { nodes[member].peers.append(node.slot) }
    }

    /// Plans the starts of late nodes, and when others enter a group.
    func planGroups() {
        for node in nodes where node.isLate { planStart(node, after: dice.seconds(10...900)) }
        for node in nodes where node.laterFounder != nil {
            agenda.plan(after: dice.seconds(10...900)) { [self] in
                guard entersGroup(node) else { return }
                await crash(node)
                try await start(node)
            }
        }
    }

    /// Lets a node enter its later group at the next start of its process.
    ///
    /// - Returns: whether the node was without it.
    func entersGroup(_ node: SimulatedNode) -> Bool {
        guard let founder = node.laterFounder else { return false }
        (node.founder, node.laterFounder) = (founder, nil)
        return true
    }

    // MARK: Checking

    /// Whether a node has everything of its peers that it accepts and that its links transfer.
    func hasEverything(_ node: SimulatedNode) -> Bool {
        node.peers.allSatisfy { !node.group.accepts(nodes[$0].group) || missing(at: node, of: $0).isEmpty }
    }

    /// Returns the messages of a peer that a node accepts, that its link transfers and that the node does not have.
    func missing(at node: SimulatedNode, of peer: Int) -> Set<Digest> {
        let failing = links[peer][node.slot].failing
        let missing = nodes[peer].log.digests(except: node.log.digests, node.accepts())
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

    /// Checks that each node ends in its group, with all messages of its peers. The members of a group pull in a ring, so they
    /// end with the same messages.
    func checkGroups() throws(Violation) {
        guard !founders.isEmpty else { return }
        report.runsWithGroups = 1
        for node in nodes {
            let group = node.founder.map { GroupID(founder: $0.publicKey) } ?? .none
            guard node.group == group else { throw Violation(10, "\(node.name) is in \(node.group), not in \(group).") }
            guard hasEverything(node) else {
                throw Violation(2, "\(node.name) of \(group) lacks messages of its peers.")
            }
        }
    }
}
