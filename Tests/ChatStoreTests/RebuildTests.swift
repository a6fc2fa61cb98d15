import ChatModel
import Foundation
import LMDB
import TestSupport
import Testing

@testable import ChatStore

struct RebuildTests {
    let peer = PeerID("peer")!

    /// Fills a store with messages in three rooms, short and long ones, some of them gone, erased or without values.
    func fill(_ folder: String, count: Int) async throws -> [LogEntry] {
        try StoreFolder.makeFounder(folder)
        let store = try ChatStore(StoreOptions(folder: folder))
        try await store.enterGroup()
        let key = SigningKey()
        for number in 1...count {
            let text = "message \(number) " + String(repeating: "x", count: number % 7 == 0 ? 9000 : number % 50)
            let stamp = Stamp(UnixTime(milliseconds: UInt64(number) * 1000))
            let message = try VerifiedMessage(
                Fields(text: text, room: [nil, "kitchen", "garden"][number % 3]), of: Sample.group, at: stamp,
                signing: key)
            let bare = try VerifiedMessage(verifying: message.message.withoutErasableValues)
            let verdicts: [JudgedPage.Verdict] =
                number % 10 == 0 ? [.good(bare), .good(message)] : number % 11 == 0 ? [.good(bare)] : [.good(message)]
            _ = try await store.apply(JudgedPage(verdicts: verdicts), from: peer)
            if number % 13 == 0 { _ = try await store.erase(message.message.digest) }
        }
        let entries = try store.wholeLog().entries
        await store.close()
        return entries
    }

    func rebuild(
        _ source: String, to target: String, time: any TimeSource = SystemTime()
    ) throws -> RebuildReport {
        let folder = try StoreFolder(path: source, forReading: true)
        defer { folder.unlock() }
        return try StoreRebuild.build(target, from: folder, time: time, buildDate: .testBuildDate)
    }

    /// Returns the log of a rebuilt store, which has to be sound.
    func log(_ folder: String) async throws -> [LogEntry] {
        let store = try ChatStore(StoreOptions(folder: folder))
        try expectSound(store)
        let entries = try store.wholeLog().entries
        await store.close()
        return entries
    }

    private func contents(of folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
    }

    @Test func `a store that is built again has the same log, key and group, and gives ids above a jump`() async throws
    {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 60)
        let bytes = try contents(of: old)
        let report = try rebuild(old, to: new)
        #expect(try contents(of: old) == bytes)
        #expect((report.breaks, report.renumbered) == (0, 0))
        #expect((report.messages, report.last) == (60, before.last!.id.rawValue))
        #expect((report.hasKey, report.hasGroup) == (true, true))
        let after = try await log(new)
        #expect(after.map(\.position) == before.map(\.position))
        #expect(after.map(\.values) == before.map(\.values))
        #expect(after.map(\.arrival) == before.map(\.arrival))
        #expect(
            FileManager.default.contents(atPath: new + "/node.key")
                == FileManager.default.contents(atPath: old + "/node.key"))
        let store = try ChatStore(StoreOptions(folder: new))
        #expect(try store.group() == Sample.group)
        #expect(try await store.post("later").rawValue > before.last!.id.rawValue + 100_000)
        try expectSound(store)
        await store.close()
    }

    @Test func `a store without meta pages is built again with every message`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 60)
        var file = try StoreFile(old)
        file.bytes.resetBytes(in: 0..<2 * StoreFile.pageBytes)
        try file.save()
        #expect(try rebuild(old, to: new).breaks == 0)
        #expect(try await log(new).map(\.position) == before.map(\.position))
    }

    @Test func `a store that is built from a damaged one is sound and has no other messages`() async throws {
        let folder = try TemporaryFolder()
        let original = folder.path + "/original"
        let before = try await fill(original, count: 150)
        let digests = Set(before.map(\.digest))
        let pages = try StoreFile(original).bytes.count / StoreFile.pageBytes
        var (losses, breaks) = (0, 0)
        for seed: UInt64 in 1...20 {
            let (old, new) = ("\(folder.path)/\(seed)", "\(folder.path)/\(seed) new")
            try FileManager.default.copyItem(atPath: original, toPath: old)
            var file = try StoreFile(old)
            var generator = SeededGenerator(seed: seed)
            for _ in 1...20 { file.damage(using: &generator, pages: min(pages, 120)) }
            try file.save()
            let report = try rebuild(old, to: new)
            let after = try await log(new)
            #expect(digests.isSuperset(of: after.map(\.digest)), "seed \(seed)")
            #expect(report.messages >= 75, "seed \(seed)")
            if report.messages < 150 { losses += 1 }
            if report.breaks > 0 { breaks += 1 }
            // Before the first break, all is as it was.
            let same = after.prefix { $0.id.rawValue <= report.firstBreak ?? .max }
            if report.renumbered == 0 {
                #expect(Array(same.map(\.position)) == before.prefix(same.count).map(\.position))
            }
        }
        #expect(losses > 0)
        #expect(breaks > 0)
    }

    @Test func `a new store is built only in a folder that is empty or missing and is not inside the old one`()
        async throws
    {
        let folder = try TemporaryFolder()
        let old = folder.path + "/old"
        _ = try await fill(old, count: 3)
        let full = folder.path + "/full"
        try FileManager.default.createDirectory(atPath: full, withIntermediateDirectories: false)
        try Data("x".utf8).write(to: URL(filePath: full + "/file"))
        #expect(throws: StoreError.rebuildTargetUnusable(full, reason: "it is not empty")) {
            try rebuild(old, to: full)
        }
        #expect(throws: StoreError.self) { try rebuild(old, to: full + "/file") }
        #expect(throws: StoreError.self) { try rebuild(old, to: old + "/new") }
        #expect(try contents(of: full).keys.sorted() == ["file"])
        #expect(throws: StoreError.self) { try rebuild(old, to: "") }
        let empty = folder.path + "/empty"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: old)
        #expect(throws: StoreError.self) { try rebuild(old, to: link + "/new") }
        #expect(try rebuild(old, to: empty).messages == 3)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "empty", "full", "link", "old",
            ])
        #expect(try await log(empty).count == 3)
    }

    @Test(arguments: ["new/", "new//", "./new/.", "missing/../new"])
    func `the name of the new folder can end with a slash`(name: String) async throws {
        let folder = try TemporaryFolder()
        let old = folder.path + "/old"
        let before = try await fill(old, count: 3)
        #expect(try rebuild(old, to: "\(folder.path)/\(name)").messages == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["new", "old"])
        #expect(try await log(folder.path + "/new").map(\.digest) == before.map(\.digest))
    }

    @Test func `only a folder that an interrupted rebuild left behind is emptied`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let building = new + RebuildFolder.suffix
        _ = try await fill(old, count: 3)
        try FileManager.default.createDirectory(atPath: building, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(filePath: building + "/data.mdb"))
        let expected = StoreError.rebuildTargetUnusable(
            new, reason: "\(building) exists, and no rebuild has left it behind")
        #expect(throws: expected) { try rebuild(old, to: new) }
        #expect(try contents(of: building) == ["data.mdb": Data("mine".utf8)])

        try Data().write(to: URL(filePath: "\(building)/\(RebuildFolder.marker)"))
        do {
            let other = try StoreFolder(path: building)
            defer { other.unlock() }
            let expected = StoreError.rebuildTargetUnusable(new, reason: "another process builds a store there")
            #expect(throws: expected) { try rebuild(old, to: new) }
            #expect(try contents(of: building)["data.mdb"] == Data("mine".utf8))
        }
        #expect(try rebuild(old, to: new).messages == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["new", "old"])
        #expect(try contents(of: new)[RebuildFolder.marker] == nil)
    }

    @Test func `a store without its node key is built again without one`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        _ = try await fill(old, count: 3)
        try FileManager.default.removeItem(atPath: old + "/node.key")
        #expect(try rebuild(old, to: new).hasKey == false)
        #expect(!FileManager.default.fileExists(atPath: new + "/node.key"))
        #expect(!FileManager.default.fileExists(atPath: old + "/node.key"))
        let store = try ChatStore(StoreOptions(folder: new, newKey: true))
        #expect(try store.messageCount() == 3)
        await store.close()
    }

    private func replaceFirstRecord(by entry: LogEntry, in folder: String) throws {
        try Environment(folder: folder).write { transaction in
            let meta = try Table<Meta, UInt64>(Environment.mainTable, in: transaction)
            let log = try Table<UInt32, [UInt8]>("log", in: transaction)
            let format = RecordFormat(checksum: try Checksum(from: meta, in: transaction))
            try log.put(1, format.encode(entry), in: &transaction)
        }
    }

    /// The record of a gone message can have the same layout in another schema.
    @Test(arguments: [false, true])
    func `a store of another schema is not built again if no message has the checksum of this schema`(
        hasGoneMessage: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let old = folder.path + "/old"
        let entries = try await fill(old, count: 3)
        if hasGoneMessage { try replaceFirstRecord(by: entries[0].gone, in: old) }
        var file = try StoreFile(old)
        for case .message(let message) in entries.map(\.body) { file.damageRecord(of: message, at: 0.5) }
        for offset in file.offsets(of: Array("schema".utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(StoreFolder.schemaVersion)]) {
            file.bytes[offset + 13] = 99
        }
        try file.save()
        let expected = StoreError.schemaUnknown(folder: old, schema: 99, supported: StoreFolder.schemaVersion)
        #expect(throws: expected) { try rebuild(old, to: folder.path + "/new") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old"])
    }

    @Test func `parts of the file that cannot be read from the disk are counted`() async throws {
        let folder = try TemporaryFolder()
        let old = folder.path + "/old"
        _ = try await fill(old, count: 3)
        #expect(try rebuild(old, to: folder.path + "/new").unreadLMDBPages == 0)
        try FileManager.default.removeItem(atPath: old + "/data.mdb")
        // Reading a folder fails as reading from a broken disk does.
        try FileManager.default.createDirectory(atPath: old + "/data.mdb", withIntermediateDirectories: false)
        #expect(try rebuild(old, to: folder.path + "/other").unreadLMDBPages > 0)
    }

    // MARK: Numbers and settings

    @Test func `a damaged number of the schema does not prevent a rebuild`() async throws {
        let folder = try TemporaryFolder()
        let old = folder.path + "/old"
        _ = try await fill(old, count: 3)
        var file = try StoreFile(old)
        let offsets = file.offsets(of: Array("schema".utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(StoreFolder.schemaVersion)])
        try #require(!offsets.isEmpty)
        for offset in offsets { file.bytes[offset + 13] = 99 }
        try file.save()
        #expect(try rebuild(old, to: folder.path + "/new").messages == 3)
    }

    @Test func `a rebuilt store keeps the messages of its group if the founder in the settings is damaged`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 3)
        var file = try StoreFile(old)
        let offsets = file.offsets(of: Array("founder".utf8) + Sample.founder.publicKey.bytes)
        try #require(!offsets.isEmpty)
        for offset in offsets { file.bytes[offset + 5] ^= 1 }
        try file.save()
        #expect(try rebuild(old, to: new).messages == 3)
        #expect(try await log(new).map(\.digest) == before.map(\.digest))
    }

    @Test func `a store of a group without messages keeps its group`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        try StoreFolder.makeFounder(old)
        let before = try ChatStore(StoreOptions(folder: old))
        try await before.enterGroup()
        await before.close()
        #expect(try rebuild(old, to: new).hasGroup)
        let store = try ChatStore(StoreOptions(folder: new))
        #expect(try store.group() == Sample.group)
        await store.close()
    }

    /// Whether the damaged store has its ids file.
    @Test(arguments: [true, false])
    func `a message with a damaged id gets a new id above all ids that were given, and enough ids remain`(
        hasIDsFile: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 9)
        guard case .message(let last)? = before.last?.body else { throw MalformedRecord() }
        var file = try StoreFile(old)
        // The id stands before the record.
        for record in file.records(of: last) { file.bytes[record.lowerBound - 4] = 0x7f }
        try file.save()
        let files = NodeFolder(old)
        let idsFile = try #require(files.idsFiles.first)
        if hasIDsFile {
            try files.rename(idsFile, to: "ids-below-70000.lifetime-1")
        } else {
            try files.remove(idsFile)
        }
        let report = try rebuild(old, to: new)
        #expect((report.messages, report.renumbered, report.breaks) == (9, 1, 0))
        #expect(report.last == before.dropLast().last?.id.rawValue)
        let after = try await log(new)
        #expect(after.map(\.digest) == before.map(\.digest))
        let bound: UInt64 = hasIDsFile ? 70_000 + 1 << 20 : 33_554_432
        let newID = try #require(after.last?.id.rawValue)
        #expect((bound...bound + 1000).contains(newID))
        let store = try ChatStore(StoreOptions(folder: new))
        let next = try await store.post("later").rawValue
        #expect(next > newID + 1 << 20 && next < 1 << 27)
        await store.close()
    }

    @Test func `a damaged record proves no time`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 9)
        guard case .message(let message) = before[4].body else { throw MalformedRecord() }
        var file = try StoreFile(old)
        for record in file.records(of: message) { file.bytes[record.lowerBound + 2] ^= 0x40 }
        try file.save()
        #expect(try rebuild(old, to: new).renumbered == 1)
        let after = try await log(new)
        #expect(after.last?.digest == message.digest)
        #expect(after.last?.arrival == before.map(\.arrival).max())
    }

    // MARK: Times

    /// Fills a store at noon, then with a clock that is `hours` ahead, then at noon again. Returns its clock.
    private func fillWithWrongClock(_ folder: String, hours: UInt64 = 2) async throws -> ManualTime {
        let clock = ManualTime(wall: ClockTests.noon)
        let store = try ChatStore(StoreOptions(folder: folder, time: clock))
        try await store.post("a")
        clock.set(ClockTests.noon + hours * ClockTests.hour)
        for text in ["b", "c", "d"] { try await store.post(text) }
        clock.set(ClockTests.noon + 1000)
        for text in ["e", "f"] { try await store.post(text) }
        await store.close()
        return clock
    }

    @Test func `a rebuild decides the arrivals again that are after the clock`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let clock = try await fillWithWrongClock(old)
        clock.set(ClockTests.noon + 2000)
        #expect(try rebuild(old, to: new, time: clock).redated == 3)
        let store = try ChatStore(StoreOptions(folder: new, time: clock))
        let arrivals = try store.wholeLog().entries.map { $0.arrival.milliseconds - ClockTests.noon }
        #expect(arrivals == [0, 1, 2, 3, 1000, 1000])
        #expect(try store.largestDisplayStamp().time.milliseconds <= ClockTests.noon + 301_000)
        try await store.post("g")
        #expect(try store.read(LogQuery(room: .main, range: .newestShown, limit: 1)).texts == ["g"])
        try expectSound(store)
        await store.close()
    }

    /// - Parameter wall: the clock of the rebuild: unset, or later than all arrivals.
    @Test(arguments: [0, ClockTests.noon + 3 * ClockTests.hour])
    func `a rebuild keeps the arrivals under an unset clock, and those before the clock`(wall: UInt64) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let clock = try await fillWithWrongClock(old)
        clock.set(wall)
        #expect(try rebuild(old, to: new, time: clock).redated == 0)
        let store = try ChatStore(StoreOptions(folder: new, time: clock))
        #expect(
            try store.wholeLog().entries[3].arrival.milliseconds == ClockTests.noon + 2 * ClockTests.hour)
        await store.close()
    }

    @Test func `a rebuild gives the first messages of a store the present time if they are ahead of it`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let clock = ManualTime(wall: ClockTests.noon)
        var store = try ChatStore(StoreOptions(folder: old, time: clock))
        for text in ["a", "b"] { try await store.post(text) }
        await store.close()
        clock.set(ClockTests.noon - ClockTests.hour)
        #expect(try rebuild(old, to: new, time: clock).redated == 2)
        store = try ChatStore(StoreOptions(folder: new, time: clock))
        #expect(try store.wholeLog().entries.map(\.arrival) == [clock.wall, clock.wall + 1])
        await store.close()
    }

    // MARK: Peers and invitations

    @Test func `a rebuild keeps paired peers and invitations, as after a restore`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let secret = InvitationSecret.random()
        let (ben, eva) = (SigningKey().publicKey, SigningKey().publicKey)
        var store = try ChatStore(StoreOptions(folder: old))
        _ = try await store.invite(secret.hash, for: .seconds(3600), uses: 3, process: .random())
        for key in [ben, eva] {
            _ = try await store.redeem(
                secret.hash, in: GroupID(founder: store.key.publicKey), by: key, named: "peer", at: [],
                as: FieldValue("anna"), process: .random())
        }
        _ = try await store.change(eva, .remove())
        try await store.post("hello")
        let before = try store.pairedPeers()
        await store.close()
        _ = try rebuild(old, to: new)
        store = try ChatStore(StoreOptions(folder: new))
        let after = try store.pairedPeers()
        #expect(after.map(\.key) == before.map(\.key))
        #expect(after.first { $0.key == eva }?.state == .removed)
        #expect(after.filter(\.isUnconfirmed).map(\.key) == [ben])
        try await store.post("later")
        #expect(
            try await store.redeem(
                secret.hash, in: store.group(), by: SigningKey().publicKey, named: "late", at: [],
                as: FieldValue("anna"),
                process: .random())
                == .refused(.void))
        try expectSound(store)
        await store.close()
    }

    @Test func `of two records of a peer or an invitation, a rebuild copies the one that allows less`() throws {
        func peer(_ state: PairedPeer.State, _ since: UInt64) -> PairedPeer {
            PairedPeer(
                key: Sample.key.publicKey, name: "ben", state: state, since: UnixTime(milliseconds: since), places: [],
                invitation: nil)
        }
        func expectLater(_ right: PairedPeer, than wrong: PairedPeer) {
            #expect(right.later(wrong) == right)
            #expect(wrong.later(right) == right)
        }
        expectLater(peer(.removed, 2), than: peer(.active, 1))
        expectLater(peer(.removed, 1), than: peer(.active, 1))
        expectLater(peer(.paused, 1), than: peer(.active, 1))
        expectLater(peer(.active, 3), than: peer(.removed, 2))
        let fresh = StoredInvitation(
            hash: InvitationSecret.random().hash, made: UnixTime(milliseconds: 1), expires: nil, process: .random(),
            deadline: 1, usesLeft: 2)
        var (used, void) = (fresh, fresh)
        (used.usesLeft, void.isVoid) = (1, true)
        for (right, wrong) in [(used, fresh), (void, fresh), (void, used)] {
            #expect(right.later(wrong) == right)
            #expect(wrong.later(right) == right)
        }
    }

    // MARK: The node key

    /// The state of the file `node.key` at the rebuild.
    enum Key: CaseIterable {
        case same, replaced, lost
    }

    @Test(arguments: Key.allCases)
    func `without the key of the store, its messages get new ids`(key: Key) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let before = try await fill(old, count: 20)
        if key != .same { try FileManager.default.removeItem(atPath: old + "/node.key") }
        if key == .replaced {
            await (try ChatStore(StoreOptions(folder: old, newKey: true))).close()
        }
        // A peer can plant a seed and fewer records than the store has.
        let planted = RecordFormat(checksum: Checksum(seed: ChecksumSeed(rawValue: 7)))
        var file = try StoreFile(old)
        file.plant(
            [(Meta.checksumSeed.encoded(), .inPage(UInt64(7).encoded()))]
                + (100..<110 as Range<UInt64>).map { id in
                    (id.logKey, .inPage(planted.encode(before[0].gone(at: id))))
                })
        try file.save()
        let report = try rebuild(old, to: new)
        #expect((report.messages, report.renumbered) == (20, key == .same ? 0 : 20))
        // Without the key, the settings cannot be trusted, and the founder has written no message.
        #expect((report.hasKey, report.hasGroup) == (key != .lost, key == .same))
        let store = try ChatStore(StoreOptions(folder: new, newKey: key == .lost))
        let after = try store.wholeLog().entries
        #expect(Set(after.map(\.digest)) == Set(before.map(\.digest)))
        if key == .same {
            #expect(after.map(\.position) == before.map(\.position))
        } else {
            #expect(after.allSatisfy { $0.id.rawValue > 20 })
        }
        #expect(try store.group() == (key == .same ? Sample.group : .none))
        try expectSound(store)
        await store.close()
    }

    @Test func `a rebuild finds the founder by one of its messages`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let store = try ChatStore(StoreOptions(folder: old))
        try await store.enterGroup()
        await store.close()
        try FileManager.default.removeItem(atPath: old + "/node.key")
        #expect(try rebuild(old, to: new).hasGroup)
    }

    // MARK: States of a message

    /// Stores a message first without its values, then with them.
    private func storeTwice(_ message: VerifiedMessage, in folder: String) async throws {
        let store = try ChatStore(StoreOptions(folder: folder))
        let bare = try VerifiedMessage(verifying: message.message.withoutErasableValues)
        for message in [bare, message] {
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
        }
        #expect(try store.wholeLog().entries.map(\.values) == [nil, .present])
        await store.close()
    }

    @Test func `a message without its values is copied from an old LMDB page if the record with the values is lost`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let message = try VerifiedMessage(
            Fields(text: "the values of the message"), at: Stamp(.testBuildDate), signing: SigningKey())
        try await storeTwice(message, in: old)
        var file = try StoreFile(old)
        for offset in file.offsets(of: "the values of the message".utf8) { file.bytes[offset] ^= 1 }
        try file.save()
        let report = try rebuild(old, to: new)
        #expect((report.messages, report.renumbered) == (1, 1))
        let store = try ChatStore(StoreOptions(folder: new))
        try expectSound(store)
        #expect(try store.wholeLog().entries.map(\.values) == [nil, .missing])
        #expect(try store.wanted() == [message.message.digest])
        await store.close()
    }

    @Test(arguments: [false, true])
    func `a rebuild brings no values of an erased message back if its record is damaged`(isDeleted: Bool) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        var store = try ChatStore(StoreOptions(folder: old))
        let id = try await store.post("a text to erase")
        let digest = try #require(store.wholeLog().digests.first)
        if isDeleted {
            let deletion = Change(.deletion, of: digest, by: .owner, [], device: try FieldValue("anna"))
            _ = try await store.post(deletion, postKey: nil)
        } else {
            #expect(try await store.erase(digest))
        }
        guard case .message(let message) = try store.wholeLog().entries[0].body else { throw MalformedRecord() }
        await store.close()
        var file = try StoreFile(old)
        // One byte of the commit time.
        for offset in file.offsets(of: digest.bytes + message.signature.bytes) where file.bytes[offset - 23] == 3 {
            file.bytes[offset - 20] ^= 1
        }
        try file.save()
        _ = try rebuild(old, to: new)
        store = try ChatStore(StoreOptions(folder: new))
        try expectSound(store)
        let entry = try #require(store.wholeLog().entries.first)
        // The kind "erased" in a damaged record may be wrong, so the values count as missing, unless the log says that they are not.
        #expect((entry.id, entry.digest, entry.values) == (id, digest, isDeleted ? .erased : .missing))
        #expect(try store.wanted() == (isDeleted ? [] : [digest]))
        await store.close()
    }

    // MARK: Post keys

    @Test func `a repeated post of the last 30 days is recognised after a rebuild`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        let day: UInt64 = 24 * 60 * 60 * 1000
        let time = ManualTime()
        var store = try ChatStore(StoreOptions(folder: old, time: time))
        try await store.post("old", key: "old")
        time.set(UnixTime.testBuildDate.milliseconds + 2 * day)
        let recent = try await store.post("recent", key: "recent")
        await store.close()

        time.set(UnixTime.testBuildDate.milliseconds + 31 * day)
        #expect(try rebuild(old, to: new, time: time).messages == 2)
        store = try ChatStore(StoreOptions(folder: new, time: time))
        try expectSound(store)
        #expect(try await store.post("recent", key: "recent") == recent)
        #expect(try store.messageCount() == 2)
        try await store.post("old", key: "old")
        #expect(try store.messageCount() == 3)
        await store.close()
    }

    @Test func `the post key of a message follows it if its gone record is lost`() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.path + "/old", folder.path + "/new")
        var store = try ChatStore(StoreOptions(folder: old))
        try await store.post("mine", key: "k")
        guard case .message(let message) = try store.wholeLog().entries[0].body else { throw MalformedRecord() }
        await store.close()
        for name in try contents(of: old).keys where name != "node.key" {
            try FileManager.default.removeItem(atPath: "\(old)/\(name)")
        }
        try await storeTwice(VerifiedMessage(verifying: message), in: old)
        var file = try StoreFile(old)
        // Everything but the record with the signature.
        for offset in file.offsets(of: message.digest.bytes)
        where !file.bytes[(offset + 32)...].starts(with: message.signature.bytes) {
            file.bytes[offset] ^= 1
        }
        try file.save()
        #expect(try rebuild(old, to: new).messages == 1)
        store = try ChatStore(StoreOptions(folder: new))
        try expectSound(store)
        let entries = try store.wholeLog().entries
        #expect(entries.map(\.values) == [nil, .present])
        #expect(try await store.post("mine", key: "k") == entries[1].id)
        await store.close()
    }
}
