import ChatModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChatStore

/// The ids of a store whose files were restored, copied, removed or left by a killed process.
struct RestoreTests {
    private static let noon = UnixTime(milliseconds: 1_795_262_400_000)

    /// A data folder, and the jumps of the stores in it.
    private struct Data: ~Copyable {
        private let folder: TemporaryFolder
        let files: NodeFolder

        init() throws {
            folder = try TemporaryFolder()
            files = NodeFolder(folder.path + "/data")
        }

        var path: String { files.path }
        var backup: String { folder.path + "/backup" }

        func open(
            at now: UnixTime = noon, onJump: @escaping @Sendable (IDJump) -> Void = { _ in }
        ) throws -> ChatStore {
            var options = StoreOptions(folder: path, mapSizeBytes: 16 << 20, time: ManualTime(wall: now.milliseconds))
            options.onJump = onJump
            return try ChatStore(options)
        }

        /// Opens the store, posts texts and closes the store.
        ///
        /// - Parameter isKilled: whether the ids file is left as a killed process leaves it.
        /// - Returns: the ids of the texts, and the jumps.
        @discardableResult
        func post(
            _ count: Int, at now: UnixTime = noon, isKilled: Bool = false
        ) async throws -> (ids: [UInt64], jumps: [IDJump]) {
            let jumps = Mutex<[IDJump]>([])
            let store = try open(at: now) { jump in jumps.withLock { $0.append(jump) } }
            var ids: [UInt64] = []
            for number in 0..<count { ids.append(try await store.post("\(number)").rawValue) }
            let left = try files.idsFiles
            try expectSound(store)
            await store.close()
            if isKilled { try files.rename(try files.idsFiles[0], to: left[0]) }
            return (ids, jumps.withLock { $0 })
        }
    }

    private func reasons(_ jumps: [IDJump]) -> [IDJump.Reason] { jumps.map(\.reason) }

    // MARK: The ids file

    @Test(
        arguments: [
            "ids-below-0.lifetime-1", "ids-below-2147483649.lifetime-1", "ids-below-07.lifetime-1",
            "ids-below-7.lifetime-",
            "ids-below-7.lifetime--1", "ids-below-7.lifetime-1.bak", "ids-below-7",
            "ids-below-7.lifetime-9007199254740992",
            "ids-below-+7.lifetime-1", "data.mdb",
        ])
    func `a file with another name is no ids file`(name: String) {
        #expect(IDsFile.Name(name) == nil)
    }

    @Test func `the name of an ids file is read as it was written`() throws {
        for name in [
            IDsFile.Name.first, .init(bound: 1025, lifetime: 7),
            .init(bound: Limits.idCeiling, lifetime: (1 << 53) - 1),
        ] {
            #expect(IDsFile.Name(name.text) == name)
        }
        #expect(IDsFile.Name(bound: 1025, lifetime: 7).text == "ids-below-1025.lifetime-7")
    }

    @Test func `a store reserves ids when it gives the first one, and returns them when it is closed`() async throws {
        let data = try Data()
        let store = try data.open()
        #expect(try data.files.idsFiles == ["ids-below-1.lifetime-0"])
        try await store.post("one")
        #expect(try data.files.idsFiles == ["ids-below-1025.lifetime-1"])
        await store.close()
        #expect(try data.files.idsFiles == ["ids-below-2.lifetime-1"])
        try await data.open().close()
        #expect(try data.files.idsFiles == ["ids-below-2.lifetime-1"])
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [2] && jumps.isEmpty)
        #expect(try data.files.idsFiles == ["ids-below-3.lifetime-2"])
    }

    @Test func `blocks of ids double while each lasts less than a second, up to 16,384`() throws {
        let data = try Data()
        try FileManager.default.createDirectory(atPath: data.path, withIntermediateDirectories: true)
        let time = ManualTime()
        let folder = try StoreFolder(path: data.path)
        let start = IDStart(.init(), files: [], hasRun: false, now: time.wall)
        let ids = IDReserve(start, in: folder, time: time)
        var sizes: [UInt64] = []
        for round in 0..<8 {
            let next = max(1, ids.bound)
            if round == 6 { time.advance(by: .seconds(1)) }
            _ = try ids.reserve(from: next)
            sizes.append(ids.bound - next)
        }
        #expect(sizes == [1024, 2048, 4096, 8192, 16_384, 16_384, 1024, 2048])
        #expect(try data.files.idsFiles == ["ids-below-\(ids.bound).lifetime-0"])
    }

    @Test func `a store gives the last id below 2^31 and no further one`() async throws {
        let data = try Data()
        try await data.open().close()
        try data.files.rename("ids-below-1.lifetime-0", to: "ids-below-2147483647.lifetime-5")
        #expect(try await data.post(1).ids == [2_147_483_647])
        let failures = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: data.path, mapSizeBytes: 16 << 20)
        options.onWriteFailure = { error in failures.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        for _ in 1...2 {
            await #expect(throws: StoreError.idsExhausted) { try await store.post("one more") }
        }
        await store.close()
        #expect(failures.withLock { $0 } == [.idsExhausted])
    }

    // MARK: Killed processes

    @Test func `after a process was killed, ids go on at its bound, and the jump is reported`() async throws {
        let data = try Data()
        try await data.post(3, isKilled: true)
        #expect(try data.files.idsFiles == ["ids-below-1025.lifetime-1"])
        let (ids, jumps) = try await data.post(2)
        #expect(ids == [1025, 1026])
        let jump = IDJump(
            from: .zero.advanced(by: 4), to: .zero.advanced(by: 1025), reason: .notClosed, lastMessage: Self.noon)
        #expect(jumps == [jump])
        #expect(!jump.isRestore)
    }

    /// A process that is killed leaves the ids file with the bound and the lifetime before or after each rename.
    @Test(arguments: [1025, 2049, 3000] as [UInt64], [0, 1] as [UInt64])
    func `no id is given again, at whichever step of a reservation a process is killed`(
        bound: UInt64, lifetime: UInt64
    ) async throws {
        let data = try Data()
        let given = try await data.post(3).ids
        try data.files.rename("ids-below-4.lifetime-1", to: "ids-below-\(bound).lifetime-\(lifetime)")
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [bound] && given == [1, 2, 3])
        #expect(reasons(jumps) == [.notClosed])
    }

    @Test func `a node that was killed before its first commit begins with id 1`() async throws {
        let data = try Data()
        try await data.open().close()
        try data.files.remove("data.mdb", "lock.mdb", "node.key")
        #expect(try await data.post(1).ids == [1])
    }

    // MARK: Restores

    @Test(arguments: [false, true])
    func `a backup that is copied over the folder goes on above all ids that were given`(isKilled: Bool) async throws {
        let data = try Data()
        try await data.post(2)
        try data.files.copy(to: data.backup)
        var last = try await data.post(3, isKilled: isKilled).ids[2]
        for round in 1...3 {
            try data.files.copyOver(from: data.backup)
            #expect(try data.files.idsFiles.count == 2)
            let (ids, jumps) = try await data.post(3, isKilled: isKilled)
            #expect(ids[0] > last)
            // Only the first round has killed a process in whose lifetime no older store was found.
            #expect(reasons(jumps) == [.olderStore])
            #expect(isKilled || ids[0] == last + 1)
            #expect(jumps.first?.from.rawValue == 3 && jumps.first?.lastMessage == Self.noon, "\(round)")
            #expect(try data.files.idsFiles.count == 1)
            last = ids[2]
        }
    }

    @Test func `a store file that is put back alone goes on above all ids that were given`() async throws {
        let data = try Data()
        try await data.post(2)
        try data.files.copy(to: data.backup)
        try await data.post(40)
        try data.files.remove("data.mdb", "lock.mdb")
        try FileManager.default.copyItem(atPath: data.backup + "/data.mdb", toPath: data.path + "/data.mdb")
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [43])
        #expect(reasons(jumps) == [.olderStore])
    }

    @Test func `the first id in a copy of a folder jumps by 1,048,576, and no later id does`() async throws {
        let data = try Data()
        try await data.post(2)
        try data.files.copy(to: data.backup)
        let (original, none) = try await data.post(1)
        #expect(original == [3] && none.isEmpty)
        try data.files.replace(by: data.backup)
        let (ids, jumps) = try await data.post(2)
        #expect(ids == [1_048_579, 1_048_580])
        #expect(reasons(jumps) == [.copied])
        let (next, noFurther) = try await data.post(1)
        #expect(next == [1_048_581] && noFurther.isEmpty)
    }

    @Test func `a second copy of the same backup gives ids above those of the first copy`() async throws {
        let data = try Data()
        try await data.post(1)
        try data.files.copy(to: data.backup)
        var ids: [UInt64] = []
        for time in [Self.noon + 60_000, Self.noon + 120_000] {
            try data.files.replace(by: data.backup)
            ids += try await data.post(1, at: time).ids
        }
        #expect(ids == [1_049_178, 1_049_778])
    }

    @Test func `a folder whose ids file is missing jumps as a copy does`() async throws {
        let data = try Data()
        try await data.post(2)
        try data.files.remove("ids-below-3.lifetime-1")
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [1_048_579])
        #expect(reasons(jumps) == [.idsFileMissing])
        #expect(try await data.post(1).ids == [1_048_580])
    }

    @Test func `a store that is opened again before it gives an id reports its jump again`() async throws {
        let data = try Data()
        try await data.post(1)
        try data.files.copy(to: data.backup)
        try data.files.replace(by: data.backup)
        for _ in 1...2 { #expect(try await reasons(data.post(0).jumps) == [.copied]) }
        #expect(try await data.post(1).ids == [1_048_578])
    }

    @Test func `a new store in a folder with an ids file goes on at its bound`() async throws {
        let data = try Data()
        try await data.post(5)
        try data.files.remove("data.mdb", "lock.mdb")
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [6])
        #expect(reasons(jumps) == [.storeMissing])
    }

    @Test func `a node key without a store and without an ids file begins at 33,554,432`() async throws {
        let data = try Data()
        try await data.post(5)
        try data.files.remove("data.mdb", "lock.mdb", "ids-below-6.lifetime-1")
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [33_554_432])
        #expect(reasons(jumps) == [.storeMissing])
    }

    @Test func `a store in a moved folder gives the next id without a jump`() async throws {
        let data = try Data()
        try await data.post(1)
        try FileManager.default.moveItem(atPath: data.path, toPath: data.backup)
        try FileManager.default.moveItem(atPath: data.backup, toPath: data.path)
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [2] && jumps.isEmpty)
    }

    @Test(arguments: [0, 1_795_262_399_999, UInt64.max])
    func `a jump is at least 1,048,576 and at most a 64th of the ids that are left, whatever the clock is`(
        now: UInt64
    ) {
        for next in [1, 1 << 20, 1 << 30, Limits.idCeiling - 64, Limits.idCeiling - 1, Limits.idCeiling] {
            let after = LogID.afterJump(from: next, Self.noon, UnixTime(milliseconds: now))
            let most = (Limits.idCeiling - next) / 64
            #expect(after - next <= most)
            #expect(after - next >= min(1 << 20, most))
        }
    }

    @Test func `a commit that claims ids and stores no record gives none of them away`() async throws {
        let data = try Data()
        try await data.post(2)
        try data.files.copy(to: data.backup)
        try await data.post(20, isKilled: true)
        try data.files.copyOver(from: data.backup)
        let folder = try StoreFolder(path: data.path)
        let (database, commits) = try ChatStore.open(
            folder,
            StoreOptions(folder: data.path, mapSizeBytes: 16 << 20, time: ManualTime(wall: Self.noon.milliseconds)))
        let writer = Writer(
            database, commits: commits, origin: SigningKey().publicKey, time: SystemTime(), buildDate: .testBuildDate)
        try await writer.write(.alone) { try $1.settle(in: &$0) }
        let stored = try database.read { transaction, tables in try tables.storedIDs(in: transaction).next }
        #expect(stored == 1027)
        let message = try VerifiedMessage(Fields(text: "later"), at: .zero, signing: SigningKey())
        #expect(try await writer.write(.alone) { try $1.append(message, in: &$0) }.rawValue == 1027)
        await writer.close()
        folder.unlock()
        #expect(try data.files.idsFiles == ["ids-below-1028.lifetime-3"])
    }

    @Test func `an ids file of a newer store stays until another one has a higher lifetime`() async throws {
        let data = try Data()
        try await data.post(2)
        try FileManager.default.createDirectory(atPath: data.backup, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: data.path + "/ids-below-3.lifetime-1", toPath: data.backup + "/file")
        try FileManager.default.moveItem(atPath: data.backup + "/file", toPath: data.path + "/ids-below-9.lifetime-7")
        let store = try data.open()
        // The first commit is followed by a rename that raises the lifetime.
        try data.files.obstruct("ids-below-1033.lifetime-8")
        #expect(try await store.post("nine").rawValue == 9)
        #expect(
            try data.files.idsFiles == [
                "ids-below-1033.lifetime-1", "ids-below-1033.lifetime-8", "ids-below-9.lifetime-7",
            ])
        try data.files.remove("ids-below-1033.lifetime-8")
        await store.close()
        #expect(try data.files.idsFiles == ["ids-below-10.lifetime-8"])
    }

    // MARK: A folder that refuses

    @Test
    func `while the ids file cannot be renamed, posts are refused, reads continue, and the failure is reported once`()
        async throws
    {
        let data = try Data()
        let told = Mutex<[StoreError?]>([])
        var options = StoreOptions(folder: data.path, mapSizeBytes: 16 << 20)
        options.onWriteFailure = { error in told.withLock { $0.append(error) } }
        let store = try ChatStore(options)
        try data.files.obstruct("ids-below-1025.lifetime-0")
        let refusal = StoreError.idsNotReserved(
            file: data.path + "/ids-below-1025.lifetime-0", reason: "Is a directory")
        for _ in 1...3 {
            let error = await #expect(throws: StoreError.self) { try await store.post("refused") }
            #expect(error == refusal)
        }
        #expect(try store.wholeLog().entries.isEmpty)
        #expect(told.withLock { $0 } == [refusal])
        try data.files.remove("ids-below-1025.lifetime-0")
        #expect(try await store.post("stored").rawValue == 1)
        #expect(told.withLock { $0 } == [refusal, nil])
        #expect(try store.wholeLog().texts == ["stored"])
        await store.close()
    }

    @Test func `an ids file that is removed while the store is open is created again`() async throws {
        let data = try Data()
        try await data.post(1)
        let store = try data.open()
        try data.files.remove("ids-below-2.lifetime-1")
        #expect(try await store.post("two").rawValue == 2)
        await store.close()
        let (ids, jumps) = try await data.post(1)
        #expect(ids == [3] && jumps.isEmpty)
    }

    // MARK: Own messages

    private func page(_ text: String, at time: UnixTime, by key: SigningKey) throws -> JudgedPage {
        JudgedPage(
            verdicts: [.good(try VerifiedMessage(Fields(text: text), at: Stamp(time), signing: key))])
    }

    @Test func `an unknown message of this node that a peer has makes the next id jump, once in each opening`()
        async throws
    {
        let data = try Data()
        let peer = try #require(PeerID("peer"))
        let jumps = Mutex<[IDJump]>([])
        for opening in 1...2 {
            let store = try data.open(at: Self.noon + 1000) { jump in jumps.withLock { $0.append(jump) } }
            let first = try await store.post("\(opening)").rawValue
            // The first restore explains messages up to its time, and in the second opening only the second one is later.
            for (number, minutes) in [1, 2].enumerated() {
                let time = Self.noon + UInt64((opening - 1) * 3 + minutes) * 60_000
                _ = try await store.apply(page("\(opening) \(number)", at: time, by: store.key), from: peer)
            }
            _ = try await store.apply(page("of another", at: Self.noon + 1_000_000, by: SigningKey()), from: peer)
            let ids = try store.wholeLog().entries.map(\.id.rawValue).suffix(4)
            #expect(Array(ids) == [first, first + 1_048_577, first + 1_048_578, first + 1_048_579])
            try expectSound(store)
            await store.close()
        }
        #expect(jumps.withLock { $0.map(\.reason) } == [.ownMessageReturned, .ownMessageReturned])
    }

    @Test func `a restore that was noticed explains the messages of this node up to its time`() async throws {
        let data = try Data()
        let peer = try #require(PeerID("peer"))
        try await data.post(1)
        try data.files.copy(to: data.backup)
        try data.files.replace(by: data.backup)
        let restored = Self.noon + 3_600_000
        #expect(try await data.post(1, at: restored).ids == [1_084_578])
        let store = try data.open(at: restored + 1000) { jump in Issue.record("\(jump)") }
        _ = try await store.apply(page("before the restore", at: restored, by: store.key), from: peer)
        #expect(try store.wholeLog().high.rawValue == 1_084_579)
        await store.close()
    }
}
