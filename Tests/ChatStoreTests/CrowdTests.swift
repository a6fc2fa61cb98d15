import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// Messages with very many reactions.
struct CrowdTests {
    private static let keys = [Sample.key, Sample.otherKey]

    private func reaction(_ number: UInt64, to target: Digest) throws -> VerifiedMessage {
        try RelationSample.message(
            [("re", "\(target)"), ("react", number.isMultiple(of: 3) ? "👍" : "❤️")], user: "user \(number)",
            at: 2 + number, by: Self.keys[Int(number % 2)], nonce: number)
    }

    private func receive(_ messages: [VerifiedMessage], _ store: ChatStore) async throws {
        let verdicts = messages.map { JudgedPage.Verdict.good($0) }
        _ = try await store.apply(JudgedPage(verdicts: verdicts), from: #require(PeerID("peer")))
    }

    private func projection(_ store: ChatStore, _ target: Digest) throws -> Projection? {
        var query = LogQuery(.messages, room: .main, range: .digests([target]), limit: 1)
        query.folds = true
        return try #require(try store.read(query).records.first).projection
    }

    /// Returns the shortest of some times in which the store reads the projection.
    private func readingTime(_ store: ChatStore, _ target: Digest) throws -> Duration {
        let clock = ContinuousClock()
        return try (0..<10).map { _ in try clock.measure { _ = try projection(store, target) } }.min()!
    }

    /// The further reactions are entries of the index alone: their records are not read, and signing them takes minutes.
    @Test func `a hundred thousand reactions to a message cost its readers no more than four hundred`() async throws {
        let target = try RelationSample.message([("text", "one")], at: 1)
        let digest = target.message.digest
        let crowd = try (0..<400 as Range<UInt64>).map { try reaction($0, to: digest) }
        var shown: Projection?
        for messages in [[target] + crowd, crowd.shuffled() + [target]] {
            let folder = try TemporaryFolder()
            let options = StoreOptions(folder: folder.path, mapSizeBytes: 64 << 20)
            let store = try ChatStore(options)
            try await receive(messages, store)
            let projection = try projection(store, digest)
            #expect(projection == shown ?? projection)
            shown = projection
            let time = try readingTime(store, digest)
            await store.close()
            try addToIndex(100_000, folder.path, options, target.message)
            let again = try ChatStore(options)
            #expect(try self.projection(again, digest) == shown)
            #expect(try readingTime(again, digest) < time * 4)
            await again.close()
        }
        #expect(shown?.reactions.map(\.authors.count) == [133, 67])
    }

    /// Adds reactions that are newer than all others to the index of a closed store, and checks what a reader reads of it.
    private func addToIndex(_ count: UInt64, _ path: String, _ options: StoreOptions, _ target: Message) throws {
        let folder = try StoreFolder(path: path)
        defer { folder.unlock() }
        let (database, _) = try ChatStore.open(folder, options)
        defer { database.close() }
        let messages = try Self.keys.indices.map { try reaction(1000 + UInt64($0), to: target.digest).message }
        try database.write { transaction, tables in
            let before = try tables.relationIndex.ids(of: PackedMessage(target), in: transaction)
            for number in 0..<count {
                let message = messages[Int(number % 2)]
                let position = LogPosition(id: LogID(key: 1000 + number), mark: .zero)
                let entry = LogEntry(
                    position: position, arrival: UnixTime(milliseconds: 0), body: .message(message), isErased: false)
                try tables.relationIndex.insert(entry, in: &transaction)
            }
            #expect(try tables.relationIndex.count(in: transaction) == Int(count) + 400)
            let after = try tables.relationIndex.ids(of: PackedMessage(target), in: transaction)
            #expect(before.count == 200 && after == before)
        }
    }
}
