import ChatModel
import ChatStore
import TestSupport
import Testing

/// A peer's messages of later forms, and the rules by which a program reads logs.
struct LaterFormTests {
    private let peer = PeerID("peer")!

    /// Runs `body` with the store in a folder, opened by a program that knows the forms up to `form`.
    private func openStore(
        knowing form: UInt64, in folder: borrowing TemporaryFolder, _ body: (ChatStore) async throws -> Void
    ) async throws {
        var options = StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20)
        options.highestForm = form
        let store = try ChatStore(options)
        try await body(store)
        try expectSound(store)
        await store.close()
    }

    /// Stores a page of the whole log, with a bad message, a message of another group, an exception and messages of a later form.
    private func fill(_ store: ChatStore) async throws -> Applied {
        let bad = Refusal(.badSignature, "not signed")
        let digest = try Sample.message().digest
        let end = try Sample.position(60)
        var page = JudgedPage(
            verdicts: [
                .laterForm(Sample.id(45), form: 3), .refused(Sample.id(46), bad, digest), .foreign(nil),
                .laterForm(Sample.id(55), form: 4),
            ], settling: .to(end))
        page.exceptions = [PeerException(after: .start, through: Sample.id(1), digest, .absent, since: .testBuildDate)]
        page.due = DueMessage(due: .testBuildDate, digest: digest)
        return try await store.apply(page, from: peer)
    }

    @Test func `a message of a later form is reported and passed, and neither stored nor refused`() async throws {
        try await withStore { store in
            let page = JudgedPage(
                verdicts: [.laterForm(Sample.id(45), form: 3)], settling: .to(try Sample.position(60)))
            let applied = try await store.apply(page, from: peer)
            #expect(applied.firstLaterForm == LaterFormMessage(id: Sample.id(45), form: 3))
            #expect(applied.stored + applied.known + applied.refused + applied.foreign == 0)
            let stored = try store.storedPeer(peer)
            #expect(stored.laterFormID == Sample.id(45))
            #expect(stored.exceptions == 0)
            #expect(stored.cursors.settled.id == Sample.id(60))
        }
    }

    @Test(arguments: [1, 3, 4] as [UInt64])
    func `a program with other rules forgets how far the peers' logs were read, and another one does not`(form: UInt64)
        async throws
    {
        let folder = try TemporaryFolder()
        try await openStore(knowing: 2, in: folder) { store in
            let applied = try await fill(store)
            #expect(applied.firstLaterForm?.form == 3)
        }
        try await openStore(knowing: 2, in: folder) { store in
            let stored = try store.storedPeer(peer)
            #expect(stored.cursors.settled.id == Sample.id(60))
            #expect(stored.laterFormID == Sample.id(45))
            #expect((stored.exceptions, stored.foreign, stored.refused) == (1, 1, 1))
        }
        try await openStore(knowing: form, in: folder) { store in
            let stored = try store.storedPeer(peer)
            #expect(stored.cursors == .start)
            #expect(stored.laterFormID == nil)
            #expect((stored.exceptions, stored.foreign) == (0, 0))
            #expect(try store.exceptions(of: peer) == [])
            // What was refused does not depend on rules.
            #expect(stored.refused == 1)
        }
    }

    @Test func `a node that enters a group forgets how far the peers' logs were read`() async throws {
        let folder = try TemporaryFolder()
        try await openStore(knowing: 1, in: folder) { _ = try await fill($0) }
        let store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        try await store.enterGroup()
        #expect(try store.storedPeer(peer).cursors == .start)
        #expect(try store.exceptions(of: peer) == [])
        try expectSound(store)
        await store.close()
        try await withStore { store in
            _ = try await fill(store)
            try await store.enterGroup()
            #expect(try store.storedPeer(peer).cursors == .start)
        }
    }
}
