internal import ChatModel
internal import ChatStore

/// Judges each entry of a page alone: a known message by its digest, a message of another group by its group, any other by its
/// signature.
///
/// Signatures are verified on all cores, on threads that serve no requests: one takes about 100 µs. A page of one message, as
/// a waiting request gets it, is judged at once, because two changes of thread take as long.
final class PageJudge: Sendable {
    private let store: ChatStore
    private let threads = LowPriorityThreads()

    init(_ store: ChatStore) {
        self.store = store
    }

    /// Returns the entries with their verdicts.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func judged(_ entries: [LogPage.Entry]) async throws(StoreError) -> JudgedEntries {
        if entries.count <= 1 {
            let (group, known) = try readStore(for: entries)
            return JudgedEntries(entries, entries.map { Self.verdict(on: $0, in: group, known: known) }, in: group)
        }
        let read = await threads.run { Result { () throws(StoreError) in try self.readStore(for: entries) } }
        let (group, known) = try read.get()
        let verdicts = await threads.map(entries) { Self.verdict(on: $0, in: group, known: known) }
        return JudgedEntries(entries, verdicts, in: group)
    }

    /// Returns the group of this node, and the digests of the messages that it has.
    private func readStore(for entries: [LogPage.Entry]) throws(StoreError) -> (GroupID, Set<Digest>) {
        let known = try store.known(
            entries.compactMap { entry in
                if case .message(_, let message) = entry { message } else { nil }
            })
        return (try store.group(), known)
    }

    private static func verdict(
        on entry: LogPage.Entry, in group: GroupID, known: Set<Digest>
    ) -> JudgedPage.Verdict {
        switch entry {
        case .gone:
            return .gone
        case .laterForm(let id, let form, _):
            return .laterForm(id, form: form)
        case .bad(let id, let bad):
            return .bad(id, bad)
        case .message(_, let message) where known.contains(message.digest):
            return .known
        case .message(_, let message) where !group.takes(message.group):
            return .foreign
        case .message(let id, let message):
            do {
                return .good(try VerifiedMessage(verifying: message))
            } catch {
                return .bad(id, BadMessage(reason: error, raw: message.signedForm + message.signature.bytes))
            }
        }
    }
}
