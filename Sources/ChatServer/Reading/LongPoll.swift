internal import ChatStore
internal import NIOCore

/// Holds requests until there is something to answer.
///
/// A waiting request costs memory: no thread, and no transaction of the store.
struct LongPoll: Sendable {
    let store: ChatStore
    let hold: RequestHold

    /// Reads an empty slice again when there is news, until it holds something or the time is up.
    ///
    /// Answers at once, with what there is, when the client leaves, when the node stops and when too many wait.
    ///
    /// - Parameters:
    ///   - first: what was read first.
    ///   - channel: the client's connection.
    /// - Throws: `StoreError` as the store's `read`.
    func slice(
        _ query: LogQuery, after first: LogSlice, within time: Duration, on channel: any Channel
    ) async throws -> LogSlice {
        guard first.entries.isEmpty, time > .zero, query.range.canGrow else { return first }
        let outcome = try await hold.outcome(within: time, on: channel) { try await slice(query, after: first) }
        return try outcome ?? store.read(query)
    }

    /// Reads again at each news until the slice holds something.
    private func slice(_ query: LogQuery, after first: LogSlice) async throws -> LogSlice {
        var slice = first
        while slice.entries.isEmpty {
            await store.commits.next(after: slice.high, in: query.room)
            let next = try store.read(query)
            // Woken without news: the signal is closed or nobody waits for the answer any more.
            guard next.high > slice.high else { return next }
            slice = next
        }
        return slice
    }
}

extension LogQuery.Range {
    /// Whether news can lie in the range.
    fileprivate var canGrow: Bool {
        switch self {
        case .from: true
        case .before, .newest, .shownBefore, .newestShown: false
        }
    }
}
