#if os(Linux)
    import ChatModel
    import Foundation
    import Glibc
    import LMDB
    import Synchronization
    import TestSupport
    import Testing

    @testable import ChatStore

    /// Tests with a real MDB_PANIC: LMDB's descriptor for meta pages is replaced by one of a device that is always full.
    @Suite(.timeLimit(.minutes(10)))
    struct PanicTests {
        /// Makes the next commit in a folder fail when LMDB writes the meta page.
        private func breakMetaPages(of folder: String) throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                guard file?.hasSuffix(folder + "/data.mdb") == true, let descriptor = Int32(name) else { continue }
                // LMDB opens the file a second time with O_DSYNC, for meta pages only.
                if flags(of: descriptor) & O_DSYNC != 0 { dup2(full.fileDescriptor, descriptor) }
            }
        }

        private func flags(of descriptor: Int32) -> Int32 {
            let info = (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
            let line = info.split(separator: "\n").first { $0.hasPrefix("flags:") } ?? ""
            return line.split(separator: "\t").last.flatMap { Int32($0, radix: 8) } ?? 0
        }

        @Test
        func `a commit without its last LMDB page has an unknown outcome, and later reads and writes succeed`()
            async throws
        {
            let folder = try TemporaryFolder()
            let store = try ChatStore(StoreOptions(folder: folder.path))
            try await store.post("before")
            for round in 1...3 {
                try breakMetaPages(of: folder.path)
                let error = await #expect(throws: StoreError.self) { try await store.post("unknown", key: "\(round)") }
                #expect(error?.code == .outcomeUnknown)
                try await store.post("unknown", key: "\(round)")
            }
            #expect(try store.wholeLog().texts == ["before", "unknown", "unknown", "unknown"])
            try expectSound(store)
            await store.close()
        }

        @Test func `commits of unknown outcome use up no ids and report no jump`() async throws {
            let folder = try TemporaryFolder()
            var options = StoreOptions(folder: folder.path)
            let jumps = Mutex(0)
            options.onJump = { _ in jumps.withLock { $0 += 1 } }
            let store = try ChatStore(options)
            try await store.post("before")
            for _ in 1...20 {
                try breakMetaPages(of: folder.path)
                await #expect(throws: StoreError.outcomeUnknown) { try await store.post("unknown") }
            }
            #expect(try await store.post("after").rawValue == 2)
            #expect(jumps.withLock { $0 } == 0)
            try expectSound(store)
            await store.close()
            #expect(try NodeFolder(folder.path).idsFiles == ["ids-below-3.lifetime-1"])
        }

        @Test func `a waiter wakes for a message that reached the disk in a commit of unknown outcome`() async throws {
            let folder = try TemporaryFolder()
            let (database, commits) = try ChatStore.open(
                StoreFolder(path: folder.path), StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
            let writer = Writer(
                database, commits: commits, origin: SigningKey().publicKey, time: SystemTime(),
                buildDate: .testBuildDate)
            let kitchen = try Room(utf8: Array("kitchen".utf8))
            async let waiter: Void = commits.next(after: .zero, on: .messages(kitchen))
            while commits.waiterCount == 0 { await Task.yield() }
            // Commits without a signal, as if the meta page had reached the disk although its write failed.
            let message = try VerifiedMessage(Fields(text: "landed", room: "kitchen"), at: .zero, signing: SigningKey())
            try database.write { transaction, tables in
                var appender = try LogAppender(
                    tables, ids: database.ids, origin: SigningKey().publicKey, wallClock: SystemTime().wall,
                    buildDate: .testBuildDate, in: transaction)
                _ = try appender.append(message, in: &transaction)
                try appender.finish(in: &transaction)
            }
            try breakMetaPages(of: folder.path)
            let other = try VerifiedMessage(Fields(text: "other"), at: .zero, signing: SigningKey())
            let error = await #expect(throws: StoreError.self) {
                try await writer.write(.alone) { try $1.append(other, in: &$0) }
            }
            #expect(error?.code == .outcomeUnknown)
            await waiter
            await writer.close()
        }
    }
#endif
