import ChatModel
import ChatStore
import TestSupport
import Testing

struct RoomListTests {
    private func names(_ rooms: [RoomSummary]) -> [String] { rooms.map { $0.room.name?.description ?? "" } }

    @Test func `the list has each room with its last id, newest first`() async throws {
        try await withStore { store in
            for room in ["a", "ab", nil, "b", "e\u{301}", "\u{e9}", "a"] { try await store.post("x", room: room) }
            let rooms = try store.rooms(limit: 100)
            #expect(rooms.map(\.last.rawValue) == [7, 6, 5, 4, 3, 2])
            #expect(
                rooms.map { $0.room.name?.utf8 ?? [] }
                    == ["a", "\u{e9}", "e\u{301}", "b", "", "ab"].map { Array($0.utf8) })
        }
    }

    @Test
    func `the list always includes the main room, also if it is empty or older than the other rooms`() async throws {
        try await withStore { store in
            #expect(try store.rooms(limit: 10) == [RoomSummary(room: .main, last: .zero)])
            try await store.post("x", room: "kitchen")
            #expect(names(try store.rooms(limit: 10)) == ["kitchen", ""])
            #expect(try store.rooms(limit: 10).last?.last == .zero)
            let id = try await store.post("x")
            for room in ["a", "b", "c"] { try await store.post("x", room: room) }
            #expect(names(try store.rooms(limit: 3)) == ["c", "b", ""])
            #expect(try store.rooms(limit: 3).last?.last == id)
            #expect(names(try store.rooms(limit: 1)) == [""])
        }
    }

    @Test func `a room with a short name is listed among ten thousand rooms with long names`() async throws {
        try await withStore { store in
            let key = SigningKey()
            let messages = try (1...10_005).map { number in
                let fields = try Fields(text: "x", room: String(repeating: "l", count: 50) + "\(100_000 + number)")
                return JudgedPage.Verdict.good(try VerifiedMessage(fields, at: .zero, signing: key))
            }
            for room in [nil, "kitchen", "den"] { try await store.post("x", room: room) }
            _ = try await store.apply(JudgedPage(verdicts: messages), from: #require(PeerID("peer")))
            try await store.post("x", room: "kitchen")
            #expect(try store.rooms(limit: .max).count == 10_005 + 3)
            let newest = try store.rooms(limit: 500)
            #expect(newest.count == 500)
            #expect(newest.first?.room == (try Room(utf8: Array("kitchen".utf8))))
            #expect(newest.last == RoomSummary(room: .main, last: LogID.zero.advanced(by: 1)))
            try expectSound(store)
        }
    }

    @Test func `two thousand new rooms do not push the rooms in use out of the list`() async throws {
        try await withStore { store in
            let used = try (0..<240).map { try Room(utf8: Array("used \($0)".utf8)) }
            for number in 0..<240 { try await store.post("x", room: "used \(number)") }
            let key = SigningKey()
            let messages = try (0..<2000).map { number in
                let fields = try Fields(text: "x", room: "flood \(number)")
                return JudgedPage.Verdict.good(try VerifiedMessage(fields, at: .zero, signing: key))
            }
            _ = try await store.apply(JudgedPage(verdicts: messages), from: #require(PeerID("peer")))
            try await store.post("x", room: "a room after the flood")
            let list = try store.rooms(limit: 500)
            #expect(list.count <= 500)
            #expect(Set(list.map(\.room)).isSuperset(of: used))
            #expect(Set(list.map(\.room)).count == list.count)
            #expect(names(list).first == "a room after the flood")
            #expect(list.last?.room == .main)
            #expect(list.dropLast().map(\.last) == list.dropLast().map(\.last).sorted(by: >))
            try expectSound(store)
        }
    }
}
