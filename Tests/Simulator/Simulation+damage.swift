import ChatModel
import ChatReplication
import ChatStore
import TestSupport

/// Damaged records, and what nodes do about them.
extension Simulation {
    /// Overwrites bytes of some records in the file of a node that has died.
    ///
    /// - Returns: whether there was a record.
    func damageRecords(of node: SimulatedNode) async throws -> Bool {
        guard let store = node.lifetime?.store, !node.isDiskFull else { return false }
        let query = LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max)
        var messages = try store.read(query).entries.compactMap { entry in
            if case .message(let message) = entry.body { message } else { nil }
        }
        guard !messages.isEmpty else { return false }
        var damaged: [Message] = []
        for _ in 0..<(dice.pick([1, 1, 2, 5]) ?? 1) where !messages.isEmpty {
            damaged.append(messages.remove(at: dice.number(0...messages.count - 1)))
        }
        await crash(node)
        var file = try StoreFile(node.disk.path)
        for message in damaged {
            let isWiped = dice.chance(0.3)
            let fraction = dice.fraction()
            guard file.damageRecord(of: message, at: isWiped ? nil : fraction) else { continue }
            note("\(node.name)'s record of \(message.digest) is \(isWiped ? "wiped" : "damaged")")
            noteDamage(message, of: node)
        }
        try file.save()
        planStart(node, after: dice.milliseconds(0...30_000))
        return true
    }

    func noteDamage(_ message: Message, of node: SimulatedNode) {
        let isElsewhere = nodes.contains { $0 !== node && $0.log.digests.contains(message.digest) }
        if !isElsewhere { lost.insert(message.digest) }
        node.client.article.expectAgain(message.digest)
        node.client.today.expectAgain(message.digest)
        node.log.damage(message.digest)
        report.damaged += 1
    }

    /// Plans that a node reads its whole log, as a check beside it does, and notes the damage.
    func planMending(of node: SimulatedNode, after delay: Duration) {
        let lifetime = node.lifetime?.number
        agenda.plan(after: delay) { [self] in
            guard let store = node.lifetime?.store, node.lifetime?.number == lifetime else { return }
            do {
                _ = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: .max, byteLimit: .max))
                let noted = try await store.noteDamage()
                try await committed(at: node)
                note("\(node.name) notes \(noted)")
                guard !noted.wanted.isEmpty else { return }
                for peer in node.peers { try await handle(.damageNoted, at: node, from: peer) }
            } catch let error as StoreError {
                note("\(node.name) cannot note damage: \(error.code)")
                planMending(of: node, after: .seconds(10))
            }
        }
    }
}
