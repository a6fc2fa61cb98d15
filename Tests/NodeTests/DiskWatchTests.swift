#if os(Linux)
    import ChatModel
    import ChatStore
    import Foundation
    import Logging
    import TestSupport
    import Testing

    @testable import tidings

    /// The warning about a disk that fills.
    @Suite(.enabled(if: TemporaryDisk.isAllowed, "Only root may mount a small disk."))
    struct DiskWatchTests {
        @Test func `a disk that fills is named days before, and its reserve is no free space`() async throws {
            let disk = try TemporaryDisk(bytes: 64 << 20)
            let time = ManualTime()
            var options = StoreOptions(folder: disk.path + "/data", mapSizeBytes: 1 << 20, time: time)
            options.diskReserveBytes = 8 << 20
            let store = try ChatStore(options)
            let watch = DiskWatch(store: store, time: time, logger: Logger(label: "test"))
            #expect(watch.check() == nil)
            for hour in 1...12 {
                time.advance(by: .seconds(60 * 60))
                time.set(UnixTime.testBuildDate.milliseconds + UInt64(hour) * 3_600_000)
                try Data(count: 1 << 20).write(to: URL(filePath: "\(disk.path)/\(hour)"))
                #expect((watch.check() == nil) == (hour < 6))
            }
            let full = try #require(try store.figures().expectedFull)
            let hours = Double(full - time.wall) / 3_600_000
            // About 64 MiB without the reserve, the store and twelve files, at 1 MiB an hour.
            #expect((40..<44).contains(hours), "\(hours)")
            #expect(watch.check()?.contains("messages of others wait from \(full) UTC on") == true)
            await store.close()
        }
    }
#endif
