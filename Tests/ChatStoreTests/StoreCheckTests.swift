import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

struct StoreCheckTests {
    /// Returns the problems that the check finds after `body` has changed a store with two messages.
    private func problems(
        after body: (inout WriteTransaction, Tables) throws -> Void
    ) async throws -> [StoreProblem] {
        try await problemsInLog { transaction, tables, _ in try body(&transaction, tables) }
    }

    private func problemsInLog(
        after body: (inout WriteTransaction, Tables, IDReserve) throws -> Void
    ) async throws -> [StoreProblem] {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        for text in ["one", "two"] { try await store.post(text) }
        await store.close()
        let storeFolder = try StoreFolder(path: folder.path)
        let (database, _) = try ChatStore.open(storeFolder, StoreOptions(folder: folder.path))
        try database.write { transaction, tables in try body(&transaction, tables, database.ids) }
        return try database.read { transaction, tables in Self.problems(tables, in: transaction) }
    }

    static func problems(_ tables: Tables, in transaction: borrowing ReadTransaction) -> [StoreProblem] {
        let check = StoreCheck(verifiesSignatures: true)
        check.run(tables, in: transaction)
        return check.problems
    }

    private func expect(_ problems: [StoreProblem], _ words: String?) {
        #expect(problems.map(\.extent) == (words == nil ? [] : [.bookkeeping]), "\(problems)")
        if let words { #expect(problems.first?.description.contains(words) == true, "\(problems)") }
    }

    @Test func `a check finds a largest stamp below a message's stamp`() async throws {
        let found = try await problems { transaction, tables in
            let largest = try #require(try tables.meta.get(.largestStamp, in: transaction))
            try tables.meta.put(.largestStamp, largest - 1, in: &transaction)
        }
        expect(found, "The stored largest stamp")
    }

    @Test(arguments: [(1, 9), (2, 9), (7, 1)] as [(UInt64, UInt8)])
    func `a check finds a post key of another message`(id: UInt64, byte: UInt8) async throws {
        let found = try await problems { transaction, tables in
            try tables.postKeys.add(
                Nonce(bytes: [UInt8](repeating: byte, count: Nonce.byteCount)), id: id, in: &transaction)
        }
        expect(found, id == 7 ? "not in the log" : "has a nonce for id")
    }

    @Test func `a check finds a message that is listed as wanted and has its values`() async throws {
        let found = try await problems { transaction, tables in
            let bytes = try #require(try tables.log.get(1, in: transaction))
            let entry = try tables.recordFormat.entry(bytes, at: LogID(key: 1))
            let key = WantedKey(since: entry.arrival, digest: entry.digest)
            try tables.wantedIndex.table.put(key, Empty(), in: &transaction)
        }
        expect(found, "of which nothing is missing or damaged")
    }

    @Test func `a check finds a message without values that is not listed`() async throws {
        let found = try await problemsInLog { transaction, tables, ids in
            let key = SigningKey()
            let message = try VerifiedMessage(Fields(text: "three"), at: .zero, signing: key).message
            var appender = try LogAppender(
                tables, ids: ids, origin: SigningKey().publicKey, wallClock: SystemTime().wall,
                buildDate: .testBuildDate, in: transaction)
            _ = try appender.append(VerifiedMessage(verifying: message.withoutErasableValues), in: &transaction)
            try appender.finish(in: &transaction)
            try tables.wantedIndex.table.clear(in: &transaction)
        }
        expect(found, "Message 3 lacks values")
    }

    @Test func `a check finds a message that its origin did not sign`() async throws {
        let found = try await problems { transaction, tables in
            let entries = try (1...2 as ClosedRange<UInt64>).map { id in
                let bytes = try #require(try tables.log.get(UInt32(clamping: id), in: transaction))
                return try tables.recordFormat.entry(bytes, at: LogID(key: id))
            }
            guard case .message(let other) = entries[0].body, case .message(let message) = entries[1].body else {
                return
            }
            let forged = Message(
                origin: message.origin, group: message.group, stamp: message.stamp, nonce: message.nonce,
                fields: message.fields, signature: other.signature)
            let mark = entries[0].position.mark.appending(forged.digest)
            let entry = LogEntry(
                position: LogPosition(id: entries[1].id, mark: mark), arrival: entries[1].arrival,
                body: .message(forged), isErased: false)
            try tables.indexes.remove(entries[1], in: &transaction)
            try tables.indexes.insert(entry, in: &transaction)
            try tables.newestRoomIndex.update([RoomPrefix(.main)], since: 2, in: &transaction)
            try tables.log.put(2, tables.recordFormat.encode(entry), in: &transaction)
        }
        #expect(found.map(\.extent) == [.message(2)], "\(found)")
        #expect(found.first?.description.contains("signature of message 2") == true)
    }

    @Test func `a check finds an index that is wrong about the values of a message`() async throws {
        let found = try await problems { transaction, tables in
            let bytes = try #require(try tables.log.get(1, in: transaction))
            let entry = try tables.recordFormat.entry(bytes, at: LogID(key: 1))
            let wrong = LogEntry(
                position: entry.position, arrival: entry.arrival, body: entry.body,
                isErased: true)
            try tables.digestIndex.insert(wrong, in: &transaction)
        }
        #expect(found.map(\.extent) == [.store], "\(found)")
    }

    @Test(arguments: [(2, nil), (3, "impossible"), (nil, "impossible")] as [(UInt64?, String?)])
    func `a check finds a contact that is damaged or has confirmed an id that the store has not given`(
        confirmed: UInt64?, words: String?
    ) async throws {
        let found = try await problems { transaction, tables in
            var contact = Contact(node: SigningKey().publicKey, name: "ben")
            contact.confirmed = confirmed.map(LogID.init(key:))
            var bytes = ContactRecord(contact).encoded()
            // Not UTF-8.
            if confirmed == nil { bytes.append(0xff) }
            let table = try Table<[UInt8], [UInt8]>("contacts", in: transaction)
            try table.put(Array("http://peer:80".utf8), bytes, in: &transaction)
        }
        expect(found, words)
    }

    // MARK: Exceptions

    private func put(
        after before: UInt64, through last: UInt64, _ tables: Tables, in transaction: inout WriteTransaction
    ) throws {
        let exception = PeerException(
            after: try Sample.position(before), through: LogID(key: last), nil, .unread, since: .testBuildDate)
        let key = ExceptionKey(try #require(PeerID("http://peer:80")), after: exception.before.id)
        try tables.exceptions.put(key, ExceptionRecord(exception), in: &transaction)
    }

    /// Adds a peer of which the store says that it has this number of exceptions.
    private func addPeer(exceptions: UInt64, _ tables: Tables, in transaction: inout WriteTransaction) throws {
        var record = PeerRecord.empty
        record.exceptions = exceptions
        try tables.peers.put(Array("http://peer:80".utf8), record, in: &transaction)
    }

    @Test func `a check finds exceptions of an unknown peer`() async throws {
        let found = try await problems { transaction, tables in
            try put(after: 5, through: 9, tables, in: &transaction)
        }
        expect(found, "exceptions in the log of an unknown peer")
    }

    @Test(arguments: [(9, nil), (6, nil), (5, "impossible"), (4, "impossible")] as [(UInt64, String?)])
    func `a check finds an exception that ends before it begins`(last: UInt64, words: String?) async throws {
        let found = try await problems { transaction, tables in
            try addPeer(exceptions: 1, tables, in: &transaction)
            try put(after: 5, through: last, tables, in: &transaction)
        }
        expect(found, words)
    }

    @Test(arguments: [(0, "number of exceptions"), (1, "number of exceptions"), (2, nil)] as [(UInt64, String?)])
    func `a check finds a wrong number of exceptions`(number: UInt64, words: String?) async throws {
        let found = try await problems { transaction, tables in
            try addPeer(exceptions: number, tables, in: &transaction)
            for id: UInt64 in [5, 7] { try put(after: id, through: id + 1, tables, in: &transaction) }
        }
        expect(found, words)
    }

    @Test(arguments: [[], [0]] as [[UInt8]])
    func `a check finds an exception with a part of a digest or an unknown reason`(end: [UInt8]) async throws {
        let found = try await problems { transaction, tables in
            try addPeer(exceptions: 1, tables, in: &transaction)
            let exception = PeerException(
                after: .start, through: Sample.id(1), nil, .unread, since: .testBuildDate)
            var bytes = ExceptionRecord(exception).encoded()
            if end.isEmpty { bytes[bytes.count - 1] = 9 } else { bytes += end }
            let key = ExceptionKey(try #require(PeerID("http://peer:80")), after: .zero)
            try Table<ExceptionKey, [UInt8]>("exceptions", in: transaction).put(key, bytes, in: &transaction)
        }
        #expect(found.contains { $0.description.contains("exceptions") }, "\(found)")
    }
}
