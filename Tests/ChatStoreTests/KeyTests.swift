import ChatModel
import ChatStore
import TestSupport
import Testing

@Suite("Keys of posts")
struct KeyTests {
    @Test("the same key with the same fields stores one message and gives its id")
    func repeated() async throws {
        try await withStore { store in
            let fields = try Fields(text: "once")
            let key = try IdempotencyKey(utf8: "k1".utf8)
            let first = try await store.post(fields, device: nil, key: key)
            let second = try await store.post(fields, device: nil, key: key)
            #expect(second.id == first.id)
            #expect([first.repeated, second.repeated] == [false, true])
            #expect(try store.messageCount() == 1)
        }
    }

    @Test("the same key with other fields is refused and stores nothing")
    func reused() async throws {
        try await withStore { store in
            try await store.post("one", key: "k")
            for (text, user, room) in [("two", "jack", nil), ("one", "megan", nil), ("one", "jack", "r")]
                as [(String, String, String?)]
            {
                let error = await #expect(throws: StoreError.self) {
                    try await store.post(text, user: user, room: room, key: "k")
                }
                #expect(error?.code == .keyReused)
            }
            #expect(try store.messageCount() == 1)
        }
    }

    @Test("a new name of the node is not another message")
    func device() async throws {
        try await withStore { store in
            let key = try IdempotencyKey(utf8: "k".utf8)
            let first = try await store.post(Fields(text: "x"), device: FieldValue("old name"), key: key)
            let second = try await store.post(Fields(text: "x"), device: FieldValue("new name"), key: key)
            #expect(second.id == first.id)
        }
    }

    @Test("a hundred twins at once store one message")
    func twins() async throws {
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

    @Test("outlive a restart")
    func restart() async throws {
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

    @Test(
        "are 1 to 64 printable ASCII characters",
        arguments: ["", "\u{e9}", "tab\t", String(repeating: "k", count: 65)])
    func refused(key: String) {
        #expect(throws: Refusal.self) { try IdempotencyKey(utf8: key.utf8) }
    }
}
