import ChatModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ChatStore

/// Pages that a hostile peer plants in messages. It knows every message, every mark and the layout of the store, but not
/// the seed of the checksums.
extension RebuildTests {
    fileprivate typealias Pairs = [(key: [UInt8], value: PlantedPage.Value)]

    /// The contents of a planted page.
    enum Planted: CaseIterable {
        case seed, numbers, goneRecord, noteOfStoredMessage, noteFarAhead, recordWithOtherID

        /// - Parameter log: the log of the store, in which the ids 4 to 1,000 are missing.
        fileprivate func pairs(_ log: [LogEntry], _ file: StoreFile) throws -> Pairs {
            let format = RecordFormat(checksum: Checksum(seed: ChecksumSeed(rawValue: 7)))
            let (first, last) = (log[0], log[log.count - 1])
            func note(_ entry: LogEntry) -> PlantedPage.Value {
                let state = DamagedRecord.State.gone(entry.position.mark, entry.digest)
                return .inPage(DamagedRecord(noted: last.arrival, state).encoded())
            }
            switch self {
            case .seed:
                let far = last.gone(at: 1 << 30)
                return [
                    (Meta.checksumSeed.encoded(), .inPage(UInt64(7).encoded())),
                    (far.id.rawValue.logKey, .inPage(format.encode(far))),
                ]
            case .numbers:
                return [
                    (Meta.nextID.encoded(), .inPage((Limits.idCeiling - 1).encoded())),
                    (Meta.lifetime.encoded(), .inPage((UInt64(1) << 53).encoded())),
                    (Meta.schema.encoded(), .inPage(UInt64(99).encoded())),
                ]
            case .goneRecord: return [(first.id.rawValue.logKey, .inPage(format.encode(first.gone)))]
            case .noteOfStoredMessage: return [(first.id.rawValue.logKey, note(first))]
            case .noteFarAhead: return [((Limits.idCeiling - 2).logKey, note(last))]
            case .recordWithOtherID:
                // The last message is on overflow pages.
                let records = try [first, last].map { entry in
                    guard case .message(let message) = entry.body else { throw MalformedRecord() }
                    return try #require(file.records(of: message).last)
                }
                let page = records[1].lowerBound / StoreFile.pageBytes
                return [
                    (UInt64(500).logKey, .overflow(page: page, byteCount: records[1].count)),
                    ((Limits.idCeiling - 1).logKey, .inPage(Array(file.bytes[records[0]]))),
                ]
            }
        }
    }

    @Test(arguments: Planted.allCases)
    func `a page that a peer has planted changes nothing in the new store`(planted: Planted) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        _ = try await fill(old, count: 3)
        let files = NodeFolder(old)
        try files.rename(try #require(files.idsFiles.first), to: "ids-below-1001.lifetime-1")
        var store = try ChatStore(StoreOptions(folder: old))
        for text in ["short", String(repeating: "long", count: 2000)] { try await store.post(text) }
        let before = try store.wholeLog().entries
        try #require(before[3].id.rawValue > 1000)
        await store.close()
        let idsFiles = try files.idsFiles
        var file = try StoreFile(old)
        let pairs = try planted.pairs(before, file)
        file.plant(pairs)
        try file.save()
        var found: Set<[UInt8]> = []
        _ = try LeafPages(of: old + "/data.mdb").scan { key, _ in
            found.insert(key)
            return .next
        }
        #expect(found.isSuperset(of: pairs.map(\.key)), "the planted page does not count as a page")

        let report = try rebuild(old, to: new)
        #expect((report.messages, report.renumbered, report.breaks, report.last) == (5, 0, 0, before.last!.id.rawValue))
        #expect(try NodeFolder(new).idsFiles == idsFiles)
        #expect(try await log(new).map(\.position) == before.map(\.position))
        store = try ChatStore(StoreOptions(folder: new))
        #expect(try store.group() == Sample.group)
        #expect(try await store.post("later").rawValue < before.last!.id.rawValue + 4 << 20)
        await store.close()
    }

    @Test func `a planted group is not the group of the new store`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        var store = try ChatStore(StoreOptions(folder: old))
        try await store.post("of no group")
        await store.close()
        let checksum = Checksum(seed: ChecksumSeed(rawValue: 7))
        var file = try StoreFile(old)
        file.plant([
            (Setting.founder.encoded(), .inPage(Sample.otherKey.publicKey.bytes)),
            (Setting.founder.encoded(), .inPage(Sample.otherKey.publicKey.setting(.founder, checksum))),
        ])
        try file.save()
        #expect(try rebuild(old, to: new).hasGroup == false)
        store = try ChatStore(StoreOptions(folder: new))
        #expect(try store.group() == .none)
        await store.close()
    }

    @Test func `a signed message on a planted page gets a new id, and none without the group`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 3)
        var file = try StoreFile(old)
        let format = RecordFormat(checksum: Checksum(seed: ChecksumSeed(rawValue: 7)))
        let messages = try [Sample.group, Sample.otherGroup].map {
            try VerifiedMessage(Fields(text: "planted"), of: $0, at: Sample.stamp, signing: SigningKey()).message
        }
        let far = UnixTime(milliseconds: 1 << 47)
        file.plant(
            zip(messages, [2, Limits.idCeiling - 1]).map { message, id in
                let position = LogPosition(id: LogID(key: id), mark: before[1].position.mark)
                let entry = LogEntry(
                    position: position, arrival: far, body: .message(message), isErased: false)
                return (id.logKey, .inPage(format.encode(entry)))
            })
        try file.save()
        let report = try rebuild(old, to: new)
        #expect((report.messages, report.renumbered, report.breaks) == (4, 1, 0))
        let after = try await log(new)
        #expect(after.prefix(3).map(\.position) == before.map(\.position))
        #expect(after.map(\.digest) == before.map(\.digest) + [messages[0].digest])
        #expect((1 << 20..<1 << 21).contains(after[3].id.rawValue))
        #expect(after[3].arrival == before.map(\.arrival).max())
    }

    @Test func `a planted record that says that a message was erased lets peers send the values`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let message = try VerifiedMessage(Fields(text: "not erased"), at: Sample.stamp, signing: SigningKey())
        var store = try ChatStore(StoreOptions(folder: old))
        let peer = try #require(PeerID("peer"))
        let page = JudgedPage(verdicts: [.good(message)])
        _ = try await store.apply(page, from: peer)
        let before = try #require(store.wholeLog().entries.first)
        await store.close()
        let erased = LogEntry(
            position: before.position, arrival: before.arrival,
            body: .message(message.message.withoutErasableValues),
            isErased: true)
        let format = RecordFormat(checksum: Checksum(seed: ChecksumSeed(rawValue: 7)))
        var file = try StoreFile(old)
        file.plant([(before.id.rawValue.logKey, .inPage(format.encode(erased)))])
        try file.save()
        _ = try rebuild(old, to: new)
        store = try ChatStore(StoreOptions(folder: new))
        try expectSound(store)
        #expect(try store.wanted() == [message.message.digest])
        _ = try await store.apply(page, from: peer)
        #expect(try store.wholeLog().texts == ["not erased"])
        await store.close()
    }

    /// Stores a message whose second overflow page looks like a leaf page with another group, a lifetime and a next id. These
    /// bytes are the hashes of gone values. A peer can choose such a hash freely, because it cannot be checked without the
    /// value.
    ///
    /// - Parameter page: the number of the second overflow page.
    /// - Returns: the number that this page got.
    private func storePlanting(page: Int, in folder: String) async throws -> Int {
        let store = try ChatStore(StoreOptions(folder: folder))
        func node(_ name: String, _ value: [UInt8]) -> [UInt8] {
            [UInt8(value.count), 0, 0, 0, 0, 0, UInt8(name.utf8.count), 0] + Array(name.utf8) + value
        }
        let head =
            (0..<8).map { UInt8(truncatingIfNeeded: page >> (8 * $0)) } + [
                0, 0, 2, 0, 22, 0, 0, 0, 38, 0, 76, 0, 114, 0,
            ]
        let gone = [
            head, node("group", Sample.otherGroup.bytes), node("lifetime", (UInt64(1) << 53).encoded()),
            node("next-id", (Limits.idCeiling - 1).encoded()),
        ].map { $0 + [UInt8](repeating: 0, count: 32 - $0.count) }
        // The record begins 16 bytes after the start of the first overflow page; the first hash begins the second one.
        var fields = try (10..<24).map {
            Field(try FieldName("a\($0)"), .kept(try FieldValue(String(repeating: "v", count: 256))))
        }
        fields.append(Field(try FieldName("b0"), .kept(try FieldValue(String(repeating: "w", count: 217)))))
        for (index, hash) in gone.enumerated() {
            fields.append(Field(try FieldName("cc\(index)"), .gone(try ValueHash(bytes: hash), byteCount: 5)))
        }
        fields.append(Field(.user, .kept(try FieldValue("mallory"))))
        let message = try VerifiedMessage(
            Fields(fields, salt: nil), at: Sample.stamp, signing: SigningKey())
        _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
        await store.close()
        let offset = try #require(try StoreFile(folder).offsets(of: gone[0]).first)
        #expect(offset % StoreFile.pageBytes == 0)
        return offset / StoreFile.pageBytes
    }

    @Test func `a message that contains a page with a group, a lifetime and a next id changes none of them`()
        async throws
    {
        let folder = try TemporaryFolder()
        var old = folder.path + "/first"
        let page = try await storePlanting(page: 0, in: old)
        // A peer that knows the number of messages can guess the number of the page.
        old = folder.path + "/second"
        #expect(try await storePlanting(page: page, in: old) == page)
        var found: [[UInt8]: [UInt8]] = [:]
        _ = try LeafPages(of: old + "/data.mdb").scan { key, value in
            if key == Meta.lifetime.encoded(), value == (UInt64(1) << 53).encoded() { found[key] = value }
            return .next
        }
        #expect(!found.isEmpty, "the planted page does not count as a page")

        let new = folder.path + "/new"
        #expect(try rebuild(old, to: new).messages == 1)
        #expect(try NodeFolder(new).idsFiles == NodeFolder(old).idsFiles)
        let store = try ChatStore(StoreOptions(folder: new))
        #expect(try store.group() == .none)
        #expect(try await store.post("later").rawValue < 4 << 20)
        try expectSound(store)
        await store.close()
        #expect(try NodeFolder(new).idsFiles.map { $0.hasSuffix(".lifetime-2") } == [true])
    }
}

extension LogEntry {
    /// A gone entry with another id.
    func gone(at id: UInt64, _ digest: Digest? = nil) -> LogEntry {
        let position = LogPosition(id: LogID(key: id), mark: position.mark)
        return LogEntry(
            position: position, arrival: arrival, body: .gone(digest ?? self.digest),
            isErased: false)
    }
}

extension UInt64 {
    /// The key of a record with this id.
    var logKey: [UInt8] { UInt32(self).encoded() }
}
