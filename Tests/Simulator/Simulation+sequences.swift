import ChatModel
import ChatStore
import TestSupport

/// The scripts of the sequences.
extension Simulation {
    // MARK: Rules that change

    func upgrade() async throws {
        let line = try await startLine()
        try await connect(line)
        let stored = { try line.reader.lifetime?.store.storedPeer(self.peerID(of: line.relay.slot)) }
        let isPassed = { try self.position(of: line.reader, in: line.relay).settled == line.relay.log.high }

        let bad = try badMessage()
        passable.insert(bad.message.digest)
        try await plant([bad], at: line.relay)
        try await wait(until: "the bad message is refused") { try stored()?.refused == 1 && isPassed() }

        line.relay.spoiler = Spoiler(kind: .laterForm, every: 1, salt: 0)
        try await write(3, at: line.writer)
        let later = line.writer.log.digests.subtracting(line.reader.log.digests)
        passable.formUnion(later)
        try await wait(until: "the messages of a later form are passed") {
            try line.relay.log.digests.isSuperset(of: later) && isPassed()
        }
        try await restart(line.reader)
        try await pass(.seconds(90))
        try check(2, line.reader.log.digests.isDisjoint(with: later), "the older program cannot read the messages")
        try check(5, stored()?.laterFormID != nil && isPassed(), "the messages of a later form are passed")

        (line.relay.spoiler, line.reader.highestForm) = (nil, 2)
        passable.subtract(later)
        try await restart(line.reader)
        try await wait(until: "the newer program has the messages") {
            try line.reader.log.digests.isSuperset(of: later) && isPassed()
        }
        try check(5, stored()?.laterFormID == nil, "no message has a later form")
        try check(7, stored()?.refused == 2, "the bad message is refused again")
        try check(7, !line.reader.log.digests.contains(bad.message.digest), "the bad message is not stored")
        try await checkSequence()
    }

    /// Returns a message with the signature of another message. Only a node that verifies no signatures stores it.
    private func badMessage() throws -> VerifiedMessage {
        let messages = try messagesOfFormerNode(2).map(\.message)
        let (one, other) = (messages[0], messages[1])
        let bad = Message(
            origin: one.origin, group: one.group, stamp: one.stamp, nonce: one.nonce, fields: one.fields,
            signature: other.signature)
        // A verified message has no other property.
        return unsafe unsafeBitCast(bad, to: VerifiedMessage.self)
    }

    func setGroupLate() async throws {
        let founder = try SigningKey(seed: dice.bytes(32))
        let line = (
            reader: try await startNode(), relay: try await startNode(ofFounder: founder),
            writer: try await startNode(ofFounder: founder)
        )
        try await write(2, at: line.relay)
        line.relay.spoiler = Spoiler(kind: .groupless, every: 1, salt: 0)
        try await connect(line.relay, line.writer)
        try await connect(line.reader, line.relay)
        try await wait(until: "the reader has read the messages of the group") {
            try line.relay.log.digests.count == 6
                && position(of: line.reader, in: line.relay).settled == line.relay.log.high
        }
        let foreign = try line.reader.lifetime?.store.storedPeer(peerID(of: line.relay.slot)).foreign
        try check(10, line.reader.log.digests.count == 1, "a node of no group stores no message of a group")
        try check(9, foreign == 6, "the messages of another group are counted")

        line.relay.spoiler = nil
        line.reader.founder = founder
        try await restart(line.reader)
        try check(10, line.reader.group == GroupID(founder: founder.publicKey), "the node has its group")
        try await checkSequence()
    }

    // MARK: Messages that do not come

    func fillExceptions() async throws {
        let (reader, relay) = (try await startNode(), try await startNode())
        let messages = try messagesOfFormerNode(Limits.exceptions + 20)
        for start in stride(from: 0, to: messages.count, by: 1000) {
            try await plant(Array(messages[start..<min(start + 1000, messages.count)]), at: relay)
        }
        relay.spoiler = Spoiler(kind: .withheld, every: 1, salt: 0)
        try await connect(reader, relay)
        try await wait(.seconds(600), until: "the settled position has passed what the peer withholds") {
            try position(of: reader, in: relay).settled == relay.log.high
        }
        let exceptions = try exceptions(of: relay, at: reader)
        try check(5, exceptions.count == Limits.exceptions, "the exceptions are full")
        try check(5, exceptions.last?.digest == nil, "the last exception covers what had no room")

        try await write(2, at: relay)
        try await wait(.seconds(10), until: "new messages come") { reader.log.digests.isSuperset(of: own(relay)) }
        let (answers, pages) = (report.answersByDigests, report.pages)
        try await pass(.seconds(60 * 60))
        try check(2, report.answersByDigests == answers, "the peer is not asked again within an hour")
        try check(2, report.pages - pages < 2 * 2 * 60 + 10, "the log is not read again within an hour")

        relay.spoiler = nil
        try await wait(.seconds(25 * 60 * 60), until: "all come a day later") {
            reader.log.digests.count == relay.log.digests.count
        }
        try await checkSequence()
    }

    func bringValuesLate() async throws {
        let line = try await startLine()
        try await connect(line)
        line.relay.getsNoValues = true
        try await write(4, at: line.writer)
        let written = own(line.writer)
        try await wait(until: "the reader has the messages without their values") {
            line.reader.log.digests.isSuperset(of: written)
        }
        line.relay.getsNoValues = false
        let link = [[line.relay.slot, line.writer.slot]]
        set(link, cut: true, true)
        let answers = report.answersByDigests
        try await wait(.seconds(15 * 60), until: "the reader and the relay have asked each other in vain") {
            report.answersByDigests == answers + 2
        }
        try check(2, line.reader.log.lacksParts && line.relay.log.lacksParts, "the values are with the writer only")

        set(link, cut: false, true)
        try await wait(.seconds(15 * 60), until: "the relay has the values") { !line.relay.log.lacksParts }
        try await wait(.seconds(10), until: "the reader has the values") { !line.reader.log.lacksParts }
        try await checkSequence()
    }

    func loseNewID() async throws {
        let line = try await startLine()
        try await connect(line)
        let link = [[line.reader.slot, line.relay.slot]]
        set(link, cut: true, true)
        line.relay.getsNoValues = true
        try await write(1, at: line.writer)
        let messages = try line.writer.lifetime?.store.read(LogQuery(room: nil, range: .newest, limit: 1)).entries
        guard case .message(let message) = messages?.last?.body else { throw Violation(1, "There is no message.") }
        let digest = message.digest
        try await wait(until: "the relay has the message") { line.relay.log.digests.contains(digest) }
        line.relay.getsNoValues = false
        try await wait(.seconds(15 * 60), until: "the message has a new id at the relay") {
            line.relay.log.goneCount == 1 && !line.relay.log.lacksParts
        }
        lost.insert(digest)
        line.relay.peers = []
        try await damageRecord(of: message, at: line.relay)
        try await pass(.seconds(30))

        set(link, cut: false, true)
        let answers = report.answersByDigests
        try await wait(.seconds(300), until: "the reader has settled the log of the relay") {
            try position(of: line.reader, in: line.relay).settled == line.relay.log.high
        }
        try check(2, report.answersByDigests == answers + 1, "the reader has asked for the message once")
        let gone = line.relay.log.entries.filter(\.isGone).map(\.id)
        let exceptions = try exceptions(of: line.relay, at: line.reader)
        try check(
            5, gone.allSatisfy { id in exceptions.contains { $0.covers(id) } }, "the gone message is an exception")
        try await pass(.seconds(3 * 60 * 60))
        try check(2, report.answersByDigests <= answers + 2, "the reader does not ask again and again")
        try await write(1, at: line.relay)
        try await wait(.seconds(10), until: "the next message comes") {
            line.reader.log.digests.isSuperset(of: own(line.relay))
        }
        try await checkSequence()
    }

    private func damageRecord(of message: Message, at node: SimulatedNode) async throws {
        await crash(node)
        var file = try StoreFile(node.disk.path)
        try check(1, file.damageRecord(of: message, at: 0.5), "the file has the record")
        try file.save()
        noteDamage(message, of: node)
        try await start(node)
    }

    // MARK: Peers that come and go

    func answerByTurns() async throws {
        let (reader, one) = (try await startNode(), try await startNode())
        try await write(20, at: one)
        await crash(one)
        let other = try addNode(peers: [])
        try one.copyFolder(to: other)
        other.log = one.log
        one.clone = other
        for node in [one, other] { try await start(node) }
        reader.peers = [one.slot]
        try await startPulling(from: one.slot, at: reader)

        for (turn, count) in [5, 5, 5, 5, 0, 0, 10, 10].enumerated() {
            one.cloneAnswers = !turn.isMultiple(of: 2)
            let node = one.cloneAnswers ? other : one
            try await write(count, at: node)
            let bodies = report.bodiesReceived
            try await wait(until: "the reader has read the log of \(node.name)") {
                try reader.lifetime?.store.storedPeer(peerID(of: one.slot)).cursors.settled
                    == node.log.entries.last?.position
            }
            try check(
                5, reader.log.digests.isSuperset(of: node.log.digests), "the reader has the messages of \(node.name)")
            try check(2, turn < 2 || report.bodiesReceived - bodies == count, "no clone sends a message twice")
        }
        one.cloneAnswers = false
        for node in [one, other] {
            node.peers.append(reader.slot)
            try await startPulling(from: reader.slot, at: node)
        }
        try await checkSequence()
    }

    func killBeforeBodies() async throws {
        let line = try await startLine()
        try await connect(line)
        try await write(5, at: line.writer)
        try await waitForList(at: line)
        let settled = try position(of: line.reader, in: line.relay).settled
        try await restart(line.reader)
        try check(5, position(of: line.reader, in: line.relay) == (settled, settled), "the list is read again")
        try checkLacksBodies(line)
        try await checkSequence()
    }

    func closeLidBeforeBodies() async throws {
        let line = try await startLine()
        try await connect(line)
        try await write(5, at: line.writer)
        try await waitForList(at: line)
        let link = [[line.reader.slot, line.relay.slot]]
        set(link, cut: true, true)
        try await pass(.seconds(5 * 60))
        try checkLacksBodies(line)
        set(link, cut: false, true)
        try await checkSequence()
    }

    func addPeerAgain() async throws {
        isPaired = true
        let line = try await startLine()
        try await connect(line)
        try await write(5, at: line.writer)
        try await waitForList(at: line)
        let settled = try position(of: line.reader, in: line.relay).settled

        line.reader.blocked = [line.relay.slot: .removed]
        try await confirmPeers(of: line.reader)
        let had = line.reader.log.digests
        try await write(3, at: line.relay)
        try await pass(.seconds(5 * 60))
        try check(13, line.reader.log.digests == had, "a removed peer sends no message")
        try check(13, line.reader.lifetime?.pullers.isEmpty == true, "a removed peer is not asked")

        line.reader.blocked = [:]
        try await pair(line.reader, line.relay)
        try check(13, position(of: line.reader, in: line.relay).settled == settled, "the settled position is kept")
        try checkLacksBodies(line)
        try await checkSequence()
    }
}
