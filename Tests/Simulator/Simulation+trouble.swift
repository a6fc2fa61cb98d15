import ChatModel
import ChatStore
import Foundation

extension Simulation {
    /// Causes a fault every few seconds to minutes, until the simulation heals.
    func planTrouble() {
        agenda.plan(after: dice.milliseconds(500...60_000)) { [self] in
            guard !isHealing else { return }
            if let fault = dice.pick(Fault.allCases.filter(faults.contains)) { try await make(fault) }
            planTrouble()
        }
    }

    private func make(_ fault: Fault) async throws {
        guard let node = dice.pick(nodes) else { return }
        note("\(fault.rawValue) at \(node.name)")
        guard try await makes(fault, at: node) else { return }
        report.count(fault)
    }

    /// - Returns: whether the fault happened at the node.
    private func makes(_ fault: Fault, at node: SimulatedNode) async throws -> Bool {
        switch fault {
        case .cut: cut([node.slot], from: [otherSlot(than: node)], bothWays: true)
        case .oneWayCut: cut([node.slot], from: [otherSlot(than: node)], bothWays: false)
        case .isolation: cut([node.slot], from: Array(nodes.indices), bothWays: true)
        case .slowness: change(node) { dice, link in link.delay = dice.pick([100...2000, 5000...30_000]) ?? 1...20 }
        case .loss: change(node) { dice, link in link.loss = dice.fraction() / 2 }
        case .crash: return await kill(node)
        case .snapshot: return try makeSnapshot(of: node)
        case .restoredCopy: return try await restore(node, .folder)
        case .restoredInPlace: return try await restore(node, .inPlace)
        case .restoredMachine: return try await restore(node, .machine)
        case .wipe: return try await wipe(node, replacingKey: false)
        case .replacement: return try await wipe(node, replacingKey: true)
        case .clone: return try await clone(node)
        case .clockJump: setClock(of: node)
        case .fullDisk: return try fillDisk(of: node)
        case .poison, .foreignness: poison(node, fault)
        case .erasure: return try await eraseValues(at: node)
        case .damage: return try await damageRecords(of: node)
        case .failingTransfers: failTransfers(at: node)
        case .removal: return try await block(.removed, at: node)
        case .pause: return try await block(.paused, at: node)
        case .router: return putBehindRouter(node)
        case .garbling, .repeating, .fullMap, .crashAtCommit, .mixing, .oversize, .wrongLists, .missingValues:
            try await prepare(fault, at: node)
            return false
        }
        return true
    }

    /// Makes a fault possible from now on. The fault is counted when it happens.
    private func prepare(_ fault: Fault, at node: SimulatedNode) async throws {
        switch fault {
        case .garbling: change(node) { dice, link in link.garbling = dice.fraction() / 4 }
        case .repeating: change(node) { dice, link in link.repeating = dice.fraction() / 4 }
        case .mixing: change(node) { dice, link in link.mixing = dice.fraction() / 4 }
        case .oversize: change(node) { dice, link in link.oversize = dice.fraction() / 2 }
        case .fullMap: try await widenMap(of: node)
        case .wrongLists: poison(node, fault)
        case .missingValues:
            node.getsNoValues = true
            agenda.plan(after: dice.seconds(10...600)) { node.getsNoValues = false }
        default: break  // `crashesAtCommit` causes these crashes.
        }
    }

    private func otherSlot(than node: SimulatedNode) -> Int {
        dice.pick(nodes.indices.filter { $0 != node.slot }) ?? node.slot
    }

    // MARK: Links

    private func cut(_ some: [Int], from others: [Int], bothWays: Bool) {
        let ways = some.flatMap { one in others.map { [one, $0] } }
        set(ways, cut: true, bothWays)
        agenda.plan(after: dice.seconds(1...400)) { [self] in set(ways, cut: false, bothWays) }
    }

    func set(_ ways: [[Int]], cut: Bool, _ bothWays: Bool) {
        for way in ways {
            links[way[0]][way[1]].isCut = cut
            if bothWays { links[way[1]][way[0]].isCut = cut }
        }
    }

    private func change(_ node: SimulatedNode, _ change: (inout Dice, inout Link) -> Void) {
        let other = otherSlot(than: node)
        change(&dice, &links[node.slot][other])
        change(&dice, &links[other][node.slot])
        agenda.plan(after: dice.seconds(5...300)) { [self] in
            for (one, two) in [(node.slot, other), (other, node.slot)] {
                let isCut = links[one][two].isCut
                links[one][two] = Link(failing: links[one][two].failing)
                links[one][two].isCut = isCut
            }
        }
    }

    /// Lets the transfer of some messages always fail, on one link to the node or on all.
    private func failTransfers(at node: SimulatedNode) {
        let failures: [PullFailure] = [.brokenOff(.closed), .refused(status: 500, nil), .tooSlow]
        let failing = FailingTransfers(
            every: UInt64(dice.pick([20, 60, 200]) ?? 60), salt: dice.next(), failure: dice.pick(failures) ?? .tooSlow)
        let peers = dice.chance(0.5) ? node.peers : [dice.pick(node.peers) ?? otherSlot(than: node)]
        note("one in \(failing.every) messages from \(peers) to \(node.name) fails: \(failing.failure)")
        for peer in peers { links[peer][node.slot].failing = failing }
    }

    // MARK: Lifetimes

    private func kill(_ node: SimulatedNode) async -> Bool {
        guard node.lifetime != nil else { return false }
        await crash(node)
        planStart(node, after: dice.milliseconds(0...120_000))
        return true
    }

    /// Kills the process with a small probability: before a commit, or after a commit whose result nobody gets.
    func crashesAtCommit(_ node: SimulatedNode) async -> Bool {
        guard !isHealing, faults.contains(.crashAtCommit), dice.chance(0.01) else { return false }
        report.count(.crashAtCommit)
        return await kill(node)
    }

    // MARK: Copies

    /// The kinds of restores.
    private enum Restore {
        case folder
        case inPlace
        case machine
    }

    private func makeSnapshot(of node: SimulatedNode) throws -> Bool {
        guard !node.log.entries.isEmpty, node.hasStore else { return false }
        node.snapshot = try Snapshot(of: node, at: agenda.now)
        return true
    }

    /// Returns whether the jump of a folder that is put back passes all ids that its clients may know. If not, the folder was
    /// put back from the same snapshot before, or ids were left out since, more than ten a second: nothing in the folder
    /// shows that.
    private func jumpSuffices(of node: SimulatedNode, after snapshot: Snapshot) -> Bool {
        let seconds = faults.contains(.clockJump) ? 0 : (agenda.now - snapshot.time) / .seconds(1)
        return node.highestNamed < snapshot.log.high.advanced(by: 1 << 20 + 10 * UInt64(seconds))
    }

    private func restore(_ node: SimulatedNode, _ restore: Restore) async throws -> Bool {
        guard let snapshot = node.snapshot, !node.isDiskFull, node.hasStore else {
            _ = try makeSnapshot(of: node)
            return false
        }
        if restore == .folder, !jumpSuffices(of: node, after: snapshot) { return false }
        await crash(node)
        // A store that a running process had is considered the store of this process. Its owner has to look at the peers.
        if restore == .inPlace,
            try SimulatedNode.idsLifetime(node.idsFiles) == SimulatedNode.idsLifetime(snapshot.idsFiles)
        {
            node.blocked = snapshot.blocked
        }
        switch restore {
        case .folder:
            try snapshot.replaceFolder(of: node)
            node.isFolderPutBack = true
        case .inPlace: try snapshot.copyOver(node)
        case .machine: try snapshot.putBackMachine(of: node)
        }
        if restore == .machine, !features.contains(.repeatedPosts) { node.client.outbox = [] }
        forget(node, but: snapshot.log)
        returned.formUnion(snapshot.log.digestsWithText.subtracting(node.log.digestsWithText))
        node.earlierLogs.append(node.log)
        node.log = snapshot.log
        node.keptCursors = [:]
        // The store keeps a peer away only if it knows the peer: one that was replaced since has another key.
        node.blocked = node.blocked.filter { slot, _ in nodes[slot].key.map(snapshot.peers.contains) ?? false }
        if restore != .machine {
            expectAgain(at: node)
            sendLostPostsAgain(at: node)
        }
        planStart(node, after: dice.milliseconds(0...30_000))
        return true
    }

    private func wipe(_ node: SimulatedNode, replacingKey: Bool) async throws -> Bool {
        guard !node.isDiskFull, node.hasStore, !node.isFolderPutBack, !isFounder(node) else { return false }
        await crash(node)
        try node.removeStore()
        if replacingKey {
            try node.writeKey(seed: dice.bytes(32))
            forgetPairing(with: node.slot)
        }
        forget(node, but: NodeLog())
        node.log = NodeLog()
        (node.blocked, node.keptCursors) = ([:], [:])
        expectAgain(at: node)
        if replacingKey { node.client.forgetPosts() } else { sendLostPostsAgain(at: node) }
        node.snapshot = nil
        planStart(node, after: dice.milliseconds(0...30_000))
        return true
    }

    /// Whether nobody could invite again without the node: the others may be removed.
    private func isFounder(_ node: SimulatedNode) -> Bool {
        isPaired && node.group != .none && node.key.map { GroupID(founder: $0) } == node.group
    }

    /// Lets the clients of a restored node get messages again that its store has lost: they come back with new ids.
    ///
    /// Among the messages are texts that were erased after the copy was made: they are in no log of this node.
    private func expectAgain(at node: SimulatedNode) {
        node.client.article.expectAgain(except: node.log.digestsWithText)
    }

    /// Lets the client of a restored node send its posts again: those without an answer, and some whose messages the store
    /// has lost.
    private func sendLostPostsAgain(at node: SimulatedNode) {
        guard features.contains(.repeatedPosts) else { return node.client.forgetPosts() }
        node.client.sendAgain { post in
            messagesOfPosts[post.text, default: []].isDisjoint(with: node.log.digests) && dice.chance(0.5)
        }
    }

    /// Notes the messages that are lost with a store because no other node has them.
    private func forget(_ node: SimulatedNode, but kept: NodeLog) {
        for entry in node.log.entries where !kept.digests.contains(entry.digest) {
            let isElsewhere = nodes.contains { $0 !== node && $0.log.digests.contains(entry.digest) }
            if !isElsewhere { lost.insert(entry.digest) }
        }
    }

    private func clone(_ node: SimulatedNode) async throws -> Bool {
        // A clone of a paired node has the same peer id: it is no peer of its own.
        guard !isPaired, nodes.count < 8, node.hasStore, !node.isDiskFull else { return false }
        await crash(node)
        let third = otherSlot(than: node)
        let copy = try addNode(peers: third == node.slot ? [node.slot] : [node.slot, third])
        try node.copyFolder(to: copy)
        copy.log = node.log
        (copy.founder, copy.laterFounder) = (node.founder, node.laterFounder)
        node.peers.append(copy.slot)
        note("\(copy.name) is a clone of \(node.name)")
        planStart(node, after: dice.milliseconds(0...30_000))
        planStart(copy, after: dice.milliseconds(0...30_000))
        planPeople(at: copy)
        return true
    }

    // MARK: Values

    private func eraseValues(at node: SimulatedNode) async throws -> Bool {
        guard let store = node.lifetime?.store,
            let entry = dice.pick(
                node.log.entries.filter {
                    !$0.isGone && !$0.isDamaged && node.log.sources[$0.digest]?.isStatement == false
                })
        else {
            return false
        }
        do {
            let isErased = try await store.erase(entry.digest)
            guard isErased else { throw Violation(9, "\(node.name) cannot erase the values of \(entry.id).") }
        } catch let error as StoreError {
            note("\(node.name) cannot erase: \(error.code)")
            return false
        }
        node.log.erase(entry.digest)
        return true
    }

    // MARK: Machines

    private static let hour: Int64 = 3_600_000

    private func setClock(of node: SimulatedNode) {
        let errors: [SimulatedClock.Error] = [
            .offset(0), .offset(Self.hour), .offset(-Self.hour), .offset(.random(in: -400_000...400_000, using: &dice)),
            .offset(-Int64(SimulatedClock.epochMilliseconds)), .offset(Int64(74) * 365 * 24 * Self.hour),
            .stuck(UnixTime(milliseconds: 0)), .stuck(UnixTime(milliseconds: .max)),
            .stuck(UnixTime(milliseconds: (1 << 48) - 1)),
        ]
        node.clock.error = dice.pick(errors) ?? .offset(0)
        note("\(node.name)'s clock: \(node.clock.error)")
    }

    private func fillDisk(of node: SimulatedNode) throws -> Bool {
        let (room, time) = (dice.number(0...8) * 4096, dice.seconds(5...200))
        guard node.disk.canBeFilled, !node.isDiskFull, node.hasStore else { return false }
        try node.disk.fill(leaving: room)
        node.isDiskFull = true
        agenda.plan(after: time) { [self] in try makeRoom(at: node) }
        return true
    }

    func makeRoom(at node: SimulatedNode) throws {
        guard node.isDiskFull else { return }
        note("room at \(node.name)")
        try node.disk.makeRoom()
        node.isDiskFull = false
    }

    /// Restarts the node with a larger map.
    private func widenMap(of node: SimulatedNode) async throws {
        node.mapSizeBytes += dice.number(10...200) * 4096
        _ = await kill(node)
    }

    private func poison(_ node: SimulatedNode, _ fault: Fault) {
        guard let kind = dice.pick(Spoiler.Kind.all(of: fault, features)) else { return }
        let spoiler = Spoiler(kind: kind, every: UInt64(dice.pick([1, 3, 10, 40]) ?? 1), salt: dice.next())
        note("\(node.name) serves \(spoiler.kind), one in \(spoiler.every)")
        node.spoiler = spoiler
        agenda.plan(after: dice.seconds(10...600)) { node.spoiler = nil }
    }

    // MARK: Healing

    /// Ends all faults, except that the transfer of some messages may still fail. Nodes that have not stored some messages are
    /// restarted.
    func heal() async throws {
        isHealing = true
        note("healing")
        for (one, two) in nodes.indices.flatMap({ one in nodes.indices.map { (one, $0) } }) {
            links[one][two] = Link(failing: links[one][two].failing)
        }
        for node in nodes {
            node.spoiler = nil
            node.getsNoValues = false
            node.clock.error = .offset(0)
            node.blocked = [:]
            node.isBehindRouter = node.staysBehindRouter
            try makeRoom(at: node)
            let mapIsSmall = node.mapSizeBytes < 16 << 20
            node.mapSizeBytes = max(node.mapSizeBytes, 16 << 20)
            if mapIsSmall || entersGroup(node) { await crash(node) }
            try await start(node)
            // What became wanted while the clock ran ahead is wanted from now on with the next record.
            if node.log.lacksParts { writeDraft(at: node) }
            try await send(from: node)
        }
        planRetries()
    }

    /// Ends the failing of transfers.
    func healTransfers() {
        note("all transfers work")
        for (one, two) in nodes.indices.flatMap({ one in nodes.indices.map { (one, $0) } }) {
            links[one][two].failing = nil
        }
        planRetries()
    }

    private func planRetries() {
        let delays = [0, 60, 300].map(Duration.seconds)
        for node in nodes {
            for delay in delays { planRetry(at: node, after: delay) }
        }
        lastRetry = agenda.now + delays[2]
    }

    /// Restarts a node that has not stored some messages or values, because a start retries. It may happen again for answers
    /// that are still in transit.
    private func planRetry(at node: SimulatedNode, after delay: Duration) {
        agenda.plan(after: delay) { [self] in
            guard try hasPutAside(node) || faults.contains(.missingValues) && node.log.lacksParts else { return }
            await crash(node)
            try await start(node)
        }
    }

    private func hasPutAside(_ node: SimulatedNode) throws -> Bool {
        guard let store = node.lifetime?.store else { return false }
        return try node.peers.contains {
            try !store.exceptions(of: peerID(of: $0), limit: 1).isEmpty
        }
    }
}
