package import ChatStore

/// Delays the answer to a query until the log has a message for it.
package struct LongPoll: Sendable {
    private let store: ChatStore
    private let requests: WaitingRequests

    package init(store: ChatStore, requests: WaitingRequests) {
        self.store = store
        self.requests = requests
    }

    /// Reads an empty slice again after each commit until it has a message.
    ///
    /// Returns at once if the range cannot get new messages. Returns early when the client leaves, the node shuts down or
    /// too many requests wait.
    ///
    /// - Parameter first: the slice that was read for the same query.
    /// - Throws: `StoreError` as ``ChatStore/read(_:)``.
    package func slice(
        _ query: LogQuery, after first: LogSlice, within duration: Duration, onDeparture: WaitingRequests.OnDeparture
    ) async throws -> LogSlice {
        guard first.entries.isEmpty, duration > .zero, query.range.canGrow else { return first }
        let outcome = try await requests.outcome(within: duration, onDeparture: onDeparture) {
            try await slice(query, after: first)
        }
        return try outcome ?? store.read(query)
    }

    private func slice(_ query: LogQuery, after first: LogSlice) async throws -> LogSlice {
        var slice = first
        while slice.entries.isEmpty {
            await store.commits.next(after: slice.high, in: query.room)
            let next = try store.read(query)
            // Woken without a commit: the store is closing or the task was cancelled.
            guard next.high > slice.high else { return next }
            slice = next
        }
        return slice
    }
}

extension LogQuery.Range {
    /// Whether later messages can come into the range.
    fileprivate var canGrow: Bool {
        if case .from = self { true } else { false }
    }
}
