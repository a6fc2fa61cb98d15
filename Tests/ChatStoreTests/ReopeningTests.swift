import Foundation
import LMDB
import TestSupport
import Testing

@testable import ChatStore

@Suite("A database that is opened again", .timeLimit(.minutes(1)))
struct ReopeningTests {
    @Test("waits for its readers, serves them before and after, and is never open twice")
    func underReaders() async throws {
        let folder = try TemporaryFolder()
        let storeFolder = try StoreFolder(path: folder.path)
        let database = try OpenDatabase { try storeFolder.openDatabase(mapSizeBytes: 16 << 20) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    var reads = 0
                    while !Task.isCancelled {
                        // Refused for a moment is all that may happen.
                        let count = try? database.read { transaction, tables in try tables.log.count(in: transaction) }
                        reads += count == 0 ? 1 : 0
                        await Task.yield()
                    }
                    return reads
                }
            }
            for _ in 0..<200 {
                try database.openAgain()
                try database.write { transaction, tables in
                    try tables.meta.put(.nextID, 1, in: &transaction)
                }
                await Task.yield()
            }
            group.cancelAll()
            for try await reads in group { #expect(reads > 0) }
        }
        database.close()
        #expect(throws: StoreError.self) { try database.read { _, _ in } }
    }
}
