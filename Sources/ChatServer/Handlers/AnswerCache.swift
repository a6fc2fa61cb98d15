internal import NIOCore
internal import Synchronization

/// The answers of a route since the last write to the store, by the query string of their requests. The clients of a group ask
/// the same: most for what comes after the newest message, or for the newest page. The 2011 client never asks
/// the same twice, because it sends a random `t`.
final class AnswerCache: Sendable {
    /// Bytes of all answers, their queries and ``entryBytes`` for each. A page of 50 messages has about 10 KB.
    static let maximumBytes = 1 << 20
    /// About as many bytes as the objects of an answer and its query need beside their contents.
    static let entryBytes = 256

    private struct State {
        var changeCount: UInt64 = 0
        var answers: [String: ByteBuffer] = [:]
        var byteCount = 0

        mutating func clear(_ changeCount: UInt64) {
            self.changeCount = changeCount
            answers = [:]
            byteCount = 0
        }
    }

    private let state = Mutex(State())

    /// Returns the answer to a query; nil if the store has changed since, or if the answer is not kept.
    ///
    /// - Parameter changeCount: the present ``ChatStore/changeCount``.
    func answer(to query: String, at changeCount: UInt64) -> ByteBuffer? {
        state.withLock { $0.changeCount == changeCount ? $0.answers[query] : nil }
    }

    /// Keeps an answer. Drops the others if they are older, or if there is no room.
    ///
    /// - Parameter changeCount: ``ChatStore/changeCount`` before the answer was read from the store.
    func keep(_ answer: ByteBuffer, to query: String, at changeCount: UInt64) {
        let byteCount = answer.readableBytes + query.utf8.count + Self.entryBytes
        state.withLock { state in
            guard byteCount <= Self.maximumBytes, changeCount >= state.changeCount else { return }
            if changeCount > state.changeCount || state.byteCount + byteCount > Self.maximumBytes {
                state.clear(changeCount)
            }
            guard state.answers.updateValue(answer, forKey: query) == nil else { return }
            state.byteCount += byteCount
        }
    }
}
