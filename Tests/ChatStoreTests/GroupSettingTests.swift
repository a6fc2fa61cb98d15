import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

@Suite(.timeLimit(.minutes(10))) struct GroupSettingTests {
    private let group = Sample.group
    private let other = Sample.otherGroup

    private func message(_ text: String, of group: GroupID) throws -> VerifiedMessage {
        try VerifiedMessage(Fields(text: text), of: group, at: Stamp(rawValue: 1 << 40), signing: SigningKey())
    }

    private func groups(in store: ChatStore) throws -> [GroupID] { try store.wholeLog().messages.map(\.group) }

    // MARK: Setting it at the opening

    @Test func `a store has no group at first, keeps the one it is given, and refuses another one`() async throws {
        let folder = try TemporaryFolder()
        for (given, expected) in [(nil, .none), (group, group), (nil, group), (group, group)] as [(GroupID?, GroupID)] {
            let store = try ChatStore(StoreOptions(folder: folder.path, group: given))
            #expect(try store.group() == expected)
            #expect(try store.wholeLog().group == expected)
            try expectSound(store)
            await store.close()
        }
        #expect(throws: StoreError.groupDiffers(folder: folder.path, stored: group, requested: other)) {
            _ = try ChatStore(StoreOptions(folder: folder.path, group: other))
        }
        // The refused opening has unlocked the folder and left no running file.
        #expect(try !StoreFolder(path: folder.path).needsCheckBeforeOpening)
        let store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try store.group() == group)
        await store.close()
    }

    @Test func `a node keeps its messages of no group when it gets a group, and then posts in the group`() async throws
    {
        let folder = try TemporaryFolder()
        let before = try ChatStore(StoreOptions(folder: folder.path))
        try await before.post("before")
        await before.close()
        let store = try ChatStore(StoreOptions(folder: folder.path, group: group))
        try await store.post("after")
        #expect(try groups(in: store) == [.none, group])
        for message in try store.wholeLog().messages { _ = try VerifiedMessage(verifying: message) }
        try expectSound(store)
        await store.close()
    }

    // MARK: Adopting it

    @Test func `an empty store without a group adopts one, and no second one`() async throws {
        try await withStore { store in
            #expect(try await store.adoptGroup(group) == group)
            #expect(try await store.adoptGroup(other) == group)
            try await store.post("in the group")
            #expect(try groups(in: store) == [group])
        }
    }

    @Test func `a store with a message adopts no group`() async throws {
        try await withStore { store in
            try await store.post("of none")
            #expect(try await store.adoptGroup(group) == .none)
            #expect(try store.group() == .none)
        }
    }

    @Test func `a store keeps the group that it adopted when it is opened again`() async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await store.adoptGroup(group)
        await store.close()
        let again = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try again.group() == group)
        await again.close()
    }

    /// Each round posts and adopts a group at the same time. Either the group is adopted and has all posts, or a post came
    /// first and no post is in the group.
    @Test func `a store never adopts a group after a post of no group`() async throws {
        for round in 0..<40 {
            try await withStore { store in
                try await withThrowingDiscardingTaskGroup { tasks in
                    for number in 0..<3 {
                        tasks.addTask { try await store.post("\(number)") }
                        if number == round % 3 { tasks.addTask { _ = try await store.adoptGroup(self.group) } }
                    }
                }
                let result = try store.group()
                #expect(try groups(in: store) == [GroupID](repeating: result, count: 3))
            }
        }
    }

    // MARK: Messages of a peer

    @Test(arguments: [GroupID.none, Sample.group])
    func `messages of another group are counted and neither stored nor refused, and the position moves on`(
        own: GroupID
    ) async throws {
        try await withStore(group: own == .none ? nil : own) { store in
            let peer = try #require(PeerID("peer"))
            let messages = try [GroupID.none, group, other].map { try message("of \($0)", of: $0) }
            let position = LogPosition(id: Sample.id(3), mark: .zero)
            let page = JudgedPage(
                verdicts: messages.map(JudgedPage.Verdict.good) + [.foreign], settling: .to(position))
            let applied = try await store.apply(page, from: peer)
            let stored = messages.filter { own.accepts($0.message.group) }
            #expect(try store.wholeLog().digests == stored.map(\.message.digest))
            #expect(applied.stored == stored.count)
            #expect(applied.foreign == 4 - stored.count)
            #expect(applied.refused == 0)
            let storedPeer = try store.storedPeer(peer)
            #expect(storedPeer.foreign == applied.foreign)
            #expect(storedPeer.cursors.settled == position)
            #expect(storedPeer.exceptions == 0)
        }
    }

    // MARK: Checking

    /// Returns the problems of a store of the group with two messages, after `body` has changed it.
    private func problems(after body: (inout WriteTransaction, Tables) throws -> Void) async throws -> [StoreProblem] {
        let folder = try TemporaryFolder()
        let options = StoreOptions(folder: folder.path, group: group)
        let store = try ChatStore(options)
        for text in ["one", "two"] { try await store.post(text) }
        await store.close()
        let (database, _) = try ChatStore.open(try StoreFolder(path: folder.path), StoreOptions(folder: folder.path))
        try database.write(body)
        return try database.read { transaction, tables in StoreCheckTests.problems(tables, in: transaction) }
    }

    @Test func `a check finds messages that are of another group than the store`() async throws {
        let found = try await problems { transaction, tables in
            try tables.putGroup(other, in: &transaction)
        }
        #expect(found.map(\.extent) == [.bookkeeping, .bookkeeping])
        #expect(found.first?.description.contains("Message 1 is of the group \(group)") == true, "\(found)")
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 1, count: 15)])
    func `a check finds a stored group without 16 bytes, and one of 16 zero bytes`(bytes: [UInt8]) async throws {
        let found = try await problems { transaction, tables in
            var value = bytes
            tables.recordFormat.checksum.append(to: &value, at: 0)
            try tables.settings.put(.group, value, in: &transaction)
        }
        #expect(found.map(\.extent) == [.store])
        #expect(found.first?.description.hasPrefix("The node's group cannot be read") == true, "\(found)")
    }

    @Test func `a check finds a stored group with a changed bit`() async throws {
        let found = try await problems { transaction, tables in
            var value = try #require(try tables.settings.get(.group, in: transaction))
            value[0] ^= 1
            try tables.settings.put(.group, value, in: &transaction)
        }
        #expect(found.map(\.extent) == [.store])
        #expect(found.first?.description.hasPrefix("The node's group cannot be read") == true, "\(found)")
    }
}
