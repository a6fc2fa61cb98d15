internal import ChatModel
internal import ChatStore
internal import Dispatch

/// Judges each entry of a page alone: a known message by its digest, a message of another group by its group, any other by its
/// signature.
///
/// Signatures are verified on all cores, on threads that serve no requests: one takes about 100 µs. A page of one message, as
/// a waiting request gets it, is judged at once, because two changes of thread take as long.
final class PageJudge: Sendable {
    private let store: ChatStore
    private let queue = DispatchQueue(label: "tidings.judge", qos: .utility, attributes: .concurrent)

    init(_ store: ChatStore) {
        self.store = store
    }

    /// Returns the entries with their verdicts.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    func judged(_ entries: [LogPage.Entry]) async throws(StoreError) -> JudgedEntries {
        if entries.count <= 1 { return try judge(entries) }
        typealias Outcome = Result<JudgedEntries, StoreError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            queue.async {
                caller.resume(returning: Outcome { () throws(StoreError) in try self.judge(entries) })
            }
        }
        return try outcome.get()
    }

    private func judge(_ entries: [LogPage.Entry]) throws(StoreError) -> JudgedEntries {
        let known = try store.known(
            entries.compactMap { entry in
                if case .message(_, let message) = entry { message } else { nil }
            })
        let group = try store.group()
        let verdicts = entries.concurrentMap { Self.verdict(on: $0, in: group, known: known) }
        return JudgedEntries(entries, verdicts, in: group)
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
