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

    // MARK: Entering it

    @Test func `a store is in no group at first, and keeps the one that it enters`() async throws {
        let folder = try TemporaryFolder()
        for expected in [GroupID.none, group, group] {
            let store = try ChatStore(StoreOptions(folder: folder.path))
            if expected != .none { try await store.enterGroup() }
            #expect(try store.group() == expected)
            #expect(try store.wholeLog().group == expected)
            try expectSound(store)
            await store.close()
        }
        let store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try store.founder() == Sample.founder.publicKey)
        await store.close()
    }

    @Test func `a node keeps its messages of no group when it enters one, and then posts in the group`() async throws {
        try await withStore { store in
            try await store.post("before")
            try await store.enterGroup()
            try await store.post("after")
            #expect(try groups(in: store) == [.none, group, group])
            for message in try store.wholeLog().messages { _ = try VerifiedMessage(verifying: message) }
        }
    }

    // MARK: Messages of a peer

    @Test(arguments: [GroupID.none, Sample.group])
    func `messages of another group are counted and neither stored nor refused, and the position moves on`(
        own: GroupID
    ) async throws {
        try await withStore(founder: own == .none ? nil : Sample.founder) { store in
            let peer = try #require(PeerID("peer"))
            let messages = try [GroupID.none, group, other].map { try message("of \($0)", of: $0) }
            let position = LogPosition(id: Sample.id(3), mark: .zero)
            let page = JudgedPage(
                verdicts: messages.map(JudgedPage.Verdict.good) + [.foreign(nil)], settling: .to(position))
            let applied = try await store.apply(page, from: peer)
            let stored = messages.filter { own.accepts($0.message.group) }
            #expect(try store.wholeLog().digests.suffix(stored.count) == stored.map(\.message.digest)[...])
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
        let store = try ChatStore(StoreOptions(folder: folder.path))
        try await store.enterGroup()
        for text in ["one", "two"] { try await store.post(text) }
        await store.close()
        let (database, _) = try ChatStore.open(try StoreFolder(path: folder.path), StoreOptions(folder: folder.path))
        try database.write(body)
        return try database.read { transaction, tables in StoreCheckTests.problems(tables, in: transaction) }
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 1, count: 31)])
    func `a check finds a stored founder without 32 bytes, and one that is no key`(bytes: [UInt8]) async throws {
        let found = try await problems { transaction, tables in
            var value = bytes
            tables.recordFormat.checksum.append(to: &value, at: 0)
            try tables.settings.put(.founder, value, in: &transaction)
        }
        #expect(found.map(\.extent) == [.store])
        #expect(
            found.first?.description.hasPrefix("The founder of the node's group cannot be read") == true, "\(found)")
    }

    @Test func `a check finds a stored founder with a changed bit`() async throws {
        let found = try await problems { transaction, tables in
            var value = try #require(try tables.settings.get(.founder, in: transaction))
            value[0] ^= 1
            try tables.settings.put(.founder, value, in: &transaction)
        }
        #expect(found.map(\.extent) == [.store])
        #expect(
            found.first?.description.hasPrefix("The founder of the node's group cannot be read") == true, "\(found)")
    }
}
