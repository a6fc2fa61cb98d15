#if os(Linux)
    import ChatClient
    import ChatModel
    import ChatStore
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    @testable import tidings

    /// Nodes on small file systems in memory, and with small maps.
    @Suite(
        .serialized, .timeLimit(.minutes(2)),
        .enabled(if: TemporaryDisk.isAllowed, "Only root may mount a small disk."))
    struct FullDiskTests {
        /// Expects that 200 requests at once, more than LMDB has reader slots, are answered.
        private func expectReaders(of visitor: Visitor) async throws {
            try await withThrowingTaskGroup(of: Visitor.Answer.self) { tasks in
                for _ in 0..<200 { tasks.addTask { try await visitor.get("messages.php?last=3") } }
                for try await answer in tasks {
                    #expect(answer.status == 200)
                    #expect(answer.messageCount == 3)
                }
            }
        }

        @Test func `a node on a full disk refuses posts, loses none when killed, and recovers by itself`() async throws
        {
            let disk = try TemporaryDisk(bytes: 8 << 20)
            let folder = disk.path + "/data"
            let first = try await Program(serving: folder)
            let stored = try await Visitor.visit(try await first.address()) { visitor in
                #expect(try await visitor.post("before").status == 200)
                try disk.fill(leaving: 384 << 10)
                let (stored, refusal) = try await visitor.postUntilRefused(bytes: 6000)
                #expect(refusal?.status == 507)
                #expect(refusal?.body.contains("disk-full") == true, "\(String(describing: refusal))")
                #expect(refusal?.body.contains("Send the message again later") == true)
                #expect(stored.count > 5)
                try await expectReaders(of: visitor)
                return stored
            }
            first.send(SIGKILL)
            _ = await first.exitStatus

            let second = try await Program(serving: folder)
            try await Visitor.visit(try await second.address()) { visitor in
                let log = try await visitor.get("messages.php?last=1000")
                #expect(log.messageCount == stored.count + 1)
                let lost = stored.filter { !log.body.contains($0) }
                #expect(lost.isEmpty)
                let (more, refusal) = try await visitor.postUntilRefused(bytes: 6000)
                #expect(refusal?.status == 507)
                try FileManager.default.removeItem(atPath: disk.path + "/filler")
                #expect(try await visitor.post("after").status == 200)
                let all = try await visitor.get("messages.php?last=1000")
                #expect(all.messageCount == stored.count + more.count + 2)
            }
            await second.terminate()
            let store = try ChatStore(StoreOptions(folder: folder))
            try expectSound(store)
            await store.close()
        }

        @Test func `a node whose disk fills up while it pulls resumes pulling when it has room again`() async throws {
            let folder = try TemporaryFolder()
            let disk = try TemporaryDisk(bytes: 8 << 20)
            let source = try await RunningNode(folder.path)
            let text = String(repeating: "x", count: 8000)
            for number in 0..<200 { try await source.store.post("\(number) \(text)") }
            try disk.fill(leaving: 1 << 20)
            let node = try await RunningNode(disk.path + "/data", peers: [source.address])
            var own = 0
            let error = await #expect(throws: StoreError.self) {
                while own < 10_000 {
                    try await node.store.post("own \(own) \(text)")
                    own += 1
                }
            }
            #expect(error?.code == .diskFull)
            let log = try node.store.wholeLog()
            #expect(log.entries.count < 200 + own)
            #expect(log.texts.count { $0.hasPrefix("own ") } == own)
            try await Visitor.visit(node.address) { try await expectReaders(of: $0) }

            try FileManager.default.removeItem(atPath: disk.path + "/filler")
            try await node.waitForEntries(200 + own)
            #expect(try node.digests.isSuperset(of: source.digests))
            try await node.stop()
            try await source.stop()
        }

        @Test func `below the disk's reserve the messages of peers wait, and posts are stored`() async throws {
            let folder = try TemporaryFolder()
            let disk = try TemporaryDisk(bytes: 8 << 20)
            let source = try await RunningNode(folder.path)
            try await source.store.post("from the peer")
            try disk.fill(leaving: 2 << 20)
            let node = try await Program(
                serving: disk.path + "/data", ["--peer", "\(source.address)", "--disk-reserve", "4MiB"])
            try await Visitor.visit(try await node.address()) { visitor in
                try await eventually("The status does not name the reserve.") {
                    try await visitor.get("status.xml").body.contains("The disk of this node is almost full")
                }
                #expect(try await visitor.post("own").status == 200)
                #expect(try await visitor.get("messages.php?last=10").messageCount == 1)
                try FileManager.default.removeItem(atPath: disk.path + "/filler")
                try await eventually("The message of the peer does not come.") {
                    try await visitor.get("messages.php?last=10").messageCount == 2
                }
            }
            await node.terminate()
            try await source.stop()
        }

        @Test func `below the disk's reserve a node requests nothing, and then stores what it had received`()
            async throws
        {
            let log = try PeerLog("message", ids: 1...20)
            let counts = Mutex((requests: 0, messages: 0))
            let peer = try await BadPeer(
                .answers { request in
                    counts.withLock { counts in
                        counts.requests += 1
                        counts.messages += log.page(request)?.messageCount ?? 0
                    }
                    return log.answer(request)
                })
            let disk = try TemporaryDisk(bytes: 8 << 20)
            try disk.fill(leaving: 2 << 20)
            let node = try await RunningNode(disk.path + "/data", peers: [peer.address], diskReserveBytes: 4 << 20)
            try await eventually("the node cannot store") { node.logCount(of: "are not stored") == 1 }
            let before = counts.withLock { $0.requests }
            #expect(before <= 2)
            // The store is tried again every 250 ms at most, and nothing is requested meanwhile.
            try await Task.sleep(for: .seconds(1))
            #expect(counts.withLock { $0.requests } == before)
            #expect(try node.store.messageCount() == 0)
            try FileManager.default.removeItem(atPath: disk.path + "/filler")
            try await node.waitForEntries(20)
            #expect(try node.digests == log.digests)
            #expect(counts.withLock { $0.messages } == 20)
            try await node.stop()
        }

        @Test func `a node with a full map serves readers, and with a larger map it stores again`() async throws {
            let folder = try TemporaryFolder()
            let source = try await RunningNode(folder.path + "/source")
            let text = String(repeating: "x", count: 8000)
            for number in 0..<200 { try await source.store.post("\(number) \(text)") }
            let arguments = ["--peer", "\(source.address)", "--map-size"]

            let small = try await Program(serving: folder.path + "/data", arguments + ["1MiB"])
            let stored = try await Visitor.visit(try await small.address()) { visitor in
                let (stored, refusal) = try await visitor.postUntilRefused(bytes: 6000)
                #expect(refusal?.status == 507)
                #expect(refusal?.body.contains("store-full") == true, "\(String(describing: refusal))")
                #expect(refusal?.body.contains("Ask the node's owner") == true)
                #expect(stored.count > 5)
                try await expectReaders(of: visitor)
                return stored
            }
            await small.terminate()
            let lines = await small.errors.split(separator: "\n")
            #expect(lines.count { $0.contains("warning") && $0.contains("The node cannot store messages") } == 1)
            #expect(!lines.contains { $0.contains("A request failed") })

            let large = try await Program(serving: folder.path + "/data", arguments + ["64MiB"])
            try await Visitor.visit(try await large.address()) { visitor in
                #expect(try await visitor.post("after").status == 200)
                var read = 0
                while read < 200 + stored.count + 1 {
                    read += try await visitor.get("messages.php?past=\(read)&limit=1000&wait=10").messageCount
                }
            }
            await large.terminate()
            let store = try ChatStore(StoreOptions(folder: folder.path + "/data"))
            let lost = try Set(stored).subtracting(store.wholeLog().texts)
            #expect(lost.isEmpty)
            try expectSound(store)
            await store.close()
            try await source.stop()
        }
    }
#endif
