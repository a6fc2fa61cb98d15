import ChatExchange
import ChatModel
import ChatReplication
import ChatStore
import TestSupport

extension Simulation {
    /// Starts a node's process: opens its store, which must have everything that was committed, and pulls.
    func start(_ node: SimulatedNode) async throws {
        guard node.lifetime == nil else { return }
        do {
            try await run(node, with: node.openStore())
        } catch let error as StoreError where error.code == .diskFull || error.code == .storeFull {
            note("\(node.name) cannot start: \(error.code)")
            await crash(node)
            agenda.plan(after: .seconds(10)) { [self] in try await start(node) }
        }
    }

    /// Checks an opened store, enters a planned group and pulls.
    private func run(_ node: SimulatedNode, with store: ChatStore) async throws {
        node.group = try store.group()
        node.lifetimes += 1
        note("\(node.name) starts lifetime \(node.lifetimes)")
        let instance = try Instance(bytes: dice.bytes(Instance.byteCount))
        node.lifetime = SimulatedNode.Lifetime(
            number: node.lifetimes, start: agenda.now, store: store, intake: PageIntake(store),
            identity: NodeIdentity(key: store.key.publicKey, nodeName: try FieldValue(node.name), instance: instance))
        noteJumps(of: node)
        try checkSurvived(node)
        if let founder = node.founder, node.group == .none {
            try await store.enterGroup(of: founder)
            node.group = try store.group()
            try await committed(at: node)
        }
        if isPaired {
            try await followPairing(of: node)
        } else {
            for peer in node.peers { try await startPulling(from: peer, at: node) }
        }
        if !node.log.damagedIDs.isEmpty { planMending(of: node, after: .seconds(isHealing ? 0 : 20)) }
    }

    /// Starts a puller with the cursors that the store has.
    func startPulling(from peer: Int, at node: SimulatedNode) async throws {
        guard let lifetime = node.lifetime else { return }
        let stored = try lifetime.store.storedPeer(peerID(of: peer))
        try checkCursor(of: node, on: peer)
        node.lifetime?.startedPullers += 1
        node.lifetime?.pullerStarts[peer] = PullerStart(
            peerID: peerID(of: peer), lifetime: lifetime.number, number: lifetime.startedPullers + 1)
        let group = try lifetime.store.group()
        node.lifetime?.pullerRewinds[peer] = stored.rewinds
        node.lifetime?.pullers[peer] = Puller(
            Puller.Node(
                lifetime.store.key.publicKey, lifetime.identity.instance, group,
                isEmpty: try lifetime.store.messageCount() == 0),
            pace: pace, cursors: stored.cursors, claim: stored.claim,
            hasLaterExceptions: stored.hasLaterExceptions)
        try await handle(.started, at: node, from: peer)
    }

    /// Notes the ids that a node has left out since the last call.
    private func noteJumps(of node: SimulatedNode) {
        for jump in node.jumps.take() {
            note("\(node.name) leaves out the ids from \(jump.from) to \(jump.to): \(jump.reason)")
            report.jumps[jump.reason.rawValue, default: 0] += 1
        }
    }

    /// Kills the process: its memory is lost, and its connections break. Every third process stops in order.
    func crash(_ node: SimulatedNode) async {
        guard let lifetime = node.lifetime else { return }
        let stops = lifetime.number.isMultiple(of: 3)
        let idsFiles = try? node.idsFiles
        note("\(node.name) \(stops ? "stops" : "dies")")
        node.lifetime = nil
        // Answers of the dead process do not arrive after its connections broke.
        if features.contains(.answersDieWithProcess) { lastAnswers = lastAnswers.filter { $0.key[1] != node.slot } }
        await lifetime.store.close()
        if !stops, let before = idsFiles?.first, let after = try? node.idsFiles.first {
            // A killed process does not say which of the reserved ids it has given. Some die after they have reserved more.
            let reserves = lifetime.number % 3 == 1
            try? node.renameIDsFile(after, to: reserves ? SimulatedNode.withMoreIDs(before) : before)
        }
        for exchange in lifetime.waiting { fail(exchange, PullFailure.brokenOff(.closed)) }
        endTurnedLinks(of: node)
    }

    func planStart(_ node: SimulatedNode, after delay: Duration) {
        agenda.plan(after: delay) { [self] in try await start(node) }
    }

    /// Notes the messages of a commit and answers the waiting requests.
    func committed(at node: SimulatedNode) async throws {
        guard let store = node.lifetime?.store else { return }
        let query = LogQuery(room: nil, range: .from(.after(node.log.high, mark: nil)), limit: .max, byteLimit: .max)
        let (goneBefore, healedBefore) = (node.log.goneCount, node.log.healedCount)
        let entriesBefore = node.log.entries.count
        try node.log.append(store.read(query))
        noteJumps(of: node)
        try checkNames(of: node.log.entries[entriesBefore...], at: node)
        report.valuesCompleted += node.log.goneCount - goneBefore
        report.healed += node.log.healedCount - healedBefore
        if checkDice.chance(0.02) { try checkReading(of: node) }
        let waiting = node.lifetime?.waiting ?? []
        node.lifetime?.waiting = []
        for exchange in waiting { try answer(exchange) }
        // A restore that the commit has noticed suspends the peers.
        if isPaired { try await followPairing(of: node) }
    }

    /// Checks that new ids never named another message for a client of the node, whichever stores it had.
    private func checkNames(of entries: ArraySlice<NodeLog.Entry>, at node: SimulatedNode) throws(Violation) {
        for entry in entries {
            guard node.highestNamed < entry.id else {
                throw Violation(
                    3,
                    "\(node.name) gives the id \(entry.id) after it has given \(node.highestNamed) in an earlier store."
                )
            }
            node.highestNamed = entry.id
            node.isFolderPutBack = false
        }
    }

    private func checkSurvived(_ node: SimulatedNode) throws {
        guard let store = node.lifetime?.store else { return }
        var log = NodeLog()
        let slice = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
        try log.append(slice, damaged: node.log.damagedIDs)
        guard log.entries == node.log.entries.filter({ !$0.isDamaged }), slice.damaged == node.log.damagedIDs else {
            throw Violation(
                1,
                """
                \(node.name) had \(node.log.entries.count) messages before its start and has \(log.entries.count) after it, \
                with the damaged records \(node.log.damagedIDs) before and \(slice.damaged) after it. The first other one: \
                \(zip(node.log.entries.filter { !$0.isDamaged }, log.entries).first { $0 != $1 }, default: "none").
                """
            )
        }
    }
}
