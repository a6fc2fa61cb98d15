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
            let ids = try await withThrowingTaskGroup { tasks in
                for _ in 0..<100 { tasks.addTask { try await store.post("twin", key: "twin") } }
                var ids: Set<LogID> = []
                for try await id in tasks { ids.insert(id) }
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

    @Test(arguments: [(31, 100_000), (29, 100_001 + 2)])
    func `a post key is forgotten after 30 days, the oldest first, and the last 100,000 are kept`(
        ageDays: UInt64, left: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let (database, commits) = try ChatStore.open(
            StoreFolder(path: folder.path), StoreOptions(folder: folder.path, mapSizeBytes: 256 << 20))
        let age = ageDays * 24 * 60 * 60 * 1000
        let arrival = UnixTime(milliseconds: SystemTime().wall.milliseconds - age)
        try database.write { transaction, tables in
            for id: UInt64 in 1...100_001 {
                let nonce = [0, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
                try tables.postKeys.add(Nonce(bytes: nonce), id: id, in: &transaction)
                // Only the oldest ones are looked at.
                guard id <= 5 else { continue }
                let message = try VerifiedMessage(
                    Fields(text: "\(id)"), at: Stamp(arrival), nonce: Nonce(bytes: nonce), signing: SigningKey())
                let entry = LogEntry(
                    position: LogPosition(id: LogID(key: id), mark: .zero), arrival: arrival,
                    body: .message(message.message), isErased: false)
                try tables.log.append(UInt32(clamping: id), tables.recordFormat.encode(entry), in: &transaction)
            }
            try tables.meta.put(.nextID, 100_002, in: &transaction)
        }
        let writer = Writer(
            database, commits: commits, origin: SigningKey().publicKey, time: SystemTime(), buildDate: .testBuildDate)
        for text in ["new", "newer"] {
            let post = Post(
                content: .message(try Draft(text: text)), nonce: .random(), hasPostKey: true, salt: .random(),
                signingKey: SigningKey())
            _ = try await writer.write(.post) { try $1.post(post, in: &$0) }
        }
        let (count, byNonce, oldest) = try database.read { transaction, tables in
            let postKeys = tables.postKeys
            return (
                try postKeys.count(in: transaction), try postKeys.byNonce.count(in: transaction),
                try postKeys.oldest(in: transaction)
            )
        }
        #expect(count == left)
        #expect(byNonce == left)
        #expect(oldest == UInt64(100_004 - left))
        await writer.close()
    }

    // MARK: Comparing

    @Test func `a repeated post is recognised after its values were erased, by its kept fields and lengths`()
        async throws
    {
        try await withStore { store in
            let id = try await store.post("secret", room: "kitchen", key: "k")
            #expect(try await store.erase(#require(store.wholeLog().digests.first)))
            #expect(try await store.post("secret", room: "kitchen", key: "k") == id)
            for (text, room) in [("secret", "garden"), ("secrets", "kitchen")] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.post(text, room: room, key: "k")
                }
                #expect(error?.code == .postKeyReused)
            }
            #expect(try store.wholeLog().entries.count == 1)
        }
    }

    @Test func `a repeated post of a damaged message is recognised`() async throws {
        let folder = try TemporaryFolder()
        var store = try ChatStore(StoreOptions(folder: folder.path))
        let id = try await store.post("x", key: "k")
        await store.close()
        let storeFolder = try StoreFolder(path: folder.path)
        let (database, _) = try ChatStore.open(storeFolder, StoreOptions(folder: folder.path))
        try database.write { transaction, tables in
            var record = try #require(try tables.log.get(id.key, in: transaction))
            record[100] ^= 1
            try tables.log.put(id.key, record, in: &transaction)
        }
        database.close()
        storeFolder.unlock()
        store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try await store.post("x", key: "k") == id)
        await store.close()
    }

    // MARK: Own messages from peers

    private static let day: UInt64 = 24 * 60 * 60 * 1000

    /// Returns the message that another store with the same node key stored for a post.
    private func message(
        _ text: String, key: String, of store: ChatStore, room: String? = nil, ageDays: UInt64 = 0
    ) throws -> VerifiedMessage {
        let time = UnixTime(milliseconds: SystemTime().wall.milliseconds - ageDays * Self.day)
        return try VerifiedMessage(
            Fields(text: text, room: room), at: Stamp(time), nonce: NonceKey(of: store.key).nonce(for: Array(key.utf8)),
            signing: store.key)
    }

    private func apply(_ messages: [VerifiedMessage], to store: ChatStore) async throws {
        let page = JudgedPage(verdicts: messages.map { .good($0) })
        _ = try await store.apply(page, from: #require(PeerID("peer")))
    }

    @Test func `a store that lost a message recognises its repeated post when a peer has sent the message back`()
        async throws
    {
        try await withStore { store in
            try await apply([message("hello", key: "k", of: store)], to: store)
            // An own message that comes back makes the next id jump.
            #expect(try await store.post("hello", key: "k").rawValue == 1_048_577)
            let error = await #expect(throws: StoreError.self) { try await store.post("bye", key: "k") }
            #expect(error?.code == .postKeyReused)
            #expect(try store.messageCount() == 1)
        }
    }

    @Test(arguments: [(29, 1), (31, 2)])
    func `own messages from peers count as posted for 30 days after their stamps`(ageDays: UInt64, count: Int)
        async throws
    {
        try await withStore { store in
            try await apply([message("hello", key: "k", of: store, ageDays: ageDays)], to: store)
            try await store.post("hello", key: "k")
            #expect(try store.messageCount() == count)
        }
    }

    @Test func `a message of another node with the nonce of a post is no own message`() async throws {
        try await withStore { store in
            let own = try message("hello", key: "k", of: store).message
            let other = try VerifiedMessage(own.fields, at: own.stamp, nonce: own.nonce, signing: SigningKey())
            try await apply([other], to: store)
            #expect(try await store.post("hello", key: "k").rawValue == 2)
        }
    }

    @Test func `the post key follows a message that gets its values, to its new id`() async throws {
        try await withStore { store in
            let message = try message("hello", key: "k", of: store)
            let erased = try VerifiedMessage(verifying: message.message.withoutErasableValues)
            try await apply([erased], to: store)
            // An own message that comes back makes the next id jump.
            #expect(try await store.post("hello", key: "k").rawValue == 1_048_577)
            try await apply([message], to: store)
            #expect(try await store.post("hello", key: "k").rawValue == 1_048_578)
            let error = await #expect(throws: StoreError.self) { try await store.post("jello", key: "k") }
            #expect(error?.code == .postKeyReused)
            #expect(try store.messageCount() == 1)
        }
    }

    @Test func `a message that comes back after its repeated post was stored changes nothing for the post key`()
        async throws
    {
        try await withStore { store in
            let first = try message("hello", key: "k", of: store, ageDays: 1)
            #expect(try await store.post("hello", key: "k").rawValue == 1)
            try await apply([first], to: store)
            #expect(try await store.post("hello", key: "k").rawValue == 1)
            #expect(try store.messageCount() == 2)
        }
    }

    @Test func `the nonces of posts with equal post keys differ between nodes`() throws {
        let (one, two) = (NonceKey(of: SigningKey()), NonceKey(of: SigningKey()))
        #expect(one.nonce(for: [1]) != two.nonce(for: [1]))
        #expect(one.nonce(for: [1]) == one.nonce(for: [1]))
        #expect(one.nonce(for: [1]) != one.nonce(for: [2]))
    }
}
