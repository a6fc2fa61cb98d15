package import ChatModel
package import ChatStore

extension PageIntake {
    /// Judges each entry of a page that was read alone: a known message by its digest, a message of another group by its group,
    /// any other by its signature.
    ///
    /// Signatures are verified on all cores, on threads that serve no requests: one takes about 100 µs. A page of one message,
    /// as a waiting request gets it, is judged at once, because two changes of thread take as long.
    ///
    /// The page before it need not be applied yet. A message of both pages is then verified twice and stored once.
    ///
    /// - Parameter peer: the peer whose messages are counted; nil for history, which is not counted.
    /// - Throws: `StoreError` if the store cannot be read.
    package func judged(
        _ entries: [LogPage.Entry], from peer: PeerID?
    ) async throws(StoreError) -> JudgedEntries {
        if entries.count <= 1 {
            let view = try view(for: entries, from: peer)
            return JudgedEntries(entries, entries.map(view.verdict), by: view.rules)
        }
        let view = try await LowPriorityThreads.run {
            Result { () throws(StoreError) in try self.view(for: entries, from: peer) }
        }.get()
        return JudgedEntries(entries, await LowPriorityThreads.map(entries, view.verdict), by: view.rules)
    }

    private func view(for entries: [LogPage.Entry], from peer: PeerID?) throws(StoreError) -> View {
        func missing(withValues: Bool) throws(StoreError) -> Set<Digest> {
            let digests = entries.filter { $0.hasValues == withValues }.compactMap(\.digest)
            return digests.isEmpty ? [] : try store.missing(digests.map { ($0, withValues) })
        }
        let rules = try store.intakeRules()
        let (valueless, whole) = (try missing(withValues: false), try missing(withValues: true))
        let new = statements(of: entries, in: rules.group, among: valueless.union(whole))
        let listed = Set(
            entries.compactMap { entry in
                if case .listed(_, let message) = entry, message.origin != store.key.publicKey {
                    message.origin
                } else {
                    nil
                }
            })
        let spent = try peer.map { peer throws(StoreError) in try store.spent(listed, from: peer) } ?? []
        return View(
            spent: spent, rules: rules, members: try store.membership()?.adding(new), origin: store.key.publicKey,
            missing: valueless,
            missingWithValues: whole)
    }

    /// Returns the new statements on a page that their authors have signed. They make members of the authors of later messages.
    ///
    /// - Parameter missing: the digests of the messages that the store does not have.
    private func statements(
        of entries: [LogPage.Entry], in group: GroupID, among missing: Set<Digest>
    ) -> [Statement] {
        entries.compactMap { entry in
            guard case .message(_, let message) = entry, message.group == group, let statement = Statement(message),
                missing.contains(message.digest), (try? VerifiedMessage(verifying: message)) != nil
            else { return nil }
            return statement
        }
    }

    /// What the verdicts on the entries of a page depend on beside the entries.
    private struct View: Sendable {
        /// The origins of listed messages that wait.
        let spent: Set<PublicKey>
        let rules: IntakeRules
        /// The members, also by the statements of the page itself; nil for a node of no group, which knows no members.
        let members: Membership?
        /// The node's key.
        let origin: PublicKey
        /// The digests of the entries without values whose messages the store does not have.
        let missing: Set<Digest>
        /// The digests of the entries with values whose messages the store does not have, or not with the values. A gone entry
        /// of the same message is not wanted for its values.
        let missingWithValues: Set<Digest>

        private func isMissing(_ digest: Digest, _ entry: LogPage.Entry) -> Bool {
            (entry.hasValues ? missingWithValues : missing).contains(digest)
        }

        private func isStranger(_ key: PublicKey) -> Bool { key != origin && members?.knows(key) == false }

        @Sendable func verdict(on entry: LogPage.Entry) -> JudgedPage.Verdict {
            switch entry {
            case .laterForm(let id, let form, _): .laterForm(id, form: form)
            case .bad(let id, let refusal): .unusable(id, refusal)
            case .listed(_, let message) where !rules.group.accepts(message.group): .foreign(nil)
            case .listed(_, let message) where isStranger(message.origin): .stranger(nil)
            case .gone(_, let digest), .damaged(_, let digest): isMissing(digest, entry) ? .wanted : .known
            case .listed(_, let message) where !isMissing(message.digest, entry): .known
            case .listed(_, let message):
                spent.contains(message.origin) ? .waiting(message.digest, message.origin) : .wanted
            case .message(_, let message) where !isMissing(message.digest, entry): .known
            case .message(_, let message) where !rules.group.accepts(message.group): .foreign(message.digest)
            case .message(_, let message) where isStranger(message.origin): .stranger(message.digest)
            case .message(let id, let message): verdict(on: message, id)
            }
        }

        private func verdict(on message: Message, _ id: LogID) -> JudgedPage.Verdict {
            do {
                return .good(try VerifiedMessage(verifying: message))
            } catch {
                return .refused(id, error, message.digest)
            }
        }
    }
}

extension LogPage {
    /// The messages on the page. Their signatures are not verified.
    package var messages: [Message] {
        entries.compactMap { entry in
            if case .message(_, let message) = entry { message } else { nil }
        }
    }

    /// Returns the messages on the page that their authors have signed. Verifies them on threads that serve no requests.
    package func verifiedMessages() async -> [VerifiedMessage] {
        await LowPriorityThreads.map(messages) { try? VerifiedMessage(verifying: $0) }.compactMap(\.self)
    }
}

extension LogPage.Entry {
    /// Whether the peer has the erasable values of the message, as far as the entry says.
    package var hasValues: Bool {
        switch self {
        case .message(_, let message): !message.fields.lacksValues
        case .listed(_, let message): !message.lacksValues
        case .gone, .damaged, .laterForm, .bad: false
        }
    }
}
