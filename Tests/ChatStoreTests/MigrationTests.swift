import ChatModel
import ChatStore
import LMDB
import TestSupport
import Testing

@Suite("A store of an older version")
struct MigrationTests {
    private typealias Bytes = Table<[UInt8], [UInt8]>

    /// The tables of schema 1.
    private static let tables = [
        "meta", "log", "digests", "rooms", "order", "clock-setbacks", "keys", "keys-by-id", "peers", "quarantine",
    ]

    /// Writes the store in a folder as a program of schema 1 would have.
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

    private func open(_ folder: String, _ clock: SettableClock, newKey: Bool = false) throws -> ChatStore {
        var options = StoreOptions(folder: folder, mapSizeBytes: 64 << 20, newKey: newKey)
        options.wallClock = clock.now
        return try ChatStore(options)
    }

    private func orders(_ store: ChatStore) throws -> [[Digest]] {
        try ["", "kitchen"].map { name in
            let room = try Room(utf8: Array(name.utf8))
            return try store.read(LogQuery(room: room, range: .newestShown, limit: .max, byteLimit: .max)).digests
        }
    }

    @Test("has the order of its rooms made, with what a clock that ran ahead has left behind")
    func roomOrder() async throws {
        let new = try TemporaryFolder()
        let old = try TemporaryFolder()
        let clock = SettableClock(ClockTests.noon + ClockTests.hour)
        let store = try open(new.path, clock)
        for number in 1...700 { try await store.post("\(number)", room: number % 2 == 0 ? "kitchen" : nil) }
        clock.set(ClockTests.noon)
        for number in 701...1300 { try await store.post("\(number)", room: number % 3 == 0 ? "kitchen" : nil) }
        let orders = try orders(store)
        await store.close()
        try copy(new.path, asSchema1: old.path)

        let migrated = try open(old.path, clock, newKey: true)
        #expect(try self.orders(migrated) == orders)
        try expectSound(migrated)
        try await migrated.post("goes on")
        try expectSound(migrated)
        await migrated.close()
        let again = try open(old.path, clock)
        #expect(try self.orders(again)[1] == orders[1])
        await again.close()
    }
}
