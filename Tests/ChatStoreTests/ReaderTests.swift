#if os(Linux)
    import Dispatch
    import Foundation
    import LMDB
    import Synchronization
    import TestSupport
    import Testing

    @testable import ChatStore

    @Suite(.timeLimit(.minutes(10)))
    struct ReaderTests {
        @Test(.enabled(if: TemporaryDisk.isAllowed, "Mounting a small disk takes root."))
        func `200 readers at the same time are served on a full disk, although LMDB has fewer slots`() async throws {
            let disk = try TemporaryDisk(bytes: 6 << 20)
            let folder = try StoreFolder(path: disk.path + "/data")
            let (database, _) = try ChatStore.open(folder, StoreOptions(folder: folder.path, mapSizeBytes: 64 << 20))
            try disk.fill(leaving: 0)
            let (inside, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let leave = DispatchSemaphore(value: 0)
            let results = Mutex<[Bool]>([])
            let ended = DispatchSemaphore(value: 0)
            let read = { @Sendable (body: () -> Void) in
                let count = try? database.read { transaction, tables in
                    body()
                    return try tables.log.count(in: transaction)
                }
                results.withLock { $0.append(count == 0) }
                ended.signal()
            }
            for _ in 0..<OpenDatabase.maximumReaders {
                Thread.detachNewThread {
                    read {
                        inside.signal()
                        leave.wait()
                    }
                }
            }
            for _ in 0..<OpenDatabase.maximumReaders { inside.wait() }
            for _ in 0..<100 {
                Thread.detachNewThread {
                    started.signal()
                    read {}
                }
            }
            for _ in 0..<100 { started.wait() }
            for _ in 0..<OpenDatabase.maximumReaders { leave.signal() }
            for _ in 0..<OpenDatabase.maximumReaders + 100 { ended.wait() }
            let all = results.withLock { $0 }
            #expect(all == Array(repeating: true, count: OpenDatabase.maximumReaders + 100))
            database.close()
        }
    }
#endif
