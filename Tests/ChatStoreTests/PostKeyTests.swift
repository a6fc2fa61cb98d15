import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

struct PostKeyTests {
    @Test func `a post with the same post key and fields is stored once and gets the same id`() async throws {
        try await withStore { store in
            let draft = try Draft(text: "once")
            let key = try PostKey(utf8: "k1".utf8)
            let first = try await store.post(draft, postKey: key)
            let second = try await store.post(draft, postKey: key)
            #expect(second.id == first.id)
            #expect([first.repeated, second.repeated] == [false, true])
            #expect(try store.messageCount() == 1)
        }
    }

    @Test func `a post with the same post key and other fields is refused and not stored`() async throws {
        try await withStore { store in
            try await store.post("one", key: "k")
            for (text, user, room) in [("two", "jack", nil), ("one", "megan", nil), ("one", "jack", "r")]
                as [(String, String, String?)]
            {
                let error = await #expect(throws: StoreError.self) {
                    try await store.post(text, user: user, room: room, key: "k")
                }
                #expect(error?.code == .postKeyReused)
            }
            #expect(try store.messageCount() == 1)
        }
    }

    @Test func `a post with the same post key is the same message after the node name changed`() async throws {
        try await withStore { store in
            let key = try PostKey(utf8: "k".utf8)
            let first = try await store.post(Draft(text: "x", device: "old name"), postKey: key)
            let second = try await store.post(Draft(text: "x", device: "new name"), postKey: key)
            #expect(second.id == first.id)
        }
    }

    @Test func `a hundred equal posts at the same time are stored once`() async throws {
        try await withStore { store in
            let ids = try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await store.post("twin", key: "twin") } }
                var ids: Set<LogID> = []
                for try await id in group { ids.insert(id) }
                return ids
            }
            #expect(ids.count == 1)
            #expect(try store.messageCount() == 1)
        }
    }

    @Test func `post keys outlive a restart`() async throws {
        let folder = try TemporaryFolder()
        var ids: [LogID] = []
        for _ in 0..<2 {
            let store = try ChatStore(StoreOptions(folder: folder.path))
            ids.append(try await store.post("x", key: "k"))
            try expectSound(store)
            await store.close()
        }
        #expect(ids[0] == ids[1])
    }

    @Test(arguments: ["", "\u{e9}", "tab\t", String(repeating: "k", count: 65)])
    func `a post key other than 1 to 64 printable ASCII characters is refused`(key: String) {
        #expect(throws: Refusal.self) { try PostKey(utf8: key.utf8) }
    }

    @Test(arguments: [(31, false, 100_000), (29, false, 100_001 + 2), (31, true, 100_000), (29, true, 100_001 + 2)])
    func `a post key is forgotten after 30 days, the oldest first, and the last 100,000 are kept`(
        ageDays: UInt64, ranAhead: Bool, left: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let (database, commits) = try ChatStore.open(
            StoreFolder(path: folder.path), StoreOptions(folder: folder.path, mapSizeBytes: 256 << 20))
        let age = ageDays * 24 * 60 * 60 * 1000
        let arrival = UnixTime(milliseconds: SystemTime().wall.milliseconds - age)
        try database.write { transaction, tables in
            for id: UInt64 in 1...100_001 {
                let key = Array("\(id)".utf8)
                let written = ranAhead && id == 1 ? arrival + 100 * age : arrival
                let record = PostKeyRecord(id: id, commitTime: written, fields: Array(repeating: 0, count: 32))
                try tables.postKeys.put(key, record, in: &transaction)
                try tables.postKeysByID.append(id, key, in: &transaction)
            }
            if ranAhead {
                let setback = ClockSetback(time: arrival, before: arrival + 100 * age)
                try tables.clockSetbacks.put(2, setback, in: &transaction)
            }
            try tables.meta.put(.nextID, 100_002, in: &transaction)
        }
        let writer = Writer(database, commits: commits, time: SystemTime(), buildDate: .testBuildDate)
        for key in ["new", "newer"] {
            let post = Post(
                draft: try Draft(text: key), postKey: try PostKey(utf8: key.utf8),
                nonce: .random(), salt: .random(), signingKey: SigningKey())
            _ = try await writer.write(sharingCommit: true) { try $1.post(post, in: &$0) }
        }
        try database.read { transaction, tables in
            #expect(try tables.postKeys.count(in: transaction) == left)
            #expect(try tables.postKeysByID.count(in: transaction) == left)
            let oldest = try tables.postKeysByID.first(in: transaction)
            #expect(oldest?.key == UInt64(100_004 - left))
        }
        await writer.close()
    }
}
