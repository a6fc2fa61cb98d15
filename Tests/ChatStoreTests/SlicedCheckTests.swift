import ChatModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// The check of a store in many short snapshots, between which the store changes.
@Suite(.timeLimit(.minutes(10)))
struct SlicedCheckTests {
    private let time = SystemTime()

    /// Runs `body` with the tables of a store that has messages in two rooms.
    private func withTables(
        messages: Int, _ body: (OpenDatabase.Database, IDReserve) throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for number in 1...messages {
            try await store.post("\(number)", room: number % 2 == 0 ? "kitchen" : nil, key: "key \(number)")
        }
        await store.close()
        let storeFolder = try StoreFolder(path: folder.path)
        let options = StoreOptions(folder: folder.path)
        let database = try storeFolder.openDatabase(options)
        try body(database, try storeFolder.idReserve(for: database, options))
    }

    /// - Parameter pause: called before each slice.
    private func problems(
        _ database: OpenDatabase.Database, inSlicesOf entries: Int, pause: @escaping () -> Void = {}
    ) -> [StoreProblem] {
        let check = StoreCheck()
        check.run(
            database.tables,
            in: Slices(of: database.environment, maximumEntries: entries, time: time) { _ in pause() })
        return check.problems
    }

    private func entry(
        _ id: UInt64, _ tables: Tables, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> LogEntry {
        let bytes = try tables.log.get(id, in: transaction)
        return try tables.recordFormat.entry(#require(bytes), at: LogID(key: id))
    }

    enum Damage: CaseIterable {
        case bytes, mark, digest, room, order, postKey, nextID, stamp, twoMarks

        func apply(_ tables: Tables, _ entry: LogEntry, in transaction: inout WriteTransaction) throws {
            let id = entry.id.rawValue
            switch self {
            case .bytes: try tables.log.put(id, [1, 2, 3], in: &transaction)
            case .mark: try Self.changeMark(entry, tables, in: &transaction)
            case .twoMarks:
                try Self.changeMark(entry, tables, in: &transaction)
                let bytes = try tables.log.get(id + 2, in: transaction)
                let second = try tables.recordFormat.entry(#require(bytes), at: LogID(key: id + 2))
                try Self.changeMark(second, tables, in: &transaction)
            case .digest: try tables.digestIndex.remove(entry, in: &transaction)
            case .room: try tables.roomIndex.remove(entry, in: &transaction)
            case .order: try tables.displayOrderIndex.remove(entry, in: &transaction)
            case .postKey:
                let nonce = try Nonce(bytes: [UInt8](repeating: 7, count: 8))
                try tables.postKeys.byID.insert(PostKeyByID(id: id, nonce: nonce), under: OneSet(), in: &transaction)
            case .nextID: try tables.meta.put(.nextID, id, in: &transaction)
            case .stamp: try tables.meta.put(.largestStamp, 1, in: &transaction)
            }
        }

        private static func changeMark(
            _ entry: LogEntry, _ tables: Tables, in transaction: inout WriteTransaction
        ) throws {
            let position = LogPosition(id: entry.id, mark: entry.position.mark.appending(entry.digest))
            let wrong = LogEntry(
                position: position, arrival: entry.arrival, body: entry.body,
                isErased: entry.isErased)
            try tables.log.put(entry.id.rawValue, tables.recordFormat.encode(wrong), in: &transaction)
        }
    }

    @Test(arguments: Damage.allCases, [1, 3])
    func `a check in slices finds each damage that a check of one snapshot finds, except superfluous entries`(
        damage: Damage, entries: Int
    ) async throws {
        try await withTables(messages: 8) { database, _ in
            try database.environment.write { transaction in
                try damage.apply(
                    database.tables, entry(3, database.tables, in: transaction), in: &transaction)
            }
            let whole = StoreCheck()
            try database.environment.read { whole.run(database.tables, in: $0) }
            let counting = ["entries for", "differ in length"]
            let expected = whole.problems.map(\.description).filter { sentence in
                !counting.contains { sentence.contains($0) }
            }
            #expect(!expected.isEmpty)
            #expect(problems(database, inSlicesOf: entries).map(\.description) == expected)
        }
    }

    @Test func `a check in slices reports each damaged message as soon as it has read it`() async throws {
        try await withTables(messages: 8) { database, _ in
            try database.environment.write { transaction in
                for id: UInt64 in [2, 7] { try database.tables.log.put(id, [0], in: &transaction) }
            }
            var reported: [UInt64?] = []
            var slices = 0
            var slicesBefore: [Int] = []
            let check = StoreCheck(onProblem: { problem in
                reported.append(problem.messageID)
                slicesBefore.append(slices)
            })
            check.run(
                database.tables,
                in: Slices(of: database.environment, maximumEntries: 1, time: time) { _ in slices += 1 })
            #expect(reported == [2, 7])
            #expect(slicesBefore.first != slicesBefore.last)
        }
    }

    @Test func `a check in slices reads as many records as the log had, although each pause adds a message`()
        async throws
    {
        try await withTables(messages: 20) { database, ids in
            let (environment, tables) = (database.environment, database.tables)
            var (entries, added) = (0, 0)
            let check = StoreCheck(onEntry: { entries += 1 })
            let slices = Slices(of: environment, maximumEntries: 1, time: time) { _ in
                // The settings, with one entry, are the only table before the log that has entries.
                guard entries > 1, added < 50 else { return }
                added += 1
                try! append("\(added)", database, ids)
            }
            check.run(tables, in: slices)
            #expect(check.problems == [])
            #expect(added == 50)
            #expect(check.messages == 20)
        }
    }

    private func append(_ text: String, _ database: OpenDatabase.Database, _ ids: IDReserve) throws {
        try database.environment.write { transaction in
            var appender = try LogAppender(
                database.tables, ids: ids, origin: SigningKey().publicKey, wallClock: time.wall,
                buildDate: .testBuildDate, in: transaction)
            _ = try appender.append(
                VerifiedMessage(Fields(text: text), at: Stamp(time.wall), signing: SigningKey()), in: &transaction)
            try appender.finish(in: &transaction)
        }
    }

    /// The store sees such records if LMDB could not write the meta page of a commit: a read may have shown the commit
    /// before LMDB took it back.
    @Test func `a check in slices accepts that the last records are replaced by others`() async throws {
        try await withTables(messages: 3) { database, ids in
            let (environment, tables) = (database.environment, database.tables)
            var (entries, isReplaced) = (0, false)
            let check = StoreCheck(onEntry: { entries += 1 })
            let slices = Slices(of: environment, maximumEntries: 1, time: time) { _ in
                // The log is the first table with entries.
                guard entries == 2, !isReplaced else { return }
                isReplaced = true
                try! environment.write { transaction in
                    for id: UInt64 in [2, 3] {
                        try tables.indexes.remove(entry(id, tables, in: transaction), in: &transaction)
                        try tables.log.delete(id, in: &transaction)
                    }
                    try tables.meta.put(.nextID, 2, in: &transaction)
                }
                for text in ["another second", "another third"] { try! append(text, database, ids) }
            }
            check.run(tables, in: slices)
            #expect(isReplaced)
            // The post keys of the removed messages remain.
            #expect(check.problems.filter { !$0.description.contains("post key") } == [])
        }
    }

    @Test func `LMDB pages that are freed during a check in slices are used again during the check`() async throws {
        try await withTables(messages: 200) { database, _ in
            let (environment, tables) = (database.environment, database.tables)
            func growth(_ check: (_ write: @escaping () -> Void) throws -> Void) throws -> Int {
                let before = try environment.info.lastPage
                try check {
                    try! environment.write { try tables.settings.put(.group, Sample.group.bytes, in: &$0) }
                }
                return try environment.info.lastPage - before
            }
            var writes = 0
            let inSlices = try growth { write in
                _ = problems(database, inSlicesOf: 10) {
                    writes += 1
                    write()
                }
            }
            let inOneSnapshot = try growth { write in
                try environment.read { _ in for _ in 0..<writes { write() } }
            }
            #expect(writes > 100)
            #expect(inSlices < 20, "\(inSlices)")
            #expect(inOneSnapshot > 2 * writes, "\(inOneSnapshot)")
        }
    }

    @Test(arguments: 1...6)
    func `a check in slices finds no problem while writes of all kinds happen between the slices`(seed: UInt64)
        async throws
    {
        let folder = try TemporaryFolder()
        let clock = ManualTime()
        let store = try ChatStore(StoreOptions(folder: folder.path, time: clock))
        var changes = try RandomChanges(store: store, clock: clock, seed: seed)
        for _ in 1...60 { try await changes.make() }
        #expect(try store.check() == [])
        let (requests, source) = AsyncStream<DispatchSemaphore>.makeStream()
        // The check blocks its thread, and waits in each pause until a change is committed.
        let check = Task.detached {
            defer { source.finish() }
            return try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            try store.check(inSlicesOf: 2) {
                                let done = DispatchSemaphore(value: 0)
                                source.yield(done)
                                done.wait()
                            }
                        })
                }
            }
        }
        var count = 0
        for await done in requests {
            if count < 400 { try await changes.make() }
            count += 1
            done.signal()
        }
        #expect(try await check.value == [])
        #expect(count > 100, "\(count)")
        #expect(try store.check() == [])
        await store.close()
    }
}

/// Random changes of a store: posts, messages of a peer with and without values, bad messages, erased values and a clock
/// that goes back.
private struct RandomChanges {
    let store: ChatStore
    let clock: ManualTime
    private var random: SeededGenerator
    private var wall = UnixTime.testBuildDate.milliseconds + 1_000_000
    private var count = 0
    private var incomplete: [VerifiedMessage] = []
    private let key = SigningKey()
    private let peer: PeerID

    init(store: ChatStore, clock: ManualTime, seed: UInt64) throws {
        self.store = store
        self.clock = clock
        random = SeededGenerator(seed: seed)
        peer = try #require(PeerID("peer"))
    }

    mutating func make() async throws {
        count += 1
        wall += UInt64.random(in: 0...2000, using: &random)
        clock.set(wall)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try await bringValues()
        case 1: try await takeBadMessage()
        case 2: try await erase()
        case 3: wall -= 600_000
        case 4: wall += 600_000
        case 5, 6: try await takeIncomplete()
        case 7: try await endException()
        default:
            let room = ["kitchen", "garden", nil].randomElement(using: &random) ?? nil
            try await store.post("\(count)", room: room, key: Bool.random(using: &random) ? "key \(count)" : nil)
        }
    }

    private func apply(_ verdicts: [JudgedPage.Verdict]) async throws {
        _ = try await store.apply(JudgedPage(verdicts: verdicts), from: peer)
    }

    private mutating func takeIncomplete() async throws {
        let message = try VerifiedMessage(
            Fields(text: "of a peer \(count)"), at: Stamp(UnixTime(milliseconds: wall)), signing: key)
        incomplete.append(message)
        try await apply([.good(VerifiedMessage(verifying: message.message.withoutErasableValues))])
    }

    private mutating func bringValues() async throws {
        guard let index = incomplete.indices.randomElement(using: &random) else { return }
        try await apply([.good(incomplete.remove(at: index))])
    }

    private func takeBadMessage() async throws {
        let bad = BadMessage(reason: Refusal(.badSignature, "not signed"), raw: Array("raw \(count)".utf8))
        let settled = try store.storedPeer(peer).cursors.settled
        let end = LogPosition(id: Sample.id(UInt64(count)), mark: .zero)
        var page = JudgedPage(
            verdicts: [.refused(end.id, bad, try Sample.message(text: "\(count)").digest)],
            settling: .forward(after: settled, wants: [], end: end, passing: []))
        page.exceptions = [PeerException(after: settled, through: end.id, nil, .unread, since: clock.wall)]
        _ = try await store.apply(page, from: peer)
    }

    /// The log is read again from its last exception on, which then ends.
    private func endException() async throws {
        guard let exception = try store.exceptions(of: peer).last else { return }
        _ = try await store.apply(JudgedPage(settling: .back(to: exception.before, isOtherLog: false)), from: peer)
    }

    private mutating func erase() async throws {
        guard let digest = try store.wholeLog().digests.randomElement(using: &random) else { return }
        _ = try await store.erase(digest)
    }
}
