import ChatModel
import ChatStore
import Foundation
import InMemoryLogging
import Logging
import Synchronization
import TestSupport
import Testing

@testable import tidings

@Suite(.timeLimit(.minutes(1)))
struct DamageKeeperTests {
    @Test func `damage that cannot be noted is logged once, and is noted within a minute after writing works again`()
        async throws
    {
        let data = try TemporaryFolder()
        let folder = NodeFolder(data.path)
        try await fill(data.path, count: 3)
        let filled = try ChatStore(StoreOptions(folder: data.path))
        let message = try filled.wholeLog().messages[1]
        await filled.close()
        // The commit time: the message is complete, and is stored again with a new id.
        var file = try StoreFile(data.path)
        let hasRecord = file.damageRecord(of: message, at: 0.005)
        #expect(hasRecord)
        try file.save()

        let store = try ChatStore(StoreOptions(folder: data.path))
        #expect(try store.wholeLog().damaged == [Sample.id(2)])
        try folder.obstruct("ids-below-1028.lifetime-1")
        let handler = InMemoryLogHandler()
        let pauses = Pauses()
        let keeper = Task {
            try await DamageKeeper(store: store, time: pauses, logger: Logger(label: "test") { _ in handler }).run()
        }
        try await eventually("the keeper has tried three times") {
            _ = try store.wholeLog()
            return pauses.durations.count >= 3
        }
        #expect(handler.entries.count { "\($0.message)".contains("could not note damaged messages") } == 1)
        try folder.remove("ids-below-1028.lifetime-1")
        try await eventually("the message is stored again") { try store.figures().healed == 1 }
        #expect(pauses.durations.allSatisfy { $0 == .seconds(60) })
        keeper.cancel()
        _ = await keeper.result
        try expectSound(store)
        await store.close()
    }
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
