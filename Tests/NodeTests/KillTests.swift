import AsyncHTTPClient
import ChatClient
import ChatModel
import ChatStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// A node that is killed again and again under load.
///
/// `TIDINGS_KILLS=100` kills it 100 times. By default it is killed 15 times, but no more after a minute.
@Suite(.timeLimit(.minutes(Kills.isLong ? 30 : 3)))
struct KillTests {
    @Test func `the program keeps every acknowledged message when it is killed at any time`() async throws {
        let folder = try TemporaryFolder()
        var acknowledged: [String: LogID] = [:]
        let end = ContinuousClock.now + Kills.timeLimit
        var (kills, posts) = (0, 0)
        while kills < Kills.count, ContinuousClock.now < end {
            // Every second process counts as older than a minute: the next one serves at once and checks meanwhile.
            if kills % 2 == 1 { try grow(in: folder.path) }
            let program = try await Program(serving: folder.path)
            let client = ChatClient(try await program.address(), http: .shared)
            posts += 20 + kills * 37 % 200
            let new = try await post(with: client, "\(kills)", killing: program, after: 20 + kills * 37 % 200)
            acknowledged.merge(new) { first, _ in first }
            kills += 1
        }
        let store = try ChatStore(StoreOptions(folder: folder.path))
        let log = try store.wholeLog()
        let stored = Dictionary(uniqueKeysWithValues: zip(log.texts, log.entries.map(\.id)))
        let lost = acknowledged.filter { stored[$0.key] != $0.value }
        #expect(lost.isEmpty, "\(lost)")
        #expect(kills >= min(Kills.count, 3))
        #expect(acknowledged.count >= posts)
        #expect(log.entries.count == stored.count)
        try expectSound(store)
        await store.close()
    }

    /// Makes a process that died in its first minute count as one that died later.
    private func grow(in folder: String) throws {
        try FileManager.default.moveItem(atPath: folder + "/starting", toPath: folder + "/running")
    }

    /// Posts with eight writers, and kills the program once `count` posts are acknowledged.
    ///
    /// - Returns: The ids of the acknowledged posts by their texts.
    private func post(
        with client: ChatClient, _ name: String, killing program: Program, after count: Int
    ) async throws -> [String: LogID] {
        let acknowledged = Acknowledged()
        await withDiscardingTaskGroup { tasks in
            for writer in 0..<8 {
                tasks.addTask {
                    for number in 0... {
                        let text = "process \(name), writer \(writer), message \(number)"
                        let id = try? await client.add(user: "writer \(writer)", message: text, key: UUID().uuidString)
                        guard let id else { return }
                        if acknowledged.add(text, id) == count { program.send(SIGKILL) }
                    }
                }
            }
        }
        _ = await program.exitStatus
        return acknowledged.all
    }
}

/// How often a node is killed.
private enum Kills {
    static let wanted = ProcessInfo.processInfo.environment["TIDINGS_KILLS"].flatMap { Int($0) }
    static let isLong = wanted != nil
    static let count = wanted ?? 15
    static let timeLimit = Duration.seconds(isLong ? 25 * 60 : 60)
}

/// The posts that a program acknowledged.
private final class Acknowledged: Sendable {
    private let ids = Mutex<[String: LogID]>([:])

    var all: [String: LogID] { ids.withLock { $0 } }

    /// - Returns: The number of acknowledged posts.
    func add(_ text: String, _ id: LogID) -> Int {
        ids.withLock { ids in
            ids[text] = id
            return ids.count
        }
    }
}
