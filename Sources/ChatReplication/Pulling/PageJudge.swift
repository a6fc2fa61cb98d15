import ChatModel
package import ChatStore
import Dispatch
import Synchronization

/// Judges the entries of pages: each alone, held ones by their digest, the others by their signature.
///
/// Signatures are checked on all cores, on threads that serve nobody: a check takes in the order of 100 µs.
package final class PageJudge: Sendable {
    private let store: ChatStore
    private let queue = DispatchQueue(label: "tidings.judge", qos: .utility, attributes: .concurrent)

    package init(_ store: ChatStore) {
        self.store = store
    }

    /// The page with a verdict for each entry, in their order, behind the places that could not be read.
    ///
    /// - Throws: ``StoreError`` where the store cannot be asked what it holds.
    package func judged(_ work: PageToApply) async throws(StoreError) -> JudgedPage {
        let verdicts = try await verdicts(on: work.entries)
        return JudgedPage(
            verdicts: work.unreadable.map(JudgedPage.Verdict.unreadable) + verdicts, cursor: work.nextCursor,
            retryFrom: work.retryFrom)
    }

    private func verdicts(on entries: [LogPage.Entry]) async throws(StoreError) -> [JudgedPage.Verdict] {
        typealias Outcome = Result<[JudgedPage.Verdict], StoreError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            queue.async {
                caller.resume(returning: Outcome { () throws(StoreError) in try self.judge(entries) })
            }
        }
        return try outcome.get()
    }

    private func judge(_ entries: [LogPage.Entry]) throws(StoreError) -> [JudgedPage.Verdict] {
        let held = try store.held(
            entries.compactMap { entry in
                if case .message(_, let message) = entry { message.digest } else { nil }
            })
        let verdicts = Mutex([JudgedPage.Verdict](repeating: .known, count: entries.count))
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            let verdict = Self.verdict(on: entries[index], held: held)
            verdicts.withLock { $0[index] = verdict }
        }
        return verdicts.withLock { $0 }
    }

    private static func verdict(on entry: LogPage.Entry, held: Set<Digest>) -> JudgedPage.Verdict {
        switch entry {
        case .gone:
            return .gone
        case .bad(let id, let bad):
            return .bad(id, bad)
        case .message(_, let message) where held.contains(message.digest):
            return .known
        case .message(let id, let message):
            do {
                return .good(try VerifiedMessage(verifying: message))
            } catch {
                return .bad(id, BadMessage(reason: error, raw: message.signedForm + message.signature.bytes))
            }
        }
    }
}
