internal import ChatModel
internal import LMDB

extension LogAppender {
    /// Stores the good messages of what a peer has sent, counts the bad ones, and moves the peer's settled position.
    ///
    /// - Throws: ``StoreError`` with `ids-exhausted`; ``LMDBError``. The caller must then abort the transaction.
    mutating func apply(
        _ page: JudgedPage, of peer: PeerID, within budget: IntakeBudget, in transaction: inout WriteTransaction
    ) throws -> Applied {
        var applied = Applied()
        var record = try tables.peers.get(peer.bytes, in: transaction) ?? .empty
        try jumpIfRestored(page.verdicts, in: &transaction)
        // By the present rules, some of the passed messages may be those of members.
        let isOutdated = try page.hasPassed && page.rules != nil && page.rules != tables.intakeRules(in: transaction)
        let membership = page.isHistory ? nil : try tables.membership(in: transaction)?.adding(page.admissions)
        var intake = Intake(budget: budget, isCounted: !page.isHistory, peer: peer, membership: membership, own: origin)
        for verdict in page.verdicts { try apply(verdict, &intake, &record, &applied, in: &transaction) }
        let ended = try page.asked.filter { exception in
            guard let digest = exception.digest else { return false }
            return try applied.ended.contains(digest) || isStored(digest, withValues: false, in: transaction)
        }
        try tables.remove(ended, of: peer, &record.exceptions, in: &transaction)
        if !applied.waiting.isEmpty, case .forward(_, _, let end, _) = page.settling,
            case let settled = record.cursors.settled, end.id > settled.id
        {
            budget.wait(Array(applied.waiting.values), namedBy: peer)
            let part = PeerException(after: settled, through: end.id, nil, .waiting, since: now)
            try tables.wait(part, of: peer, &record.exceptions, in: &transaction)
        }
        // Some may have come from elsewhere in the meantime. Of those that lack values here, the peer may have these.
        let exceptions = try page.exceptions.filter { exception in
            try exception.digest.map { try !isStored($0, withValues: true, in: transaction) } ?? true
        }
        try tables.add(exceptions, of: peer, &record.exceptions, in: &transaction)
        if isOutdated {
            record.rewinds += 1
        } else if let settling = page.settling, page.rewinds ?? record.rewinds == record.rewinds {
            try settle(settling, of: peer, &record, applied.settled, in: &transaction)
            if case .back = settling { budget.forgetWaiting(namedBy: peer) }
        }
        if let due = page.due { record.asked = due }
        applied.cursors = record.cursors
        applied.claim = try tables.claim(of: peer, record, in: transaction)
        applied.messagesInLog = try tables.digestIndex.count(in: transaction)
        try tables.peers.put(peer.bytes, record, in: &transaction)
        return applied
    }

    /// What a peer's messages are paid from.
    private struct Intake {
        let budget: IntakeBudget
        /// False for history.
        let isCounted: Bool
        let peer: PeerID
        let membership: Membership?
        /// The node's key. Its own messages, which come back after a restore, are not counted.
        let own: PublicKey
        private var known: [PublicKey: IntakeBudget.Payers] = [:]

        init(budget: IntakeBudget, isCounted: Bool, peer: PeerID, membership: Membership?, own: PublicKey) {
            (self.budget, self.isCounted, self.peer) = (budget, isCounted, peer)
            (self.membership, self.own) = (membership, own)
        }

        /// Returns nil for an origin whose messages are not counted.
        mutating func payers(for origin: PublicKey) -> IntakeBudget.Payers? {
            guard isCounted, origin != own else { return nil }
            if let payers = known[origin] { return payers }
            let payers = budget.payers(for: origin, from: peer, in: membership)
            known[origin] = payers
            return payers
        }
    }

    private mutating func apply(
        _ verdict: JudgedPage.Verdict, _ intake: inout Intake, _ record: inout PeerRecord, _ applied: inout Applied,
        in transaction: inout WriteTransaction
    ) throws {
        switch verdict {
        case .good(let message) where !group.accepts(message.message.group):
            pass(message.message.digest, &record, &applied)
        case .good(let verified):
            let message = verified.message
            let payers = intake.payers(for: message.origin).map { ($0, cost: IntakeBudget.Cost(message)) }
            if let (payers, cost) = payers, !intake.budget.hasRoom(payers, cost.kind),
                case let stored = try tables.digestIndex.get(message.digest, in: transaction),
                stored?.has(message) != true, stored?.isDamaged != true
            {
                applied.waiting[message.digest] = message.origin
                return
            }
            switch try receive(verified, in: &transaction) {
            case .stored:
                applied.stored += 1
                if let (payers, cost) = payers { intake.budget.pay(cost, payers) }
            case .healed:
                applied.stored += 1
                applied.healed += 1
            case .known: applied.known += 1
            }
            applied.ended.insert(message.digest)
        case .known:
            applied.known += 1
        case .wanted:
            break
        case .waiting(let digest, let origin):
            applied.waiting[digest] = origin
        case .stranger(let digest):
            let settled = record.cursors.settled
            if record.strangers.map({ settled.id < $0.id }) != false { record.strangers = settled }
            pass(digest, &record, &applied)
        case .foreign(let digest):
            pass(digest, &record, &applied)
        case .laterForm(let id, let form):
            applied.firstLaterForm = applied.firstLaterForm ?? LaterFormMessage(id: id, form: form)
            record.laterForm = min(record.laterForm ?? id, id)
        case .refused(let id, let refusal, let digest):
            applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: refusal)
            record.refused.increase()
            applied.refused += 1
            applied.ended.insert(digest)
        case .unusable(let id, let refusal):
            applied.firstRefused = applied.firstRefused ?? RefusedMessage(id: id, refusal: refusal)
        }
    }

    private func pass(_ digest: Digest?, _ record: inout PeerRecord, _ applied: inout Applied) {
        record.foreign.increase()
        applied.foreign += 1
        if let digest { applied.passed.insert(digest) }
    }

    /// Lets each log be read again in which messages of strangers were passed, from before the first one: a key was admitted.
    func readStrangersAgain(in transaction: inout WriteTransaction) throws {
        var records: [([UInt8], PeerRecord)] = []
        try tables.peers.scan(in: transaction) { peer, record in
            if record.strangers != nil { records.append((peer, record)) }
            return .next
        }
        for (bytes, record) in records {
            guard let peer = PeerID(String(decoding: bytes, as: UTF8.self)), let position = record.strangers else {
                continue
            }
            var record = record
            record.strangers = nil
            record.rewinds += 1
            record.cursors.readAgain(after: position)
            try settle(.back(to: position, isOtherLog: false), of: peer, &record, [], in: &transaction)
            try tables.peers.put(bytes, record, in: &transaction)
        }
    }

    /// Moves the settled position of a peer.
    ///
    /// - Parameter settled: ``Applied/settled``.
    private func settle(
        _ settling: Settling, of peer: PeerID, _ record: inout PeerRecord, _ settled: Set<Digest>,
        in transaction: inout WriteTransaction
    ) throws {
        switch settling {
        case .forward(let after, let wants, let end, let passing):
            // After a commit of unknown outcome, the puller may not know the settled position.
            guard record.cursors.settled == after else { return }
            let first = try wants.first { want in
                try !settled.contains(want.digest)
                    && !isStored(want.digest, withValues: want.needsValues, in: transaction)
            }
            let position = first?.before ?? end
            if position.id > after.id { record.cursors.advance(to: position, passing: passing) }
        case .back(let position, let isOtherLog):
            var start = position.id
            if isOtherLog {
                // It may have what this peer lacked.
                record.asked = nil
                let strangers = record.strangers?.id
                start = try record.cursors.change(to: position) { id in
                    let exception = try tables.exceptions(of: peer, from: id, limit: 1, in: transaction).first?.before
                        .id
                    return [exception, strangers.flatMap { $0 >= id ? $0 : nil }].compactMap(\.self).min()
                }
                // Like exceptions, they belong to the current log.
                if let strangers, strangers >= start { record.strangers = nil }
            } else if position.id < record.cursors.settled.id {
                record.cursors.goBack(to: position)
            }
            let dropped = try tables.exceptions(of: peer, from: start, in: transaction)
            try tables.remove(dropped, of: peer, &record.exceptions, in: &transaction)
        }
    }

    /// Whether the log has a message.
    ///
    /// - Parameter withValues: whether it has to have the erasable values, too, or have erased them.
    private func isStored(
        _ digest: Digest, withValues: Bool, in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        try tables.digestIndex.get(digest, in: transaction)?.isStored(withValues: withValues) == true
    }
}

extension UInt64 {
    /// Adds one, unless the number is the highest.
    fileprivate mutating func increase() {
        if self < .max { self += 1 }
    }
}
