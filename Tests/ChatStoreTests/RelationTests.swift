import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// Edits, deletions and reactions in the store.
struct RelationTests {
    private static let peer = PeerID("peer")!

    private func receive(_ messages: [VerifiedMessage], _ store: ChatStore) async throws {
        for message in messages {
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: Self.peer)
        }
    }

    private func shown(_ store: ChatStore, room: Room = .main) throws -> LogSlice {
        try folded(store, .newestShown, room: room)
    }

    private func folded(
        _ store: ChatStore, after id: LogID = .zero, room: Room? = nil, limit: Int = 100
    ) throws -> LogSlice {
        try folded(store, .from(.after(id, mark: nil)), room: room, limit: limit)
    }

    private func folded(
        _ store: ChatStore, _ range: LogQuery.Range, room: Room?, limit: Int = 100, byteLimit: Int = Limits.pageBytes
    ) throws -> LogSlice {
        var query = LogQuery(.messages, room: room, range: range, limit: limit, byteLimit: byteLimit)
        query.folds = true
        return try store.read(query)
    }

    /// What a reader sees of each message.
    private func summaries(_ slice: LogSlice) -> [String] {
        slice.records.map { record in
            guard case .message(let message)? = try? LogEntry(record).body else { return "?" }
            let shown = record.projection
            let text = try? shown?.edit?.unpacked().fields[.text] ?? message.fields[.text]
            let reactions = (shown?.reactions ?? []).map { "\($0.emoji)\($0.authors.count)" }.joined()
            return "\(text?.description ?? "-")\(shown?.isDeleted == true ? " deleted" : "") \(reactions)"
        }
    }

    private func change(
        _ kind: Change.Kind, _ digest: Digest?, proof: String? = nil, isOwner: Bool = false,
        _ values: [(FieldName, String)] = []
    ) throws -> Change {
        try Change(
            kind, of: #require(digest), by: isOwner ? .owner : .postKey(proof.map { try PostKey(utf8: $0.utf8) }),
            values.map { ($0.0, try FieldValue($0.1)) }, device: FieldValue("anna"))
    }

    private func digest(_ id: LogID, _ store: ChatStore) throws -> Digest {
        try #require(store.wholeLog().entries.first { $0.id == id }?.digest)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `nodes show the same and have erased the same, whatever the order of arrival was`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let (target, relations) = try RelationSample.Random().messages(6, using: &generator)
        var first: [String]?
        for _ in 0..<4 {
            let order = ([target] + relations).shuffled(using: &generator)
            try await withStore { store in
                try await receive(order, store)
                let log = try store.wholeLog()
                let texts = log.messages.filter { $0.fields.hasText }.map { "\($0.digest)" }.sorted()
                let seen =
                    try summaries(shown(store)) + summaries(shown(store, room: Room(utf8: Array("garden".utf8))))
                    + summaries(folded(store)).sorted() + texts
                #expect(seen == first ?? seen)
                first = seen
                // What comes again brings nothing back.
                try await receive(order, store)
                #expect(try store.wholeLog().messages.filter { $0.fields.hasText }.count == texts.count)
                #expect(try store.wanted() == [])
            }
        }
    }

    @Test func `who has the post key or owns the node edits and deletes a message, and nobody else`() async throws {
        try await withStore { store in
            let id = try await store.post("one", room: "garden", key: "the key")
            let target = try digest(id, store)
            let refused: [(Change, StoreError)] = [
                (try change(.edit, target, [(.text, "x")]), .notAuthor),
                (try change(.edit, target, proof: "another", [(.text, "x")]), .notAuthor),
                (try change(.deletion, target), .notAuthor),
                (try change(.deletion, Sample.digest(1), isOwner: true), .targetUnknown),
            ]
            for (change, error) in refused {
                await #expect(throws: error) { try await store.post(change, postKey: nil) }
            }
            let key = try PostKey(utf8: "of the edit".utf8)
            let edit = try change(.edit, target, proof: "the key", [(.text, "two")])
            let receipt = try await store.post(edit, postKey: key)
            #expect(try await store.post(edit, postKey: key).repeated)
            let other = try change(.edit, target, proof: "the key", [(.text, "three")])
            await #expect(throws: StoreError.postKeyReused) { try await store.post(other, postKey: key) }
            let garden = try Room(utf8: Array("garden".utf8))
            #expect(try summaries(shown(store, room: garden)) == ["two "])
            // The room and the user are those of the target.
            let message = try #require(store.wholeLog().messages.last)
            #expect(message.fields.room == garden && message.fields[.user]?.description == "jack")
            // An edit is no target, not even of its author.
            await #expect(throws: StoreError.targetUnfit) {
                try await store.post(change(.edit, receipt.digest, isOwner: true, [(.text, "x")]), postKey: nil)
            }
            _ = try await store.post(change(.deletion, target, isOwner: true), postKey: nil)
            #expect(try summaries(shown(store, room: garden)) == ["- deleted "])
            #expect(try store.wholeLog().texts == [])
            await #expect(throws: StoreError.targetUnfit) {
                try await store.post(change(.edit, target, isOwner: true, [(.text, "x")]), postKey: nil)
            }
            let reaction = try change(.reaction, target, [(.user, "megan"), (.react, "👍")])
            await #expect(throws: StoreError.targetUnfit) { try await store.post(reaction, postKey: nil) }
        }
    }

    @Test func `an edit and a withdrawal count after the clock was set back by days`() async throws {
        let (now, day): (UInt64, UInt64) = (UnixTime.testBuildDate.milliseconds, 24 * 60 * 60 * 1000)
        let clock = ManualTime(wall: now + 10 * day)
        try await withStore(time: clock) { store in
            let target = try digest(await store.post("one"), store)
            _ = try await store.post(change(.edit, target, isOwner: true, [(.text, "two")]), postKey: nil)
            let reaction = try await store.post(
                change(.reaction, target, [(.user, "megan"), (.react, "👍")]), postKey: nil)
            clock.set(now)
            _ = try await store.post(change(.edit, target, isOwner: true, [(.text, "three")]), postKey: nil)
            #expect(try summaries(shown(store)) == ["three 👍1"])
            _ = try await store.post(change(.deletion, reaction.digest, isOwner: true), postKey: nil)
            #expect(try summaries(shown(store)) == ["three "])
        }
    }

    @Test func `a message of another node can be reacted to, and neither edited nor deleted`() async throws {
        try await withStore { store in
            let theirs = try RelationSample.message([("text", "theirs")], at: 1, by: Sample.otherKey)
            try await receive([theirs], store)
            for kind in [Change.Kind.edit, .deletion] {
                let values: [(FieldName, String)] = kind == .edit ? [(.text, "x")] : []
                await #expect(throws: StoreError.notAuthor) {
                    try await store.post(change(kind, theirs.message.digest, isOwner: true, values), postKey: nil)
                }
            }
            let reaction = try await store.post(
                change(.reaction, theirs.message.digest, [(.user, "megan"), (.react, "👍")]),
                postKey: PostKey(utf8: "of the reaction".utf8))
            #expect(try summaries(shown(store)) == ["theirs 👍1"])
            // Its deletion names the target again, and withdraws all equal ones.
            _ = try await store.post(change(.deletion, reaction.digest, proof: "of the reaction"), postKey: nil)
            #expect(try summaries(shown(store)) == ["theirs "])
            #expect(try Relation(#require(store.wholeLog().messages.last))?.target == theirs.message.digest)
        }
    }

    @Test func `relations are neither in pages in display order nor the last message of a room`() async throws {
        try await withStore { store in
            let id = try await store.post("one", key: "the key")
            let before = (try store.rooms(limit: 10), try store.largestDisplayStamp())
            let target = try digest(id, store)
            _ = try await store.post(change(.reaction, target, [(.user, "megan"), (.react, "👍")]), postKey: nil)
            _ = try await store.post(change(.edit, target, isOwner: true, [(.text, "two")]), postKey: nil)
            #expect(try store.rooms(limit: 10) == before.0)
            #expect(try shown(store).records.map(\.id) == [id])
            // The view of the article lists the edit as a message of its own, and not the reaction.
            let article = try store.read(LogQuery(.texts, room: .main, range: .from(.beginning), limit: 10))
            #expect(article.texts == ["one", "two"])
            let chat = try store.read(LogQuery(.messages, room: .main, range: .from(.beginning), limit: 10))
            #expect(chat.records.count == 3)
        }
    }

    @Test func `a folded range has each target once, as it is now, and the position behind what it has read`()
        async throws
    {
        try await withStore { store in
            let one = try await store.post("one")
            let two = try await store.post("two")
            let target = try digest(one, store)
            _ = try await store.post(change(.edit, target, isOwner: true, [(.text, "one more")]), postKey: nil)
            let orphan = try RelationSample.message([("re", "\(Sample.digest(1))"), ("react", "👍")], at: 1)
            try await receive([orphan], store)
            let all = try folded(store)
            #expect(all.records.map(\.id) == [two, one] && all.records.map(\.changed) == [two, Sample.id(3)])
            #expect(summaries(all) == ["two ", "one more "])
            let part = try folded(store, limit: 1)
            #expect(summaries(part) == ["one more "] && part.next.id == one)
            #expect(try folded(store, after: two).records.map(\.id) == [one])
            // Nobody sees the relation to a message that is not there.
            let unseen = try folded(store, after: Sample.id(3))
            #expect(unseen.records.isEmpty && unseen.hasOnlyUnseen && unseen.next.id == Sample.id(4))
            #expect(try folded(store, room: Room(utf8: Array("garden".utf8))).records.isEmpty)
        }
    }

    @Test func `a relation that came before its target is read with the target, and a later deletion costs little`()
        async throws
    {
        try await withStore { store in
            let target = try RelationSample.message([("text", "one")], at: 1)
            let digest = "\(target.message.digest)"
            let reaction = try RelationSample.message([("re", digest), ("react", "👍")], at: 2)
            try await receive([reaction, RelationSample.message([("text", "two")], at: 2), target], store)
            #expect(try folded(store, limit: 2).records.map(\.id) == [Sample.id(2)])
            #expect(try summaries(folded(store, after: Sample.id(2))) == ["one 👍1"])
            // The last message before the target in the order of ids is no reaction.
            #expect(try folded(store, .before(Sample.id(2)), room: .main).records.isEmpty)
            let deletions = try (3...4 as ClosedRange<UInt64>).map {
                try RelationSample.message([("deletes", digest)], at: $0)
            }
            try await receive(deletions, store)
            #expect(try summaries(shown(store)) == ["- deleted ", "two "])
        }
    }

    @Test func `a deletion counts beside many of other users, whether the target came before or after them`()
        async throws
    {
        let target = try RelationSample.message([("text", "one")], at: 1)
        let edit = try RelationSample.message([("edits", "\(target.message.digest)"), ("text", "two")], at: 2)
        var deletions = try (0..<120 as Range<UInt64>).map { number in
            try RelationSample.message(
                [("deletes", "\(target.message.digest)")], user: "user \(number)", at: 2 + number, nonce: number)
        }
        deletions.append(try RelationSample.message([("deletes", "\(target.message.digest)")], at: 1000))
        for order in [[target, edit] + deletions, deletions + [edit, target], [edit] + deletions + [target]] {
            try await withStore { store in
                try await receive(order, store)
                #expect(try summaries(shown(store)) == ["- deleted "])
                #expect(try store.wholeLog().texts == [])
            }
        }
    }

    @Test
    func `of one origin at most a hundred reactions count, whatever their ids are, and a page of many ends early`()
        async throws
    {
        try await withStore { store in
            var messages: [VerifiedMessage] = []
            let target = try RelationSample.message([("text", "one")], at: 1)
            // Four have one stamp, and the hundredth is among them.
            for number in 0..<150 as Range<UInt64> {
                let fields = [("re", "\(target.message.digest)"), ("react", "👍")]
                let second = (99..<103).contains(number) ? 101 : 2 + number
                messages.append(
                    try RelationSample.message(
                        fields, user: "user \(number)", at: second, by: Sample.otherKey, nonce: number))
            }
            try await receive([target] + messages.shuffled(), store)
            let reactions = try #require(try shown(store).records.first?.projection?.reactions.first)
            #expect(reactions.authors.map { "\($0.user)" } == (0..<99).map { "user \($0)" })
            try await receive([RelationSample.message([("text", "two")], at: 2)], store)
            #expect(try folded(store, .newestShown, room: .main, byteLimit: 1000).records.count == 2)
            #expect(try folded(store, .shownAfter(.zero), room: .main, byteLimit: 1000).records.count == 1)
        }
    }

    @Test
    func
        `a store of schema 16 keeps its messages, and finds the relations and the topics that it has stored as messages`()
        async throws
    {
        let folder = try TemporaryFolder()
        let target = try RelationSample.message([("text", "one")], at: 1, by: Sample.otherKey)
        let digest = "\(target.message.digest)"
        let relations = [
            try RelationSample.message([("edits", digest), ("text", "two")], at: 2, by: Sample.otherKey),
            try RelationSample.message(
                [("re", digest), ("react", "👍"), ("topic", "Tea")], room: "alone", at: 3, by: Sample.otherKey),
        ]
        let deleted = try RelationSample.message([("text", "deleted")], user: "megan", at: 1, by: Sample.otherKey)
        let alias = try RelationSample.message([("alias", "Parlour")], at: 3, by: Sample.otherKey)
        let late = try RelationSample.message(
            [("deletes", "\(deleted.message.digest)")], user: "megan", at: 5, by: Sample.otherKey)
        try await withStoreAgain(in: folder) { store in
            _ = try await store.apply(
                JudgedPage(verdicts: ([target] + relations + [deleted, late, alias]).map { .good($0) }),
                from: #require(PeerID("peer")))
        }
        try makeSchema16(folder.path, relations: [2, 3, 5], alias: 6, with: deleted.message)
        for _ in 1...2 {
            try await withStoreAgain(in: folder) { store in
                let shown = Set(summaries(try shown(store)))
                #expect(shown == ["two ", "- deleted ", "- "])
                let rooms = try store.rooms(limit: 10)
                #expect(rooms.map(\.last) == [Sample.id(6)] && rooms.first?.alias?.description == "Parlour")
                #expect(try store.messageCount() == 6)
                #expect(try !store.wholeLog().texts.contains("deleted"))
                try expectSound(store)
            }
        }
    }

    /// Makes a closed store one of schema 16, which knew no relations.
    private func makeSchema16(
        _ path: String, relations ids: [UInt32], alias: UInt32, with deleted: Message
    ) throws {
        let folder = try StoreFolder(path: path)
        defer { folder.unlock() }
        let database = try folder.openDatabase(StoreOptions(folder: path, mapSizeBytes: 16 << 20))
        let tables = database.tables
        try database.environment.write { transaction in
            for id in ids {
                let bytes = try #require(try tables.log.get(id, in: transaction))
                let entry = try tables.recordFormat.entry(bytes, at: LogID(key: id))
                guard case .message(let message) = entry.body else { continue }
                let room = RoomPrefix(message.fields.room)
                try tables.relationIndex.remove(entry, in: &transaction)
                try tables.roomIndex.remove(entry, in: &transaction)
                let part = RoomPart(room, message.fields.hasText ? .withText : .withoutText)
                try tables.roomIndex.table.insert(id, under: part, in: &transaction)
                let shown = DisplayOrderKey(message, message.stamp, UInt64(id))
                try tables.displayOrderIndex.table.insert(shown.rank, under: room, in: &transaction)
                try tables.newestRoomIndex.update([room], since: UInt64(id), in: &transaction)
            }
            for id in ids + [alias] {
                let bytes = try #require(try tables.log.get(id, in: transaction))
                let entry = try tables.recordFormat.entry(bytes, at: LogID(key: id))
                try tables.roomDetailIndex.remove(entry, in: &transaction)
            }
            // It did not know that a deletion erases.
            let stored = try #require(try tables.digestIndex.get(deleted.digest, in: transaction))
            let erased = try #require(try tables.readableEntry(stored.id, in: transaction))
            let entry = LogEntry(
                position: erased.position, arrival: erased.arrival, body: .message(deleted), isErased: false)
            try tables.indexes.replace(erased, with: entry, in: &transaction)
            try tables.log.put(UInt32(stored.id), tables.recordFormat.encode(entry), in: &transaction)
            try tables.meta.put(.schema, 16, in: &transaction)
        }
    }

    private func withStoreAgain(in folder: borrowing TemporaryFolder, _ body: (ChatStore) async throws -> Void)
        async throws
    {
        let store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        try await body(store)
        await store.close()
    }
}
