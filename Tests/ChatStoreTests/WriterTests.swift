import ChatModel
import Dispatch
import LMDB
import TestSupport
import Testing

@testable import ChatStore

@Suite("The writer", .timeLimit(.minutes(1)))
struct WriterTests {
    /// Runs `body` with a writer over a new database, and walks that afterwards.
    private func withWriter(_ body: (Writer, OpenDatabase) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let storeFolder = try StoreFolder(path: folder.path)
        let database = try OpenDatabase {
            try storeFolder.openDatabase(mapSizeBytes: 16 << 20, now: SystemTime().wall)
        }
        let writer = Writer(database, commits: CommitSignal(high: .zero), time: SystemTime(), buildDate: .testBuildDate)
        try await body(writer, database)
        let problems = try database.read { transaction, tables in
            StoreCheck(tables: tables).problems(in: transaction)
        }
        #expect(problems == [])
        await writer.close()
    }

    private func post(_ number: Int) throws -> Post {
        Post(
            fields: try Fields(text: "\(number)"), device: nil, postKey: nil, nonce: .random(), signingKey: SigningKey()
        )
    }

    @Test("tries each job of a failed batch alone, so that only the one fails that cannot be written")
    func failedBatch() async throws {
        try await withWriter { writer, database in
            let gate = DispatchSemaphore(value: 0)
            // What comes meanwhile goes into one batch.
            database.queue.async { gate.wait() }
            let stored = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let post = try post(number)
                    group.addTask {
                        let receipt = try? await writer.write(sharingCommit: true) { transaction, appender in
                            if number == 7 {
                                // Longer than LMDB's keys are: an error of the transaction, not of the message.
                                try appender.tables.digests.put([UInt8](repeating: 0, count: 600), 1, in: &transaction)
                            }
                            return try appender.post(post, in: &transaction)
                        }
                        return receipt != nil
                    }
                }
                for _ in 0..<1000 { await Task.yield() }
                gate.signal()
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(stored == 19)
        }
    }

    @Test("refuses what comes after it was closed, and decides what came before")
    func closed() async throws {
        let folder = try TemporaryFolder()
        let storeFolder = try StoreFolder(path: folder.path)
        let database = try OpenDatabase {
            try storeFolder.openDatabase(mapSizeBytes: 16 << 20, now: SystemTime().wall)
        }
        let writer = Writer(database, commits: CommitSignal(high: .zero), time: SystemTime(), buildDate: .testBuildDate)
        let post = try post(1)
        let receipt = try await writer.write(sharingCommit: true) { transaction, appender in
            try appender.post(post, in: &transaction)
        }
        #expect(receipt.id.rawValue == 1)
        await writer.close()
        let error = await #expect(throws: StoreError.self) {
            try await writer.write(sharingCommit: true) { _, _ in 1 }
        }
        #expect(error?.code == .closed)
    }

    @Test("refuses what comes when 10,000 wait, and decides those")
    func busy() async throws {
        try await withWriter { writer, database in
            let gate = DispatchSemaphore(value: 0)
            database.queue.async { gate.wait() }
            await withTaskGroup { group in
                for _ in 0...10_000 {
                    group.addTask { () -> StoreError.Code? in
                        do {
                            try await writer.write(sharingCommit: true) { _, _ in }
                            return nil
                        } catch {
                            return (error as? StoreError)?.code
                        }
                    }
                }
                // Nothing else can be decided before the writer goes on.
                let first = await group.next()
                #expect(first == .busy)
                gate.signal()
                let rest = await group.reduce(into: [StoreError.Code?]()) { $0.append($1) }
                #expect(rest == Array(repeating: nil, count: 10_000))
            }
        }
    }
}
