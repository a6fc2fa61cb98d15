import ChatModel
import ChatStore
import TestSupport

/// Edits, deletions and reactions: some as the program writes them, others as only a hostile node does.
extension Simulation {
    /// Returns the fields of a message about another one, with a text of its own.
    ///
    /// - Parameter values: the fields of a message of the node's user.
    func relation(
        at node: SimulatedNode, _ values: [(name: FieldName, value: FieldValue)]
    ) -> [(name: FieldName, value: FieldValue)] {
        guard let target = dice.pick(node.log.entries.filter { !$0.isGone }) else { return values }
        // All names and values are within the limits.
        let value = { (text: String) in try! FieldValue(text) }
        let digest = (name: FieldName.deletes, value: value("\(target.digest)"))
        let reaction = [
            (name: FieldName.re, value: digest.value), (.react, value(dice.pick(["👍", "❤️", "no emoji"]) ?? "👍")),
        ]
        var values = values.filter { $0.name != .room }
        if let name = target.room?.name, !dice.chance(0.1) { values.append((.room, name)) }
        if dice.chance(0.1) { values = values.map { $0.name == .user ? (.user, value("somebody else")) : $0 } }
        switch dice.number(0...4) {
        case 0: return values + [digest]
        case 1, 2: return values + [(.edits, digest.value)]
        case 3: return values + reaction
        default: return values + [digest] + reaction
        }
    }

    /// Checks that the store shows each message as its relations have made it.
    func checkProjections(of node: SimulatedNode) throws {
        guard node.log.damagedIDs.isEmpty, let store = node.lifetime?.store else { return }
        let messages = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
            .messages
        let relations = Dictionary(grouping: messages) { Relation($0)?.target }
        let projected = try projected(node)
        report.messagesChanged += projected.count { $0.value != nil }
        for record in projected {
            guard let message = messages.first(where: { $0.digest == record.key }) else { continue }
            let target = PackedMessage(message)
            let expected = Projection(of: target, by: (relations[message.digest] ?? []).map { PackedMessage($0) })
            guard (record.value ?? Projection(of: target, by: [])) == expected else {
                throw Violation(
                    14, "\(node.name) shows \(message.digest) as \(record.value, default: "-"), not as \(expected).")
            }
        }
    }

    /// Checks that nodes with the same messages show the same.
    func checkSameProjections() throws {
        guard founders.isEmpty, nodes.allSatisfy({ $0.log.damagedIDs.isEmpty }), let first = nodes.first else { return }
        let expected = try projected(first)
        for node in nodes where node.log.digests == first.log.digests {
            guard try projected(node) == expected else {
                throw Violation(14, "\(node.name) shows messages in another way than \(first.name).")
            }
        }
    }

    /// Returns the projections of all messages without a relation; nil for a message that nobody has changed.
    private func projected(_ node: SimulatedNode) throws -> [Digest: Projection?] {
        guard let store = node.lifetime?.store else { return [:] }
        var projections: [Digest: Projection?] = [:]
        for room in Set(node.log.entries.compactMap(\.room)) {
            var query = LogQuery(.messages, room: room, range: .newestShown, limit: .max, byteLimit: .max)
            query.folds = true
            for record in try store.read(query).records {
                guard let entry = try? LogEntry(record) else { continue }
                projections[entry.digest] = .some(record.projection)
            }
        }
        return projections
    }
}

extension LogEntry {
    /// Whether the entry is a message with a relation to another one.
    var hasRelation: Bool { if case .message(let message) = body { Relation(message) != nil } else { false } }

    /// Whether the view of the article has the entry.
    var isInArticle: Bool {
        guard case .message(let message) = body, message.fields.hasText else { return false }
        return if case .edit? = Relation(message) { true } else { Relation(message) == nil }
    }
}

extension NodeLog {
    /// Whether the view of the article has a message while its text is present.
    func isInArticle(_ digest: Digest) -> Bool {
        guard let relation = sources[digest]?.relation else { return true }
        return if case .edit = relation { true } else { false }
    }
}
