import ChatModel
import ChatStore

extension Simulation {
    /// What every node wrote is good; where nothing is spoiled on the way, nothing may be refused.
    func checkRefused(_ applied: Applied, at node: SimulatedNode) throws(Violation) {
        guard applied.quarantined + applied.skipped > 0, faults.allSatisfy({ !$0.spoilsPages }) else { return }
        throw Violation(7, "\(node.name) refused what is good: \(applied.firstReason ?? "unreadable").")
    }

    /// A new message stands behind all that its author had seen. Of places that are cut at five minutes after the same
    /// millisecond, the digest decides; and a clock that went back by less than five minutes is not noticed.
    func checkPlace(of id: LogID, at node: SimulatedNode) throws {
        guard let store = node.life?.store else { return }
        let query = LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max)
        let places = try store.read(query).entries.compactMap(Place.init)
        guard let new = places.first(where: { $0.id == id }) else { throw Violation(1, "\(id) is not stored.") }
        let isCut = new.shown == Stamp(new.arrival + Stamp.tolerance)
        let horizon = HybridClock.horizon(now: new.arrival)
        let unnoticed = HybridClock.horizon(now: new.arrival + Stamp.tolerance)
        for seen in places where seen.id < id && !(seen.shown > horizon && seen.shown <= unnoticed) {
            guard seen.shown < new.shown || isCut && seen.shown == new.shown else {
                throw Violation(8, "\(node.name) shows \(new) before \(seen), which its author had seen.")
            }
        }
    }

    /// Where all clocks were right, people see the same order at all nodes.
    private func checkOrder() throws {
        guard !faults.contains(.clockJump) else { return }
        let orders = try nodes.compactMap { try $0.life.map { try order(in: $0.store) } }
        guard let first = orders.first, orders.allSatisfy({ $0 == first }) else {
            throw Violation(8, "Nodes show the same messages in different orders.")
        }
    }

    private func order(in store: ChatStore) throws -> [Digest] {
        let slice = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
        let places = slice.entries.compactMap { entry in
            if case .message(let message) = entry.body {
                (shown: message.stamp.shown(arrival: entry.arrival), digest: message.digest)
            } else {
                nil
            }
        }
        return places.sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }.map(\.digest)
    }

    /// Where a message stands for people.
    private struct Place {
        let id: LogID
        let arrival: UnixTime
        let shown: Stamp

        init?(_ entry: LogEntry) {
            guard case .message(let message) = entry.body else { return nil }
            id = entry.id
            arrival = entry.arrival
            shown = message.stamp.shown(arrival: entry.arrival)
        }
    }

    /// All that a peer's log holds up to the cursor is here, or lies where a retry begins; and nothing lies there where
    /// nothing was spoiled.
    ///
    /// - Parameter thoroughly: all of the log; else its end.
    func checkCursor(of node: SimulatedNode, on peer: Int, thoroughly: Bool = true) throws {
        guard let store = node.life?.store else { return }
        let standing = try store.standing(with: SimulatedNode.peerID(of: peer))
        if let place = standing.retryPosition, faults.allSatisfy({ !$0.spoilsPages }) {
            throw Violation(7, "\(node.name) tries \(nodes[peer].name) again from \(place), though nothing was bad.")
        }
        // After a retry also where the peer is given back what it had.
        let retried = standing.retryPosition.map(standing.cursor.cut) ?? standing.cursor
        try checkCursor(
            standing.cursor, in: nodes[peer].log, before: standing.retryPosition, of: node, thoroughly: thoroughly)
        for log in thoroughly ? [nodes[peer].log] + nodes[peer].earlierLogs : [] {
            try checkCursor(retried, in: log, before: nil, of: node, thoroughly: true)
        }
    }

    /// - Parameter retry: where a retry begins.
    private func checkCursor(
        _ cursor: Cursor, in log: NodeLog, before retry: LogID?, of node: SimulatedNode, thoroughly: Bool
    ) throws {
        // The cursor may mean a log that the peer no longer has; the older of its positions may not.
        guard let common = cursor.positions.first(where: { log.entry(at: $0.id)?.position == $0 }) else { return }
        let missing = log.entries.suffix(thoroughly ? .max : 20).filter { entry in
            entry.id <= common.id && retry.map { entry.id < $0 } != false && !node.log.digests.contains(entry.digest)
        }
        guard missing.isEmpty else {
            throw Violation(5, "\(node.name) has read a log up to \(common.id) and lacks \(missing.map(\.text)) of it.")
        }
    }

    func checkAtTheEnd() async throws {
        try checkOrder()
        for node in nodes {
            guard let store = node.life?.store else { throw Violation(6, "\(node.name) is down.") }
            let problems = try store.check()
            guard problems.isEmpty else { throw Violation(1, "The store of \(node.name): \(problems)") }
            for peer in node.peers { try checkCursor(of: node, on: peer) }
            try checkAcknowledged(at: node)
            try checkReading(of: node)
            try checkReaders(of: node)
            report.messagesChecked += node.log.entries.count
            await crash(node)
            // Once more from the file.
            try await start(node)
            await crash(node)
        }
    }

    private func checkAcknowledged(at node: SimulatedNode) throws(Violation) {
        var times: [String: Int] = [:]
        for entry in node.log.entries { times[entry.text, default: 0] += 1 }
        if let text = node.log.entries.first(where: { times[$0.text] != 1 })?.text {
            throw Violation(4, "\(text) is on \(node.name) \(times[text] ?? 0) times.")
        }
        for text in acknowledged where times[text] == nil && !lost.contains(text) {
            throw Violation(1, "\(text) was acknowledged and is not on \(node.name).")
        }
    }

    /// Both programs of the people at a node have seen its main room, each message once.
    private func checkReaders(of node: SimulatedNode) throws {
        let texts = node.log.entries.filter { $0.room == .main }.map(\.text)
        for _ in 0...texts.count / Limits.pageMessagesDefault + 1 {
            try pollLikeTheArticle(node)
            try pollLikeToday(node)
        }
        try node.client.article.checkSaw(texts, at: node.name)
        try node.client.today.checkSaw(texts, at: node.name)
    }
}
