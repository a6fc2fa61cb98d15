import ChatModel
import ChatStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct SignalTests {
    /// Returns when `count` tasks wait. Polls, because the signal has no event for a new waiter.
    private func untilWaiting(_ count: Int, _ commits: CommitSignal) async {
        while commits.waiterCount != count { await Task.yield() }
    }

    @Test func `a wait ends with a commit, or with a commit in the named room`() async throws {
        try await withStore { store in
            async let any: Void = store.commits.next(after: .zero, on: .log)
            async let main: Void = store.commits.next(after: .zero, on: .messages(.main))
            async let other: Void = store.commits.next(after: .zero, on: .messages(Room(utf8: Array("other".utf8))))
            await untilWaiting(3, store.commits)
            let id = try await store.post("x")
            await any
            await main
            #expect(store.commits.waiterCount == 1)
            try await store.post("y", room: "other")
            try await other
            await store.commits.next(after: id, on: .log)
        }
    }

    @Test func `a wait returns immediately if the log has continued`() async throws {
        try await withStore { store in
            try await store.post("x")
            await store.commits.next(after: .zero, on: .messages(.main))
        }
    }

    @Test func `a wait ends when its task is cancelled, before and after the wait began`() async throws {
        try await withStore { store in
            for early in [true, false] {
                let task = Task { await store.commits.next(after: .zero, on: .log) }
                if !early { await untilWaiting(1, store.commits) }
                task.cancel()
                await task.value
                #expect(store.commits.waiterCount == 0)
            }
        }
    }

    @Test func `ten thousand waits end when the store closes`() async throws {
        try await withStore { store in
            await withDiscardingTaskGroup { tasks in
                for _ in 0..<10_000 { tasks.addTask { await store.commits.next(after: .zero, on: .log) } }
                await untilWaiting(10_000, store.commits)
                store.commits.close()
            }
            await store.commits.next(after: .zero, on: .log)
        }
    }
}
