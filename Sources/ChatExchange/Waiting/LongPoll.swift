internal import ChatModel
package import ChatStore

/// Delays the answer to a query until the log has a message for it.
package struct LongPoll: Sendable {
    private let store: ChatStore
    private let requests: WaitingRequests

    package init(store: ChatStore, requests: WaitingRequests) {
        self.store = store
        self.requests = requests
    }

    /// How long a list of messages of other nodes is delayed, since the reader probably gets them from these nodes. In a mesh, each
    /// message would otherwise cause a request of each node to each other one.
    private static let listDelay = Duration.seconds(1)

    /// Reads an empty slice again after each commit until it has a message. A slice that only lists messages grows for up to a
    /// second, until there is one that the reader wants whole.
    ///
    /// Returns at once if the range cannot get new messages, or if the slice ends before the end of the log. Returns early
    /// when the other side leaves, the node shuts down or too many requests wait.
    ///
    /// - Parameter first: the slice that was read for the same query.
    /// - Throws: `StoreError` as ``ChatStore/read(_:)``.
    package func slice(
        _ query: LogQuery, after first: LogSlice, within duration: Duration, onDeparture: WaitingRequests.OnDeparture
    ) async throws -> LogSlice {
        guard query.range.canGrow else { return first }
        let slice = try await news(query, after: first, within: duration, onDeparture)
        guard slice.onlyLists else { return slice }
        return try await requests.wait(within: min(duration, Self.listDelay), onDeparture: onDeparture) { waiter in
            var slice = slice
            repeat {
                await store.commits.next(after: slice.high, on: .own, with: waiter) { await waiter.sleep() }
                slice = try store.read(query)
            } while slice.onlyLists && !waiter.hasEnded && !store.commits.isClosed
            return slice
        } ?? slice
    }

    private func news(
        _ query: LogQuery, after first: LogSlice, within duration: Duration,
        _ onDeparture: WaitingRequests.OnDeparture
    ) async throws -> LogSlice {
        guard first.isEnd else { return first }
        let commits = store.commits
        let slice = try await requests.wait(within: duration, onDeparture: onDeparture) { waiter in
            var (slice, query) = (first, query)
            repeat {
                await commits.next(after: slice.high, on: query.topic, with: waiter) { await waiter.sleep() }
                // What was read has no message for this reader, who may have named an id beyond the end.
                if !query.range.begins(after: slice.next.id) { query.range = .from(.after(slice.next.id, mark: nil)) }
                slice = try store.read(query)
            } while slice.isEnd && !waiter.hasEnded && !commits.isClosed
            return slice
        }
        return slice ?? first
    }
}

extension LogSlice {
    /// Whether the slice has no records and the log has nothing after it. An empty slice can also be a long row of gone
    /// entries.
    fileprivate var isEnd: Bool { records.isEmpty && next.id >= high && !hasOnlyUnseen }

    /// Whether the slice has records, none of them whole, and the log has nothing after it.
    fileprivate var onlyLists: Bool {
        !records.isEmpty && next.id >= high
            && records.allSatisfy { if case .listed = $0.content { true } else { false } }
    }
}

extension LogQuery.Range {
    /// Whether the range begins after a higher id than this one.
    fileprivate func begins(after id: LogID) -> Bool {
        if case .from(.after(let start, _)) = self { start > id } else { false }
    }

    /// Whether later messages can come into the range.
    fileprivate var canGrow: Bool {
        if case .from = self { true } else { false }
    }
}
