import ChatModel
import ChatStore
import TestSupport

extension Simulation {
    /// Checks that no message was refused in a run without faults that spoil pages: every node writes good messages.
    func checkRefused(_ applied: Applied, at node: SimulatedNode) throws(Violation) {
        guard faults.allSatisfy({ !$0.spoilsPages }) else { return }
        // The messages of a member may come before its admission. They are passed, and read again. So may the messages that a
        // node wrote before it entered its group.
        let passed = isPaired || !founders.isEmpty ? 0 : applied.foreign
        guard applied.refused + passed > 0 || applied.firstRefused != nil else { return }
        let reason = applied.firstRefused?.refusal.sentence ?? "It is of another group."
        throw Violation(7, "\(node.name) refused a good message: \(reason)")
    }

    /// Checks that a new message comes after all messages that its author had seen, in display order. Two exceptions:
    /// the display stamp of the new message is at most five minutes after its arrival, and messages in that last millisecond
    /// may come in any order. Messages with later display stamps, from before the clock was set back, come after the new one.
    func checkDisplayRank(of id: LogID, at node: SimulatedNode) throws {
        guard let store = node.lifetime?.store else { return }
        let query = LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max)
        let shown = try store.read(query).entries.compactMap(ShownMessage.init)
        guard try store.read(query).entries.contains(where: { $0.id == id }) else {
            throw Violation(1, "\(id) is not stored.")
        }
        // A message about another one is not shown.
        guard let new = shown.first(where: { $0.id == id }) else { return }
        let isCut = new.shown == Stamp(new.arrival + Stamp.tolerance)
        let horizon = HybridClock.horizon(now: new.arrival)
        for seen in shown where seen.id < id && seen.shown <= horizon {
            guard seen.shown < new.shown || isCut && seen.shown.time == new.shown.time else {
                throw Violation(8, "\(node.name) shows \(new) before \(seen), which its author had seen.")
            }
        }
    }

    /// Checks that the display order is the same at all nodes if all clocks were right.
    private func checkOrder() throws {
        guard !faults.contains(.clockJump) else { return }
        let orders = try nodes.compactMap { try $0.lifetime.map { try order(in: $0.store) } }
        // Nodes of different groups have some of the messages in common.
        guard let first = orders.first, orders.allSatisfy({ $0.only(first) == first.only($0) }) else {
            throw Violation(8, "Nodes show the same messages in different orders.")
        }
    }

    private func order(in store: ChatStore) throws -> [Digest] {
        let slice = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
        let shown = slice.entries.compactMap { entry in
            if case .message(let message) = entry.body {
                (shown: message.stamp.displayStamp(arrival: entry.arrival), digest: message.digest)
            } else {
                nil
            }
        }
        return shown.sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }.map(\.digest)
    }

    /// A message with its display stamp.
    private struct ShownMessage {
        let id: LogID
        let arrival: UnixTime
        let shown: Stamp

        init?(_ entry: LogEntry) {
            guard case .message(let message) = entry.body, Relation(message) == nil else { return nil }
            id = entry.id
            arrival = entry.arrival
            shown = message.stamp.displayStamp(arrival: entry.arrival)
        }
    }

    /// Checks that a node has every message of a peer's log up to the settled position, or that an exception covers it. A run
    /// without faults that lead to exceptions has none for messages that the peer has.
    ///
    /// - Parameter thoroughly: whether to check the whole log, or only its end.
    func checkCursor(of node: SimulatedNode, on peer: Int, thoroughly: Bool = true) throws {
        guard let store = node.lifetime?.store else { return }
        let peerID = peerID(of: peer)
        let (cursors, exceptions) = (try store.storedPeer(peerID).cursors, try store.exceptions(of: peerID))
        let logs = [nodes[peer].log] + nodes[peer].earlierLogs + (nodes[peer].clone.map { [$0.log] } ?? [])
        let unexplained = { (exception: PeerException) in
            guard let digest = exception.digest else { return true }
            return self.nodes[peer].log.digests.contains(digest) && !logs.contains { $0.hasGoneEntry(in: exception) }
        }
        if faults.allSatisfy({ !$0.leavesExceptions }), let exception = exceptions.first(where: unexplained) {
            throw Violation(
                7,
                "\(node.name) has an exception in the log of \(nodes[peer].name), \(exception), though nothing was bad."
            )
        }
        // The same must be true if the peer is restored to an earlier log.
        for log in thoroughly ? logs : [nodes[peer].log] {
            for cursor in [cursors.current] + (thoroughly ? cursors.others.map(\.cursor) : []) {
                try checkCursor(cursor, exceptions, in: log, of: node, thoroughly: thoroughly)
            }
        }
    }

    private func checkCursor(
        _ cursor: Cursor, _ exceptions: [PeerException], in log: NodeLog, of node: SimulatedNode, thoroughly: Bool
    ) throws {
        // The newest positions may belong to a log that the peer no longer has; an older one may not.
        guard let common = cursor.positions.first(where: { log.entry(at: $0.id)?.position == $0 }) else { return }
        // Exceptions and entries ascend, so each is looked at once.
        var (rest, unread, named) = (exceptions[...], LogID.zero, Set<Digest>())
        let accepts = node.accepts()
        let missing = log.entries.suffix(thoroughly ? .max : 20).filter { entry in
            while let next = rest.first, next.before.id < entry.id {
                if let digest = next.digest { named.insert(digest) } else { unread = max(unread, next.last) }
                rest.removeFirst()
            }
            // The message of a gone entry has a later id. If it was an exception before it went, it still is one.
            return !entry.isGone && !entry.isDamaged && !node.log.everDamaged.contains(entry.digest)
                && unread < entry.id && !named.contains(entry.digest) && entry.id <= common.id
                && !node.log.digests.contains(entry.digest) && !passable.contains(entry.digest)
                && log.sources[entry.digest].map(accepts) != false
        }
        guard missing.isEmpty else {
            throw Violation(
                5,
                "\(node.name) has read a log up to \(common.id) and lacks \(missing.map { $0.text ?? "\($0.digest)" }) of it."
            )
        }
    }

    func checkAtTheEnd() async throws {
        try checkOrder()
        try checkSameProjections()
        for node in nodes {
            guard let store = node.lifetime?.store else { throw Violation(6, "\(node.name) is down.") }
            let problems = try store.check()
            let passable = node.log.entries.filter { self.passable.contains($0.digest) }.map(\.id)
            let damaged = Set((node.log.damagedIDs + passable).map(\.rawValue))
            guard problems.allSatisfy({ $0.messageID.map(damaged.contains) == true }) else {
                throw Violation(1, "The store of \(node.name): \(problems)")
            }
            for peer in node.peers { try checkCursor(of: node, on: peer) }
            try checkAcknowledged(at: node)
            for peer in node.peers { try checkValues(of: node, on: peer) }
            try checkReading(of: node)
            try checkProjections(of: node)
            try checkReaders(of: node)
            report.messagesChecked += node.log.entries.count
            await crash(node)
            // Opens the store once more from the file.
            try await start(node)
            await crash(node)
        }
    }

    private func checkAcknowledged(at node: SimulatedNode) throws(Violation) {
        var times: [String: Int] = [:]
        for text in node.log.entries.compactMap(\.text) { times[text, default: 0] += 1 }
        let doubled = times.filter { text, count in count > max(1, messagesOfPosts[text]?.count ?? 0) }
        if let (text, count) = doubled.min(by: { $0.key < $1.key }) {
            throw Violation(12, "\(text) is on \(node.name) \(count) times.")
        }
        for (digest, text) in acknowledged where !node.log.digests.contains(digest) && !lost.contains(digest) {
            // With groups, a node has what its peers have, and does not need to have what any node has.
            guard founders.isEmpty && !isStatementLost || !nodes.contains(where: { $0.log.digests.contains(digest) })
            else { continue }
            throw Violation(1, "\(text) was acknowledged and is not on \(node.name).")
        }
    }

    /// Checks that a node has the values that a peer has, unless it erased them, or has still to wait for the time at which it
    /// asks for them.
    private func checkValues(of node: SimulatedNode, on peer: Int) throws(Violation) {
        guard node.group.accepts(nodes[peer].group), !node.clock.hasRunAhead, !node.hasGotNoValues else { return }
        let (sources, accepts) = (nodes[peer].log.sources, node.accepts())
        let missing = nodes[peer].log.digestsWithText.subtracting(node.log.digestsWithText)
            .subtracting(node.log.erased).subtracting(returned).subtracting(node.log.everDamaged).subtracting(passable)
            .filter { !givenWithoutValues.contains($0) || isOffered($0, to: node) }
            .filter { sources[$0].map(accepts) == true }
        guard missing.isEmpty else {
            throw Violation(2, "\(node.name) lacks values of \(missing.count) messages that \(nodes[peer].name) has.")
        }
    }

    /// Whether a log that a node has read still has the values that it has offered. A store may have been wiped since.
    private func isOffered(_ digest: Digest, to node: SimulatedNode) -> Bool {
        node.offeredValues[digest, default: [:]].contains { server, id in
            nodes[server].log.entries.contains { $0.id == id && $0.digest == digest && $0.text != nil }
        }
    }

    /// Checks that both clients of a node have seen each message of the main room once.
    private func checkReaders(of node: SimulatedNode) throws {
        let entries = node.log.entries.filter { $0.room == .main && $0.text != nil }
        for _ in 0...entries.count / Limits.pageMessagesDefault + 1 {
            try pollLikeTheArticle(node)
            try pollLikeToday(node)
        }
        try node.client.article.checkSaw(entries.filter { node.log.isInArticle($0.digest) }, at: node.name)
        try node.client.today.checkSaw(entries, at: node.name)
    }
}

extension [Digest] {
    /// Returns the digests that are in another list, too, in their order.
    fileprivate func only(_ other: [Digest]) -> [Digest] {
        let other = Set(other)
        return filter(other.contains)
    }
}
