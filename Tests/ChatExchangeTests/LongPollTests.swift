import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatExchange

/// What ends the wait of a node that reads the log.
@Suite(.timeLimit(.minutes(10))) struct LongPollTests {
    private let peer = PeerID("http://peer:8080")!  // Neither empty nor too long.

    /// Stores a message of another node.
    private func relay(_ text: String, into store: ChatStore) async throws {
        let message = try VerifiedMessage(Fields(text: text), at: Sample.stamp, signing: SigningKey())
        _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
    }

    /// Waits for what follows the start of an empty log. Calls `act` as soon as the request waits, and cancels it at the end. The time
    /// stands still unless `act` advances it.
    private func wait(
        _ bodies: Bodies, of store: ChatStore, _ act: @escaping @Sendable (ManualTime) async throws -> Void
    ) async throws -> LogSlice {
        let time = ManualTime()
        let requests = WaitingRequests(maximum: 2, time: time)
        async let _ = requests.run()
        let query = LogQuery(log: .beginning, limit: 100, bodies: bodies)
        let first = try store.read(query)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await store.requestWaits()
                try await act(time)
            }
            defer { tasks.cancelAll() }
            return try await LongPoll(store: store, requests: requests).slice(
                query, after: first, within: .seconds(100), onDeparture: { _ in })
        }
    }

    @Test func `a reader that wants all messages whole gets each at once`() async throws {
        try await withStore { store in
            let slice = try await wait(.all, of: store) { _ in try await relay("one", into: store) }
            #expect(slice.records.count == 1)
        }
    }

    @Test func `messages of other nodes are listed after a second, together with those that follow`() async throws {
        try await withStore { store in
            let slice = try await wait(.own, of: store) { time in
                for text in ["one", "two", "three"] { try await relay(text, into: store) }
                while !Task.isCancelled {
                    time.advance(by: .seconds(1))
                    await Task.yield()
                }
            }
            #expect(slice.records.count == 3)
        }
    }

    @Test func `a message of this node is sent at once, with those of others before it`() async throws {
        try await withStore { store in
            let slice = try await wait(.own, of: store) { _ in
                try await relay("one", into: store)
                try await store.requestWaits()
                try await store.post("two")
            }
            #expect(slice.records.count == 2)
        }
    }
}

extension ChatStore {
    /// Returns when a request waits for further messages.
    fileprivate func requestWaits() async throws {
        try await eventually("a request waits") { commits.waiterCount > 0 }
    }
}
