import ChatModel
import Foundation
import LMDB
import Synchronization
import TestSupport
import Testing

@testable import ChatStore

struct HealingTests {
    private let key = SigningKey()
    private let peer = PeerID("peer")!

    private func message(_ text: String, room: String? = nil, second: UInt64 = 1) throws -> VerifiedMessage {
        try VerifiedMessage(
            Fields(text: text, room: room), at: Stamp(UnixTime(milliseconds: second * 1000)), signing: key)
    }

    private func erased(_ message: VerifiedMessage) throws -> VerifiedMessage {
        try VerifiedMessage(verifying: message.message.withoutErasableValues)
    }

    private func apply(_ messages: [VerifiedMessage], to store: ChatStore) async throws -> Applied {
        try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: peer)
    }

    /// Fills a store with `fill`, changes the records with the given ids, and runs `body` with the store.
    private func withDamage(
        _ ids: [UInt64], time: any TimeSource = SystemTime(), _ damage: (inout [UInt8]) -> Void,
        filling fill: (ChatStore) async throws -> Void, _ body: (ChatStore) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path, time: time))
        try await fill(filled)
        await filled.close()
        try change(folder.path) { transaction, tables in
            for id in ids {
                var record = try #require(try tables.log.get(UInt32(clamping: id), in: transaction))
                damage(&record)
                try tables.log.put(UInt32(clamping: id), record, in: &transaction)
            }
        }
        let store = try ChatStore(StoreOptions(folder: folder.path, time: time))
        try await body(store)
        await store.close()
    }

    private func change(_ folder: String, _ body: (inout WriteTransaction, Tables) throws -> Void) throws {
        let locked = try StoreFolder(path: folder)
        let (database, _) = try ChatStore.open(locked, StoreOptions(folder: folder))
        try database.write(body)
        database.close()
        locked.unlock()
    }

    /// The parts of a record, by an offset in each; a negative offset counts from the end.

    private static let contents = [("signature", 55), ("origin", 119), ("stamp", 151), ("flags", 167), ("user", -9)]

    private static func flip(_ record: inout [UInt8], _ offset: Int) {
        record[offset < 0 ? record.count + offset : offset] ^= 1
    }

    @Test(arguments: contents)
    func `a damaged message is wanted, and is stored again when a page brings it`(part: String, offset: Int)
        async throws
    {
        let messages = try ["one", "two", "three"].map { try message($0, room: "kitchen") }
        let digest = messages[1].message.digest
        var positions: [LogPosition] = []
        try await withDamage([2]) {
            Self.flip(&$0, offset)
        } filling: { store in
            _ = try await apply(messages, to: store)
            positions = try store.wholeLog().entries.map(\.position)
        } _: { store in
            #expect(try store.known([messages[1].message]) == [digest])
            #expect(
                try store.read(LogQuery(room: Room(utf8: Array("kitchen".utf8)), range: .newestShown, limit: 9)).damaged
                    .count == 1)
            #expect(try await store.noteDamage().wanted == [Sample.id(2)])
            #expect(try store.known(messages.map(\.message)).count == 2)
            #expect(try store.wanted() == [digest])
            #expect(try store.figures().damaged == 1)
            // A reader of the log gets the digest, and no reader the message. The mark of its position is known again.
            let slice = try store.wholeLog()
            #expect(slice.damaged == [Sample.id(2)])
            #expect(try slice.records.map { try $0.position } == positions)
            guard case .damaged(let listed) = slice.records[1].content else {
                Issue.record("\(slice.records[1])")
                return
            }
            #expect(listed.elementsEqual(digest.bytes))
            for contents in [LogQuery.Contents.messages, .texts] {
                let shown = try store.read(LogQuery(contents, room: nil, range: .from(.beginning), limit: 9))
                #expect(shown.records.map(\.id.rawValue) == [1, 3])
            }
            let byDigest = try store.read(LogQuery(room: nil, range: .digests([digest]), limit: 9))
            #expect(byDigest.records.isEmpty && byDigest.done == 1)
            #expect(try store.read(LogQuery(room: nil, range: .digests([digest]), limit: 9)).entries.isEmpty)
            #expect(
                try store.check().map(\.description) == [
                    "Message 2 is damaged: its bytes are not what was written. The node requests it from its peers."
                ])

            let applied = try await apply(messages, to: store)
            #expect((applied.stored, applied.healed, applied.known) == (1, 1, 2))
            let log = try store.wholeLog()
            #expect(log.texts == ["one", "three", "two"])
            #expect(log.entries.prefix(3).map(\.position) == positions)
            #expect(log.damaged == [])
            #expect(try store.wanted() == [])
            #expect(try store.read(LogQuery(room: nil, range: .digests([digest]), limit: 9)).texts == ["two"])
            #expect(try store.rooms(limit: 9).first?.last == Sample.id(4))
            let rest = try store.read(LogQuery(room: nil, range: .from(.after(positions[1])), limit: 9))
            #expect(rest.texts == ["three", "two"])
            try expectSound(store)
            #expect(try store.figures().damaged == 0)
            #expect(try store.figures().healed == 1)
            #expect(try await apply(messages, to: store).known == 3)
        }
    }

    @Test(arguments: [[2], [2, 3, 4], [1, 2], [5], [1, 2, 3, 4, 5]] as [[UInt64]])
    func `records of which nothing is left are found by the index of digests, and heal`(ids: [UInt64]) async throws {
        let messages = try (1...5).map { try message("\($0)") }
        var positions: [LogPosition] = []
        try await withDamage(ids) {
            $0 = [UInt8](repeating: 0, count: $0.count)
        } filling: { store in
            _ = try await apply(messages, to: store)
            positions = try store.wholeLog().entries.map(\.position)
        } _: { store in
            #expect(try store.wholeLog().damaged == ids.map(Sample.id))
            #expect(try await store.noteDamage().wanted == ids.map(Sample.id))
            #expect(try await store.noteDamage().isEmpty)
            #expect(Set(try store.wanted()) == Set(ids.map { messages[Int($0) - 1].message.digest }))
            #expect(try await apply(messages, to: store).healed == ids.count)
            #expect(try store.wholeLog().entries.prefix(5).map(\.position) == positions)
            try expectSound(store)
        }
    }

    @Test(arguments: [[2], [1, 2]] as [[UInt64]], [false, true])
    func `a message that is stored after damaged last records continues from the mark that they had`(
        ids: [UInt64], areWiped: Bool
    ) async throws {
        let messages = try ["one", "two"].map { try message($0) }
        let later = try message("three")
        try await withDamage(ids) {
            Self.flip(&$0, 9)
            Self.flip(&$0, 60)
            if areWiped { $0 = [UInt8](repeating: 0, count: $0.count) }
        } filling: {
            _ = try await apply(messages, to: $0)
        } _: { store in
            _ = try await apply([later], to: store)
            let marks = [messages[0], messages[1], later].reduce(into: [Mark.zero]) {
                $0.append($0.last!.appending($1.message.digest))
            }
            #expect(try store.wholeLog().entries.last?.position.mark == marks[3])
            #expect(Set(try store.wanted()) == Set(ids.map { messages[Int($0) - 1].message.digest }))
            _ = try await apply(messages, to: store)
            #expect(try store.wholeLog().entries.prefix(3).map(\.position.mark) == Array(marks[1...3]))
            try expectSound(store)
        }
    }

    @Test func `if the last record cannot be identified, the next record continues from the mark before it`()
        async throws
    {
        let messages = try ["one", "two", "three"].map { try message($0) }
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply(Array(messages[..<2]), to: filled)
        await filled.close()
        try change(folder.path) { transaction, tables in
            let record = try #require(try tables.log.get(2, in: transaction))
            try tables.log.put(2, [UInt8](repeating: 0, count: record.count), in: &transaction)
            try tables.digestIndex.remove(messages[1].message.digest, in: &transaction)
        }
        let store = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply([messages[2]], to: store)
        let marks = [messages[0], messages[2]].reduce(into: [Mark.zero]) {
            $0.append($0.last!.appending($1.message.digest))
        }
        #expect(try store.wholeLog().entries.map(\.position.mark) == [marks[1], marks[2]])
        #expect(try store.check().map(\.messageID).first == 2)
        await store.close()
    }

    @Test(arguments: [23, 7, 60, 0]) func `a gone record that is damaged is served as gone again`(offset: Int)
        async throws
    {
        let (first, second) = (try message("one"), try message("two"))
        try await withDamage([1]) { record in
            if offset == 60 { record = [UInt8](repeating: 0, count: record.count) } else { Self.flip(&record, offset) }
        } filling: { store in
            _ = try await apply([erased(first)], to: store)
            _ = try await apply([first, second], to: store)
        } _: { store in
            #expect(try store.wholeLog().damaged == [Sample.id(1)])
            #expect(try await store.noteDamage().wanted == [])
            let log = try store.wholeLog()
            #expect(log.entries.map(\.id.rawValue) == [1, 2, 3])
            #expect(log.entries.first?.digest == first.message.digest)
            #expect(try store.figures().damaged == 0)
            #expect(try store.wanted() == [])
            try expectSound(store)
        }
    }

    @Test func `a damaged message whose values this node erased is stored again without them`() async throws {
        let messages = try ["one", "two"].map { try message($0) }
        try await withDamage([1]) {
            Self.flip(&$0, 60)
        } filling: { store in
            _ = try await apply(messages, to: store)
            #expect(try await store.erase(messages[0].message.digest))
        } _: { store in
            _ = try store.wholeLog()
            #expect(try await store.noteDamage().wanted == [Sample.id(1)])
            #expect(try await apply(messages, to: store).healed == 1)
            #expect(try store.wholeLog().texts == ["two"])
            #expect(try store.known(messages.map(\.message)).count == 2)
            try expectSound(store)
        }
    }

    @Test func `a damaged message without its values is wanted once, and heals with or without them`() async throws {
        for offset in [3, 151] {
            let messages = try ["one", "two"].map { try message($0) }
            try await withDamage([1, 2]) {
                Self.flip(&$0, offset)
                Self.flip(&$0, 60)
            } filling: { store in
                _ = try await apply(messages.map { try erased($0) }, to: store)
            } _: { store in
                _ = try store.wholeLog()
                _ = try await store.noteDamage()
                #expect(try store.wanted().count == 2)
                #expect(Set(try store.wanted()) == Set(messages.map(\.message.digest)))
                #expect(try await apply([messages[0], erased(messages[1])], to: store).healed == 2)
                #expect(try store.wholeLog().texts == ["one"])
                #expect(try store.wanted() == [messages[1].message.digest])
                #expect(try await apply(messages, to: store).stored == 1)
                try expectSound(store)
            }
        }
    }

    @Test func `a damaged message that was noted while the clock ran ahead is due after the clock was set back`()
        async throws
    {
        let time = ManualTime()
        let start = time.wall.milliseconds
        let messages = try ["one", "two", "three"].map { try message($0) }
        try await withDamage([1], time: time) {
            Self.flip(&$0, 60)
        } filling: { store in
            _ = try await apply(Array(messages[..<2]), to: store)
        } _: { store in
            time.set(start + 1_000_000_000_000)
            _ = try store.wholeLog()
            _ = try await store.noteDamage()
            time.set(start + 1000)
            #expect(try store.wanted() == [])
            _ = try await apply([messages[2]], to: store)
            #expect(try store.wanted() == [messages[0].message.digest])
            #expect(try await apply(messages, to: store).healed == 1)
            try expectSound(store)
        }
    }

    @Test func `a damaged message from the future leaves its rank in the display order when it heals`() async throws {
        let time = ManualTime()
        let future = try message("future", room: "kitchen", second: time.wall.milliseconds / 1000 + 999_999)
        let others = try (1...5).map { try message("\($0)", room: "kitchen") }
        try await withDamage([3], time: time) {
            Self.flip(&$0, 1)
            Self.flip(&$0, 60)
        } filling: { store in
            _ = try await apply(Array(others[..<2]) + [future] + others[2...], to: store)
        } _: { store in
            _ = try store.wholeLog()
            _ = try await store.noteDamage()
            #expect(try await apply([future], to: store).healed == 1)
            let shown = try store.read(
                LogQuery(room: Room(utf8: Array("kitchen".utf8)), range: .newestShown, limit: 99))
            #expect(shown.entries.count == 6)
            #expect(shown.texts.last == "future")
            try expectSound(store)
        }
    }

    @Test(arguments: [(open: 9_999, gone: 0), (open: 0, gone: 99_999)])
    func `a store notes 10,000 damaged messages, or 100,000 damaged records with those that are healed, and no more`(
        open: UInt64, gone: UInt64
    ) async throws {
        let messages = try ["one", "two"].map { try message($0) }
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply(messages, to: filled)
        await filled.close()
        try change(folder.path) { transaction, tables in
            for id in 1...2 as ClosedRange<UInt64> {
                var record = try #require(try tables.log.get(UInt32(clamping: id), in: transaction))
                Self.flip(&record, 60)
                try tables.log.put(UInt32(clamping: id), record, in: &transaction)
            }
            try tables.meta.put(.damaged, open, in: &transaction)
            let state = gone > 0 ? DamagedRecord.State.gone(.zero, messages[0].message.digest) : .unidentified
            let note = DamagedRecord(noted: UnixTime(milliseconds: 1), state)
            for id in 1000..<1000 + open + gone {
                try tables.damagedRecords.append(UInt32(clamping: id), note, in: &transaction)
            }
        }
        let store = try ChatStore(StoreOptions(folder: folder.path))
        _ = try store.wholeLog()
        let noted = try await store.noteDamage()
        #expect((noted.wanted, noted.refused) == ([Sample.id(1)], 1))
        await store.close()
    }

    /// The kinds of the store's notes about damaged records.
    enum Note: CaseIterable {
        case unidentified, wanted, gone
    }

    /// Runs `body` with the folder of a store of three messages that has noted damage of the second one, whose record is
    /// readable again.
    private func withReadableRecord(
        _ note: Note, at time: ManualTime = ManualTime(), lackingValues: Bool = false,
        _ body: (_ folder: String, [VerifiedMessage]) async throws -> Void
    ) async throws {
        let now = time.wall.milliseconds / 1000
        let messages = try ["one", "two", "three"].map { try message($0, room: "kitchen", second: now) }
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path, time: time))
        _ = try await apply(lackingValues ? messages.map { try erased($0) } : messages, to: filled)
        await filled.close()
        var record: [UInt8] = []
        try change(folder.path) { transaction, tables in
            record = try #require(try tables.log.get(2, in: transaction))
            var damaged = record
            if note == .unidentified {
                damaged = [UInt8](repeating: 0, count: record.count)
            } else {
                Self.flip(&damaged, 60)
            }
            try tables.log.put(2, damaged, in: &transaction)
        }
        let store = try ChatStore(StoreOptions(folder: folder.path, time: time))
        _ = try store.wholeLog()
        #expect(try await !store.noteDamage().isEmpty)
        if note == .gone {
            #expect(try await apply(lackingValues ? messages.map { try erased($0) } : messages, to: store).healed == 1)
        }
        await store.close()
        try change(folder.path) { transaction, tables in try tables.log.put(2, record, in: &transaction) }
        try await body(folder.path, messages)
    }

    @Test(arguments: Note.allCases, [false, true])
    func `a record that is readable again loses its note, and its message is served once`(
        note: Note, lackingValues: Bool
    ) async throws {
        let time = ManualTime()
        try await withReadableRecord(note, at: time, lackingValues: lackingValues) { folder, messages in
            time.set(time.wall.milliseconds + 1000)
            let store = try ChatStore(StoreOptions(folder: folder, time: time))
            let wanted = lackingValues ? Set(messages.map(\.message.digest)) : []
            let high = try store.wholeLog().high
            try await store.findNotedDamage()
            let noted = try await store.noteDamage()
            #expect(noted.undone == [Sample.id(2)])
            #expect(noted.wanted.isEmpty)
            #expect(try store.wholeLog().high == high)
            #expect(Set(try store.wholeLog().digests) == Set(messages.map(\.message.digest)))
            #expect(try store.wholeLog().messages.count == 3)
            #expect(Set(try store.wanted()) == wanted)
            #expect(try store.figures().damaged == 0)
            try expectSound(store)
            if lackingValues {
                #expect(try await apply(messages, to: store).stored == 3)
                #expect(try store.wanted() == [])
            }
            try await store.findNotedDamage()
            #expect(try await store.noteDamage().isEmpty)
            try expectSound(store)
            await store.close()
        }
    }

    @Test func `a record that is readable again stays as it is while the later copy of its message is damaged`()
        async throws
    {
        try await withReadableRecord(.gone) { folder, messages in
            try change(folder) { transaction, tables in
                var record = try #require(try tables.log.get(4, in: transaction))
                Self.flip(&record, 60)
                try tables.log.put(4, record, in: &transaction)
            }
            let store = try ChatStore(StoreOptions(folder: folder, time: ManualTime()))
            try await store.findNotedDamage()
            #expect(try await store.noteDamage().isEmpty)
            #expect(try store.wholeLog().texts == ["one", "two", "three"])
            #expect(try await store.noteDamage().wanted == [Sample.id(4)])
            #expect(try await apply(messages, to: store).healed == 1)
            try await store.findNotedDamage()
            #expect(try await store.noteDamage().undone == [Sample.id(2)])
            #expect(try store.wholeLog().texts == ["one", "three", "two"])
            try expectSound(store)
            await store.close()
        }
    }

    @Test func `a message whose record is readable again is not stored again when a peer sends it`() async throws {
        try await withReadableRecord(.wanted) { folder, messages in
            let store = try ChatStore(StoreOptions(folder: folder, time: ManualTime()))
            let applied = try await apply(messages, to: store)
            #expect(applied.healed == 0 && applied.known == 3)
            #expect(try store.wholeLog().texts == ["one", "two", "three"])
            #expect(try store.figures().damaged == 0)
            try expectSound(store)
            await store.close()
        }
    }

    @Test func `a record that is damaged again in the same lifetime is noted again`() async throws {
        try await withReadableRecord(.wanted) { folder, _ in
            let store = try ChatStore(StoreOptions(folder: folder))
            store.metDamage.met([Sample.id(2)])
            #expect(try await store.noteDamage().undone == [Sample.id(2)])
            store.metDamage.met([Sample.id(2)])
            #expect(store.metDamage.take(9) == [2])
            // A reader meets a record again and again; a check finds it once.
            store.metDamage.met([Sample.id(2)])
            #expect(store.metDamage.take(9) == [])
            store.metDamage.found([Sample.id(2)])
            #expect(store.metDamage.take(9) == [2])
            await store.close()
        }
    }

    @Test func `damage that cannot be noted waits, and readers that meet it again cause no further attempt`()
        async throws
    {
        let message = try message("one")
        try await withDamage([1]) {
            Self.flip(&$0, 60)
        } filling: {
            _ = try await apply([message], to: $0)
        } _: { store in
            store.database.refuseWrites(.unsound(reason: "A page is gone."))
            _ = try store.wholeLog()
            let met = store.metDamage.signal.count
            for _ in 1...3 {
                await #expect(throws: StoreError.unsound(reason: "A page is gone.")) { try await store.noteDamage() }
                _ = try store.wholeLog()
            }
            #expect(store.metDamage.signal.count == met)
            #expect(store.metDamage.take(9) == [1])
        }
    }

    @Test(arguments: Note.allCases)
    func `a check reports a noted record that is readable again as the problem of one message`(note: Note) async throws
    {
        try await withReadableRecord(note) { folder, _ in
            let store = try ChatStore(StoreOptions(folder: folder))
            #expect(try store.check().map(\.extent) == [.message(2)])
            await store.close()
        }
    }

    @Test func `damage that a write meets is reported after the commit, as damage that a reader meets`() async throws {
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply(try ["one", "two", "three"].map { try message($0) }, to: filled)
        await filled.close()
        try change(folder.path) { transaction, tables in
            for id: UInt64 in [1, 3] {
                var record = try #require(try tables.log.get(UInt32(clamping: id), in: transaction))
                Self.flip(&record, 60)
                try tables.log.put(UInt32(clamping: id), record, in: &transaction)
            }
        }
        var options = StoreOptions(folder: folder.path)
        let reports = Mutex<[NotedDamage]>([])
        options.onDamage = { noted in reports.withLock { $0.append(noted) } }
        let store = try ChatStore(options)
        // A new message continues the mark of the last record.
        try await store.post("four")
        #expect(reports.withLock(\.self).map(\.wanted) == [[Sample.id(3)]])
        #expect(store.notedDamage.count == 1)
        _ = try store.wholeLog()
        _ = try await store.noteDamage()
        #expect(reports.withLock(\.self).map(\.wanted).filter { !$0.isEmpty } == [[Sample.id(3)], [Sample.id(1)]])
        #expect(store.notedDamage.count == 2)
        try await store.post("five")
        #expect(store.notedDamage.count == 2)
        await store.close()
    }

    @Test func `healed messages do not count towards the largest number of damaged records`() async throws {
        let messages = try ["one", "two"].map { try message($0) }
        let folder = try TemporaryFolder()
        let filled = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply(messages, to: filled)
        await filled.close()
        try change(folder.path) { transaction, tables in
            var record = try #require(try tables.log.get(1, in: transaction))
            Self.flip(&record, 60)
            try tables.log.put(1, record, in: &transaction)
            let note = DamagedRecord(noted: UnixTime(milliseconds: 1), .gone(.zero, messages[0].message.digest))
            for id in 1000..<11_000 as Range<UInt64> {
                try tables.damagedRecords.put(UInt32(clamping: id), note, in: &transaction)
            }
        }
        let store = try ChatStore(StoreOptions(folder: folder.path))
        _ = try store.wholeLog()
        #expect(try await store.noteDamage().wanted == [Sample.id(1)])
        await store.close()
    }

    @Test func `the store writes nothing more after LMDB has found a damaged page, and reports it once`() async throws {
        let folder = try TemporaryFolder()
        var options = StoreOptions(folder: folder.path)
        let (reports, source) = AsyncStream<StoreError?>.makeStream()
        options.onWriteFailure = { source.yield($0) }
        let store = try ChatStore(options)
        try await store.post("one")
        // An LMDB page of no kind, as after a lost write: the page of the last messages.
        var file = try StoreFile(folder.path)
        for page in stride(from: 0, to: file.bytes.count, by: StoreFile.pageBytes).dropFirst(2) {
            if file.bytes[page + 10] == 2 { file.bytes[page + 10] = 0 }
        }
        try file.save()
        for _ in 1...2 {
            let error = await #expect(throws: StoreError.self) { try await store.post("two") }
            guard case .unsound = error else {
                Issue.record("\(String(describing: error))")
                break
            }
        }
        source.finish()
        var reported: [StoreError?] = []
        for await report in reports { reported.append(report) }
        #expect(reported.count == 1)
        await store.close()
    }
}
