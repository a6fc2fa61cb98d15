import ChatModel
import ChatStore
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

struct MigrationTests {
    private typealias Bytes = Table<[UInt8], [UInt8]>

    /// The tables of schema 1.
    private static let tables = [
        "meta", "log", "digests", "rooms", "order", "clock-setbacks", "keys", "keys-by-id", "peers", "quarantine",
    ]

    /// Copies a store without the tables that schema 2 added.
    private func copy(_ folder: String, asSchema1 old: String) throws {
        let source = try Environment(folder: folder, options: .init(readOnly: true))
        let target = try Environment(folder: old, options: .init(mapSize: 64 << 20))
        for name in Self.tables {
            var entries: [Bytes.Entry] = []
            let table = try Bytes(existing: name, of: source)
            try source.read { transaction in
                try table.scan(in: transaction) { key, value in
                    entries.append((key, value))
                    return .next
                }
            }
            try target.write { transaction in
                let table = try Bytes(name, in: &transaction)
                for entry in entries { try table.put(entry.key, entry.value, in: &transaction) }
                guard name == "meta" else { return }
                try table.put(Array("schema".utf8), [0, 0, 0, 0, 0, 0, 0, 1], in: &transaction)
            }
        }
    }

    private func open(
        _ folder: String, _ clock: ManualTime, newKey: Bool = false,
        announce: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> ChatStore {
        var options = StoreOptions(folder: folder, mapSizeBytes: 64 << 20, newKey: newKey)
        options.time = clock
        options.announce = announce
        return try ChatStore(options)
    }

    private func orders(_ store: ChatStore) throws -> [[Digest]] {
        try ["", "kitchen"].map { name in
            let room = try Room(utf8: Array(name.utf8))
            return try store.read(LogQuery(room: room, range: .newestShown, limit: .max, byteLimit: .max)).digests
        }
    }

    @Test func `a migration builds the list of rooms and the display order, also after a clock setback`() async throws {
        let new = try TemporaryFolder()
        let old = try TemporaryFolder()
        let clock = ManualTime(wall: ClockTests.noon + ClockTests.hour)
        let store = try open(new.path, clock)
        for number in 1...700 { try await store.post("\(number)", room: number % 2 == 0 ? "kitchen" : nil) }
        clock.set(ClockTests.noon)
        for number in 701...1300 { try await store.post("\(number)", room: number % 3 == 0 ? "kitchen" : nil) }
        for room in ["den", "attic", "den"] { try await store.post("x", room: room) }
        let orders = try orders(store)
        let rooms = try store.rooms(limit: 10)
        #expect(rooms.map(\.last.rawValue) == [1303, 1302, 1300, 1299])
        await store.close()
        try copy(new.path, asSchema1: old.path)

        let migrated = try open(old.path, clock, newKey: true)
        #expect(try self.orders(migrated) == orders)
        #expect(try migrated.rooms(limit: 10) == rooms)
        try expectSound(migrated)
        try await migrated.post("goes on")
        try expectSound(migrated)
        await migrated.close()
        let again = try open(old.path, clock)
        #expect(try self.orders(again)[1] == orders[1])
        await again.close()
    }

    @Test
    func `a check refuses a store of schema 1, and a damaged message is the only problem after the migration`()
        async throws
    {
        let new = try TemporaryFolder()
        let old = try TemporaryFolder()
        let clock = ManualTime(wall: ClockTests.noon)
        let store = try open(new.path, clock)
        for text in ["first", "the second", "last"] { try await store.post(text, room: "kitchen") }
        await store.close()
        try copy(new.path, asSchema1: old.path)
        let refusal = #expect(throws: StoreError.self) { try CheckReport(checking: old.path) {} }
        #expect(refusal == .schemaUnknown(folder: old.path, schema: 1, supported: 2))
        var file = try StoreFile(old.path)
        for place in file.places(of: Array("the second".utf8)) { file.bytes[place] ^= 1 }
        try file.save()

        let migrated = try open(old.path, clock, newKey: true)
        #expect(try migrated.check().map(\.messageID) == [2])
        await migrated.close()
    }

    @Test func `a migration is announced once`() async throws {
        let new = try TemporaryFolder()
        let old = try TemporaryFolder()
        let clock = ManualTime(wall: ClockTests.noon)
        try await open(new.path, clock).close()
        try copy(new.path, asSchema1: old.path)
        let sentences = Mutex<[String]>([])
        for _ in 1...2 {
            let store = try open(old.path, clock, newKey: true) { sentence in sentences.withLock { $0.append(sentence) }
            }
            await store.close()
        }
        let said = sentences.withLock { $0 }
        #expect(said.count == 1)
        #expect(said.first?.contains("from schema 1 to 2") == true)
        #expect(said.first?.contains(old.path) == true)
    }
}
