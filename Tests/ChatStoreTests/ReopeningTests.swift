import ChatModel
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import ChatStore

@Suite(.timeLimit(.minutes(10)))
struct ReopeningTests {
    @Test
    func `the database waits for its readers before it is opened again, and serves them before and after`() async throws
    {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    var reads = 0
                    while !Task.isCancelled {
                        // A read may fail while the database is being opened again.
                        let count = try? database.read { transaction, tables in try tables.log.count(in: transaction) }
                        reads += count == 0 ? 1 : 0
                        await Task.yield()
                    }
                    return reads
                }
            }
            for _ in 0..<200 {
                try await onWriter(of: database) {
                    _ = try database.openAgain()
                    try database.write { transaction, tables in
                        try tables.meta.put(.nextID, 1, in: &transaction)
                    }
                }
            }
            tasks.cancelAll()
            for try await reads in tasks { #expect(reads > 0) }
        }
        try await onWriter(of: database) { database.close() }
        #expect(throws: StoreError.self) { try database.read { _, _ in } }
    }

    @Test func `a write commits nothing if a read has found the store unsound meanwhile`() async throws {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        let damage = StoreError.unsound(reason: "A page is gone.")
        await #expect(throws: damage) {
            try await onWriter(of: database) {
                try database.write { transaction, tables in
                    try tables.meta.put(.nextID, 7, in: &transaction)
                    database.refuseWrites(damage)
                }
            }
        }
        #expect(try database.read { transaction, tables in try tables.meta.get(.nextID, in: transaction) } == nil)
        try await onWriter(of: database) { database.close() }
    }

    @Test func `ids that readers saw after a reopening are not given again if their commit is lost`() async throws {
        let folder = try TemporaryFolder()
        let database = try OpenDatabase(in: folder)
        try await onWriter(of: database) {
            // As after a commit whose outcome was unknown, and which is in the page cache alone.
            try database.write { transaction, tables in try tables.meta.put(.nextID, 7, in: &transaction) }
            try database.openAgain()
            try database.write { transaction, tables in try tables.meta.put(.nextID, 1, in: &transaction) }
            #expect(database.ids.next == 7)
            database.close()
        }
    }

    @Test func `a write makes the database open again after opening it had failed`() async throws {
        let folder = try TemporaryFolder()
        let fails = Mutex(false)
        let database = try OpenDatabase(in: folder) {
            if fails.withLock({ $0 }) { throw StoreError.unavailable(reason: "Not yet.") }
        }
        fails.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await onWriter(of: database) { try database.openAgain() } }
        fails.withLock { $0 = false }
        #expect(throws: StoreError.reopening) { try database.read { _, _ in } }
        try await onWriter(of: database) { try database.write { _, _ in } }
        try database.read { _, _ in }
        try await onWriter(of: database) { database.close() }
    }

    /// Runs `body` on the writer's queue, as the database requires for the writer's methods.
    private func onWriter<Result: Sendable>(
        of database: OpenDatabase, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { caller in
            database.queue.async { caller.resume(with: Swift.Result(catching: body)) }
        }
    }
}
