import ChatModel
import ChatReplication
import ChatStore
import TestSupport

/// Checks that reads of a store agree with its sorted log.
extension Simulation {
    func checkReading(of node: SimulatedNode) throws {
        guard let store = node.lifetime?.store, node.log.damagedIDs.isEmpty else { return }
        let all = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max)).entries
        var rooms: [Room: [LogEntry]] = [.main: []]
        for entry in all {
            guard case .message(let message) = entry.body else { continue }
            rooms[message.fields.room, default: []].append(entry)
        }
        try checkRooms(rooms, of: store, at: node)
        for (room, entries) in rooms { try checkOrder(in: room, entries, of: store, at: node) }
        let after = all.isEmpty ? .zero : all[checkDice.number(0...all.count - 1)].id
        guard try store.entryCount(after: after, upTo: 30) == min(30, all.count { $0.id > after }) else {
            throw Violation(9, "\(node.name) counts the messages wrongly after \(after).")
        }
    }

    private func checkRooms(_ rooms: [Room: [LogEntry]], of store: ChatStore, at node: SimulatedNode) throws {
        var expected: [RoomSummary] = []
        for (room, entries) in rooms {
            let last = entries.last { !$0.hasRelation }
            if last != nil || room == .main { expected.append(RoomSummary(room: room, last: last?.id ?? .zero)) }
        }
        expected.sort { $0.last > $1.last }
        let listed = try store.rooms(limit: 1000)
        guard listed == expected else {
            throw Violation(9, "\(node.name) lists \(listed) instead of \(expected).")
        }
    }

    /// Checks the display order of a room, as a whole and in pages, and the pages before an id.
    private func checkOrder(in room: Room, _ entries: [LogEntry], of store: ChatStore, at node: SimulatedNode) throws {
        let listed = entries.compactMap { entry in
            if case .message(let message) = entry.body, !entry.hasRelation {
                (shown: message.stamp.displayStamp(arrival: entry.arrival), digest: message.digest, id: entry.id)
            } else {
                nil
            }
        }
        let shown = listed.sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }.map(\.id)
        let whole = try store.read(LogQuery(room: room, range: .newestShown, limit: .max, byteLimit: .max))
        guard whole.entries.map(\.id) == shown, whole.damaged.isEmpty else {
            throw Violation(9, "\(node.name) shows \(room) as \(whole.entries.map(\.id)) instead of \(shown).")
        }
        guard try ids(in: room, of: store, from: .newestShown, LogQuery.Range.shownBefore) == shown else {
            throw Violation(9, "\(node.name) has other pages of \(room) than \(shown).")
        }
        var forwards: [LogID] = []
        let limit = checkDice.number(3...40)
        repeat {
            let page = try store.read(LogQuery(room: room, range: .shownAfter(forwards.last ?? .zero), limit: limit))
            guard !page.entries.isEmpty else { break }
            forwards += page.entries.map(\.id)
        } while forwards.count <= shown.count
        guard forwards == shown else {
            throw Violation(9, "\(node.name) has other pages of \(room) forwards than \(shown).")
        }
        guard try ids(in: room, of: store, from: .newest, LogQuery.Range.before) == entries.map(\.id) else {
            throw Violation(9, "\(node.name) pages back through \(room), but not by \(entries.map(\.id)).")
        }
        let texts = try store.read(LogQuery(.texts, room: room, range: .from(.beginning), limit: .max, byteLimit: .max))
        guard texts.entries.map(\.id) == entries.filter(\.isInArticle).map(\.id) else {
            throw Violation(9, "\(node.name) has other texts of \(room) than its messages.")
        }
    }

    /// Returns all ids of a room, read in pages from its end.
    private func ids(
        in room: Room, of store: ChatStore, from newest: LogQuery.Range, _ before: (LogID) -> LogQuery.Range
    ) throws -> [LogID] {
        var ids: [LogID] = []
        let limit = checkDice.number(3...40)
        var page = try store.read(LogQuery(room: room, range: newest, limit: limit)).entries
        while let first = page.first {
            ids = page.map(\.id) + ids
            page = try store.read(LogQuery(room: room, range: before(first.id), limit: limit)).entries
        }
        return ids
    }

    /// Checks the status at the end: each node is in sync with its peers, and each peer knows it.
    func checkStatus() throws {
        for node in nodes {
            for peer in node.peers {
                guard let report = node.lifetime?.pullers[peer]?.report, let server = nodes[peer].lifetime else {
                    throw Violation(6, "\(node.name) or \(nodes[peer].name) is down.")
                }
                guard node.group.accepts(nodes[peer].group) else {
                    let failure = PullFailure.foreignGroup(nodes[peer].group, own: node.group)
                    guard report.state == .failing(failure) else {
                        throw Violation(9, "\(node.name) says of \(nodes[peer].name), of another group: \(report).")
                    }
                    continue
                }
                guard report.state == .inSync, report.behind == 0 else {
                    throw Violation(9, "\(node.name) says of \(nodes[peer].name): \(report).")
                }
                guard let read = server.read[node.slot], read == nodes[peer].log.high else {
                    throw Violation(9, "\(nodes[peer].name) does not know that \(node.name) has everything.")
                }
            }
        }
    }
}
