#if os(Linux)
    import ChatModel
    import Foundation
    import InMemoryLogging
    import Logging
    import Synchronization
    import TestSupport
    import Testing

    @testable import ChatStore
    @testable import tidings

    @Suite(.timeLimit(.minutes(1)), .enabled(if: TemporaryDisk.isAllowed, "Only root may mount a small disk."))
    struct DamageKeeperTests {
        @Test
        func `damage that cannot be noted is logged once, and is noted within a minute after writing works again`()
            async throws
        {
            let disk = try TemporaryDisk(bytes: 8 << 20)
            let data = disk.path + "/data"
            try await fill(data, count: 3)
            try damageMessage(2, in: data)
            let store = try ChatStore(StoreOptions(folder: data))
            let oldState = OldState(of: store)
            try await eventually("an old state is kept") { oldState.isKept }
            try disk.fill(leaving: 0)
            await #expect(throws: StoreError.diskFull) {
                for _ in 1...1000 { try await store.post("until the disk is full") }
            }
            // A note of damage needs fewer pages than a post, so it could still fit.
            try disk.fill(leaving: 0)
            #expect(try store.wholeLog().damaged == [Sample.id(2)])
            let handler = InMemoryLogHandler()
            let pauses = Pauses()
            let keeper = Task {
                try await DamageKeeper(store: store, time: pauses, logger: Logger(label: "test") { _ in handler }).run()
            }
            try await eventually("the keeper has tried three times") { pauses.durations.count >= 3 }
            #expect(handler.entries.count { "\($0.message)".contains("could not note damaged messages") } == 1)
            #expect(try store.figures().damaged == 0)
            try FileManager.default.removeItem(atPath: disk.path + "/filler")
            try await eventually("the message is wanted") { try store.wanted().count == 1 }
            #expect(pauses.durations.allSatisfy { $0 == .seconds(60) })
            keeper.cancel()
            _ = await keeper.result
            #expect(try store.check().map(\.extent) == [.message(2)])
            oldState.end()
            await store.close()
        }
    }

    /// The state that a store has now, kept until ``end()``. Until then no write can use pages again that another one has freed,
    /// so each needs new ones.
    private final class OldState: Sendable {
        private let kept = Atomic(false)
        private let ended = DispatchSemaphore(value: 0)

        init(of store: ChatStore) {
            Thread.detachNewThread { [self] in
                try? store.database.read { _, _ in
                    kept.store(true, ordering: .relaxed)
                    ended.wait()
                }
            }
        }

        var isKept: Bool { kept.load(ordering: .relaxed) }

        func end() { ended.signal() }
    }

    /// A clock that sleeps a moment instead of any time, and notes each sleep.
    private final class Pauses: TimeSource {
        private let noted = Mutex<[Duration]>([])

        var durations: [Duration] { noted.withLock { $0 } }
        var wall: UnixTime { .testBuildDate }
        var monotonic: Duration { .zero }

        func sleep(for duration: Duration) async throws {
            noted.withLock { $0.append(duration) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
#endif
