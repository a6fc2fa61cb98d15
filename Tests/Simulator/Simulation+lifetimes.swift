import ChatExchange
import ChatModel
import ChatReplication
import ChatStore

extension Simulation {
    /// Starts a node's process: opens its store, which must have everything that was committed, and pulls.
    func start(_ node: SimulatedNode) async throws {
        guard node.lifetime == nil else { return }
        let store: ChatStore
        do {
            store = try node.openStore()
        } catch let error as StoreError where error.code == .diskFull || error.code == .storeFull {
            note("\(node.name) cannot start: \(error.code)")
            return agenda.plan(after: .seconds(10)) { [self] in try await start(node) }
        } catch let error as StoreError where error.code == .groupDiffers {
            // The node took the group of a page that its link had mixed up or garbled. Its owner gives up the other group.
            note("\(node.name) has a group and cannot start with another one")
            node.groupFlag = nil
            return try await start(node)
        }
        node.group = try store.group()
        node.lifetimes += 1
        note("\(node.name) starts lifetime \(node.lifetimes)")
        let instance = try Instance(bytes: dice.bytes(Instance.byteCount))
        node.lifetime = SimulatedNode.Lifetime(
            number: node.lifetimes, start: agenda.now, store: store, intake: PageIntake(store),
            identity: NodeIdentity(key: store.key.publicKey, nodeName: try FieldValue(node.name), instance: instance))
        noteJump(of: node)
        try checkSurvived(node)
        for peer in node.peers {
            let cursor = try store.storedPeer(SimulatedNode.peerID(of: peer)).cursor
            try checkCursor(of: node, on: peer)
            node.lifetime?.pullers[peer] = Puller(
                node: store.key.publicKey, instance: instance, group: try store.group(), pace: pace, cursor: cursor)
            try await handle(.started, at: node, from: peer)
        }
    }

    /// A restored copy continues with ids that depend on the clock. If the clock was wrong, an id may be given again. The
    /// article's client, which knows only ids, then starts again.
    private func noteJump(of node: SimulatedNode) {
        guard node.isCopy else { return }
        node.isCopy = false
        if faults.contains(.clockJump) { node.client.startAgain() }
    }

    /// Kills the process: its memory is lost, and its connections break.
    func crash(_ node: SimulatedNode) async {
        guard let lifetime = node.lifetime else { return }
        note("\(node.name) dies")
        node.lifetime = nil
        // Answers of the dead process do not arrive after its connections broke.
        if features.contains(.answersDieWithProcess) { lastAnswers = lastAnswers.filter { $0.key[1] != node.slot } }
        await lifetime.store.close()
        for exchange in lifetime.waiting { fail(exchange, PullFailure.brokenOff(.closed)) }
    }

    func planStart(_ node: SimulatedNode, after delay: Duration) {
        agenda.plan(after: delay) { [self] in try await start(node) }
    }

    /// Notes the messages of a commit and answers the waiting requests.
    func committed(at node: SimulatedNode) async throws {
        guard let store = node.lifetime?.store else { return }
        let query = LogQuery(room: nil, range: .from(.after(node.log.high, mark: nil)), limit: .max, byteLimit: .max)
        let goneBefore = node.log.goneCount
        try node.log.append(store.read(query))
        report.valuesTaken += node.log.goneCount - goneBefore
        if checkDice.chance(0.02) { try checkReading(of: node) }
        let waiting = node.lifetime?.waiting ?? []
        node.lifetime?.waiting = []
        for exchange in waiting { answer(exchange) }
    }

    private func checkSurvived(_ node: SimulatedNode) throws {
        guard let store = node.lifetime?.store else { return }
        var log = NodeLog()
        try log.append(store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max)))
        guard log.entries == node.log.entries else {
            throw Violation(
                1,
                "\(node.name) had \(node.log.entries.count) messages before its start and has \(log.entries.count) after it."
            )
        }
    }
}
