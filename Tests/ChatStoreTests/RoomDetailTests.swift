import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// The topics and aliases of rooms.
struct RoomDetailTests {
    private func receive(_ messages: [VerifiedMessage], _ store: ChatStore) async throws {
        for message in messages {
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: #require(PeerID("peer")))
        }
    }

    /// Returns the topic and the alias of each room.
    private func details(_ store: ChatStore) throws -> [String: String] {
        let rooms = try store.rooms(limit: 100).map { room in
            (name(room.room), "\(room.topic?.description ?? "-"), \(room.alias?.description ?? "-")")
        }
        return Dictionary(uniqueKeysWithValues: rooms)
    }

    private func problems(_ store: ChatStore) throws -> String { "\(try store.check())" }

    private func name(_ room: Room) -> String { room.name?.description ?? "" }

    /// Returns the topic and the alias of each room as the messages alone say.
    private func expected(_ messages: [Message]) -> [String: String] {
        let rooms = Set([""] + messages.map { name($0.fields.room) })
        let details = rooms.map { room in
            let values = [FieldName.topic, .alias].map { field in
                messages.filter { name($0.fields.room) == room && $0.fields[field] != nil }
                    .max { ($0.stamp, $0.digest) < ($1.stamp, $1.digest) }?.fields[field]?.description ?? "-"
            }
            return (room, values.joined(separator: ", "))
        }
        return Dictionary(uniqueKeysWithValues: details)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the newest topic and alias of each room count, whatever the order of arrival was`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let messages = try (0..<12 as Range<UInt64>).map { number in
            var fields = [("text", "\(number)")]
            if Bool.random(using: &generator) { fields.append(("topic", "topic \(number)")) }
            if Bool.random(using: &generator) { fields.append(("alias", "alias \(number)")) }
            return try RelationSample.message(
                fields, room: [nil, "garden"].randomElement(using: &generator)!,
                at: UInt64.random(in: 1...3, using: &generator),
                by: Bool.random(using: &generator) ? Sample.key : Sample.otherKey, nonce: number)
        }
        for _ in 0..<3 {
            try await withStore { store in
                try await receive(messages.shuffled(using: &generator), store)
                #expect(try details(store) == expected(messages.map(\.message)))
            }
        }
    }

    @Test func `a value that can be no topic or alias does not count`() async throws {
        try await withStore { store in
            let erasable = try Field(FieldName("topic"), .erasable(FieldValue("Coffee")))
            let sealed = try Fields([Sample.field("sealed", "x"), Sample.field("topic", "Sealed")], salt: nil)
            try await receive(
                [
                    RelationSample.message([("topic", "Tea"), ("alias", "Parlour")], at: 1),
                    RelationSample.message(
                        [("topic", "two\nlines"), ("alias", String(repeating: "x", count: 65))], at: 2),
                    VerifiedMessage(
                        Fields([Sample.field("user", "jack"), erasable], salt: Sample.salt),
                        at: Stamp(UnixTime(milliseconds: 3000)), signing: Sample.key),
                    VerifiedMessage(sealed, at: Stamp(UnixTime(milliseconds: 4000)), signing: Sample.key),
                ], store)
            #expect(try details(store) == ["": "Tea, Parlour"])
        }
    }

    @Test func `topics of hidden members do not count, and at most a hundred of them are read`() async throws {
        try await withStore { store in
            let theirs = try (0..<120 as Range<UInt64>).map { number in
                try RelationSample.message([("topic", "\(number)")], at: 10 + number, by: Sample.otherKey)
            }
            try await receive([RelationSample.message([("topic", "Tea")], at: 1)] + theirs[..<90], store)
            #expect(try details(store) == ["": "89, -"])
            #expect(try await store.hide(Sample.otherKey.publicKey, .hidden))
            #expect(try details(store) == ["": "Tea, -"])
            try await receive(Array(theirs[90...]), store)
            #expect(try details(store) == ["": "-, -"])
        }
    }

    @Test func `a topic whose record is damaged leaves the one before it`() async throws {
        let messages = try (1...2 as ClosedRange<UInt64>).map {
            try RelationSample.message([("topic", "\($0)")], at: $0)
        }
        let shown = try await reading(details, of: messages) { transaction, tables in
            var record = try #require(try tables.log.get(2, in: transaction))
            record[60] ^= 1
            try tables.log.put(2, record, in: &transaction)
        }
        #expect(shown == ["": "1, -"])
    }

    @Test func `a check finds a topic that the index lacks`() async throws {
        let messages = [try RelationSample.message([("topic", "Tea")], at: 1)]
        let found = try await reading(problems, of: messages) { transaction, tables in
            let bytes = try #require(try tables.log.get(1, in: transaction))
            let entry = try tables.recordFormat.entry(bytes, at: Sample.id(1))
            try tables.roomDetailIndex.remove(entry, in: &transaction)
        }
        #expect(found.contains("missing among the details of its room"))
    }

    @Test func `a store that is built again has the same topics and aliases`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let filled = try ChatStore(StoreOptions(folder: old))
        for (number, room) in [nil, "garden", "garden"].enumerated() {
            let fields = [("topic", "topic \(number)"), ("alias", "alias \(number)")]
            try await receive(
                [RelationSample.message(fields, room: room, at: UInt64(9 - number))], filled)
        }
        let before = try details(filled)
        #expect(before == ["": "topic 0, alias 0", "garden": "topic 1, alias 1"])
        await filled.close()
        let locked = try StoreFolder(path: old, forReading: true)
        _ = try StoreRebuild.build(new, from: locked, time: SystemTime(), buildDate: .testBuildDate)
        locked.unlock()
        let store = try ChatStore(StoreOptions(folder: new))
        #expect(try details(store) == before)
        try expectSound(store)
        await store.close()
    }

    /// Stores messages, changes the closed store, opens it again, and returns what it reads.
    private func reading<Value>(
        _ read: (ChatStore) throws -> Value, of messages: [VerifiedMessage],
        after change: (inout WriteTransaction, Tables) throws -> Void
    ) async throws -> Value {
        let folder = try TemporaryFolder()
        let options = StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20)
        let filled = try ChatStore(options)
        try await receive(messages, filled)
        try expectSound(filled)
        await filled.close()
        let locked = try StoreFolder(path: folder.path)
        let (database, _) = try ChatStore.open(locked, options)
        try database.write(change)
        database.close()
        locked.unlock()
        let store = try ChatStore(options)
        let value = try read(store)
        await store.close()
        return value
    }

    @Test func `a new topic counts after the clock was set back by days, and its deletion does not end it`()
        async throws
    {
        let (now, day): (UInt64, UInt64) = (UnixTime.testBuildDate.milliseconds, 24 * 60 * 60 * 1000)
        let clock = ManualTime(wall: now + 10 * day)
        try await withStore(time: clock) { store in
            let device = try FieldValue("anna")
            func post(_ topic: String) async throws -> Receipt {
                let values = try [(FieldName.user, "jack"), (.topic, topic), (.text, "about \(topic)")].map {
                    ($0.0, try FieldValue($0.1))
                }
                return try await store.post(
                    Draft(values, device: device), postKey: PostKey(utf8: Array(topic.utf8)))
            }
            _ = try await post("Tea")
            clock.set(now)
            let receipt = try await post("Coffee")
            #expect(try details(store) == ["": "Coffee, -"])
            let digest = try #require(receipt.digest)
            _ = try await store.post(Change(.deletion, of: digest, by: .owner, [], device: device), postKey: nil)
            #expect(try store.wholeLog().texts == ["about Tea"])
            #expect(try details(store) == ["": "Coffee, -"])
        }
    }
}
