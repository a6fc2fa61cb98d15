import ChatModel
import ChatStore
import Foundation
import LMDB
import TestSupport
import Testing

struct DamageTests {
    private let texts = ["first", "the second, which will be damaged", "last"]

    /// Runs `body` with a store of three messages. The second record has one changed bit in the byte at `offset`; a negative
    /// offset counts from the end of the record.
    private func withChangedBit(
        at offset: Int, _ body: (ChatStore, _ marks: [LogPosition]) throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text) }
        let log = try store.wholeLog()
        await store.close()

        var file = try StoreFile(folder.path)
        for record in file.records(of: log.messages[1]) {
            file.bytes[(offset < 0 ? record.upperBound : record.lowerBound) + offset] ^= 1
        }
        try file.save()

        let damaged = try ChatStore(StoreOptions(folder: folder.path))
        try body(damaged, log.entries.map(\.position))
        await damaged.close()
    }

    @Test(arguments: [
        ("kind", 0), ("commit time", 3), ("digest", 23), ("signature", 55), ("origin", 119), ("user", -9),
        ("checksum", -1),
    ])
    func `a read skips and names a message with one changed bit, and returns the others`(part: String, offset: Int)
        async throws
    {
        try await withChangedBit(at: offset) { store, _ in
            let slice = try store.wholeLog()
            #expect(slice.texts == ["first", "last"])
            #expect(slice.damaged.map(\.rawValue) == [2])
            let room = try store.read(LogQuery(room: .main, range: .newest, limit: 3))
            #expect(room.texts == ["first", "last"])
            #expect(room.damaged.map(\.rawValue) == [2])
            #expect(try store.check().map(\.messageID) == [2])
        }
    }

    @Test
    func `a check finds a changed mark, and a peer with the right mark falls back to the position before`() async throws
    {
        try await withChangedBit(at: 9) { store, positions in
            #expect(try store.wholeLog().texts == ["first", "last"])
            #expect(try store.check().map(\.messageID) == [2])
            let query = LogQuery(room: nil, range: .from(.after(positions[1].id, mark: positions[1].mark)), limit: 10)
            #expect(throws: StoreError.self) { try store.read(query) }
            let cursor = try #require(Cursor(restoring: [positions[1], positions[0]]))
            let slice = try store.read(LogQuery(room: nil, range: .from(.newestCommon(cursor)), limit: 10))
            #expect(slice.texts == ["last"])
            #expect(slice.damaged.map(\.rawValue) == [2])
        }
    }

    /// Changes the tables of a closed store.
    private func write(in folder: String, _ body: (inout WriteTransaction) throws -> Void) throws {
        try Environment(folder: folder, options: .init(mapSize: 16 << 20)).write(body)
    }

    @Test(arguments: ["checksum-seed", "checksum-seed-proof"])
    func `a store whose seed of the checksums is damaged is unsound`(name: String) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text) }
        await store.close()
        try write(in: folder.path) { transaction in
            let meta = try Table<[UInt8], UInt64>(Environment.mainTable, in: transaction)
            let number = try #require(try meta.get(Array(name.utf8), in: transaction))
            try meta.put(Array(name.utf8), number ^ 1, in: &transaction)
        }
        let expected = StoreError.unsound(reason: "The seed of the checksums is missing or damaged.")
        #expect(throws: expected) { try CheckReport(checking: folder.path) }
        #expect(throws: expected) { try ChatStore(StoreOptions(folder: folder.path)) }
    }

    @Test func `a record is not read under the id of another one`() async throws {
        let folder = try TemporaryFolder()
        var store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text) }
        await store.close()
        try write(in: folder.path) { transaction in
            let log = try Table<UInt32, [UInt8]>("log", in: transaction)
            try log.put(2, #require(try log.get(3, in: transaction)), in: &transaction)
        }
        store = try ChatStore(StoreOptions(folder: folder.path))
        let slice = try store.wholeLog()
        #expect(slice.texts == ["first", "last"])
        #expect(slice.damaged.map(\.rawValue) == [2])
        await store.close()
    }

    @Test(arguments: [
        // The number of LMDB pages in the entry.
        (8, 1 << 40, "Stored bytes could not be decoded"),
        // The first LMDB page of the entry: beyond the end, used by LMDB itself, or in the list twice.
        (16, 1 << 40, "page 1099511627776 does not exist"), (16, 1, "page 1 does not exist"),
        (16, nil, "in the list twice"),
    ])
    func `a check finds a changed list of free pages`(offset: Int, number: Int?, finding: String) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text) }
        await store.close()
        #expect(try CheckReport(checking: folder.path).isSound)
        var file = try StoreFile(folder.path)
        let entry = try lastFreePages(in: folder.path)
        func words(_ numbers: [Int]) -> [UInt8] {
            numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        }
        let starts = file.offsets(of: words([entry.transaction, entry.pages.count] + entry.pages))
        try #require(!starts.isEmpty)
        for start in starts {
            file.bytes.replaceSubrange(start + offset..<start + offset + 8, with: words([number ?? entry.pages[1]]))
        }
        try file.save()
        let problems = try CheckReport(checking: folder.path).problemsOfStore
        #expect(problems.count == 1)
        #expect(problems.first?.description.contains(finding) == true, "\(problems)")
    }

    private func lastFreePages(in folder: String) throws -> FreePages {
        let environment = try Environment(folder: folder, options: .init(readOnly: true))
        var last: FreePages?
        try environment.read { transaction in try transaction.scanFreePages { last = $0 } }
        return try #require(last)
    }

    @Test func `a check finds a changed display order and reports no damaged message`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text, room: "kitchen") }
        let second = try store.wholeLog().messages[1]
        await store.close()
        var file = try StoreFile(folder.path)
        // The end of the rank: the first bytes of the digest, then the id.
        for start in file.offsets(of: second.digest.bytes.prefix(8) + [0, 0, 0, 2]) {
            file.bytes[start + 7] ^= 1
        }
        try file.save()
        let damaged = try ChatStore(StoreOptions(folder: folder.path))
        let problems = try damaged.check()
        #expect(problems.map(\.description) == ["Message 2 is missing in the display order of its room."])
        #expect(problems.map(\.extent) == [.bookkeeping])
        await damaged.close()
    }

    @Test(arguments: [
        ([3: "den"], ["The list of rooms has 1 entries for 2 rooms."]),
        ([2: "kitchen", 3: "hall"], ["The list of rooms has message 3 as the last of a room, which it is not."]),
        (
            [1: "kitchen", 2: "kitchen", 3: "den"],
            [
                "The list of rooms has message 1 as the last of a room, which it is not.",
                "The list of rooms has 3 entries for 2 rooms.",
            ]
        ),
        (
            [2: "kitchen", 3: String(repeating: "d", count: 65)],
            ["The list of rooms has message 3 as the last of a room, which it is not."]
        ),
    ])
    func `a check finds a changed list of rooms and reports no damaged message`(
        entries: [UInt64: String], sentences: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for room in ["kitchen", "kitchen", "den"] { try await store.post("x", room: room) }
        await store.close()
        try changeListOfRooms(in: folder.path, to: entries)
        let damaged = try ChatStore(StoreOptions(folder: folder.path))
        let problems = try damaged.check()
        #expect(problems.map(\.description) == sentences)
        #expect(problems.allSatisfy { $0.extent == .bookkeeping })
        await damaged.close()
    }

    private func changeListOfRooms(in folder: String, to entries: [UInt64: String]) throws {
        let environment = try Environment(folder: folder)
        try environment.write { transaction in
            let table = try Table<[UInt8], [UInt8]>("sets", in: transaction)
            let prefix: UInt8 = 1
            while let key = try table.first(.before([prefix + 1]), in: transaction)?.key {
                try table.delete(key, in: &transaction)
            }
            for (id, name) in entries {
                let room = [0, UInt8(name.utf8.count)] + Array(name.utf8)
                try table.put([prefix, 0, 0, 0, UInt8(id)] + room, [], in: &transaction)
            }
        }
    }

    @Test func `a check finds a changed room index and reports no damaged message`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text, room: "kitchen") }
        await store.close()
        var file = try StoreFile(folder.path)
        // The ids of the room.
        for start in file.offsets(of: [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]) { file.bytes[start + 11] = 0x83 }
        try file.save()
        let damaged = try ChatStore(StoreOptions(folder: folder.path))
        let problems = try damaged.check()
        let problem = try #require(problems.first { $0.description == "Message 3 is missing in its room." })
        #expect(problem.extent == .bookkeeping)
        await damaged.close()
    }

    @Test func `a check finds a room index whose ids do not ascend`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in texts { try await store.post(text, room: "kitchen") }
        await store.close()
        var file = try StoreFile(folder.path)
        for start in file.offsets(of: [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]) { file.bytes[start + 7] = 0x82 }
        try file.save()
        let damaged = try ChatStore(StoreOptions(folder: folder.path))
        let sentence = "The table rooms cannot be scanned to its end: the keys do not ascend"
        #expect(try damaged.check().contains { $0.extent == .store && $0.description.hasPrefix(sentence) })
        await damaged.close()
    }
}
