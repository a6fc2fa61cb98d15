import ChatModel
import ChatStore
import TestSupport
import Testing

/// The note about a peer's messages of later forms.
struct LaterFormTests {
    /// A position of a log whose marks do not matter.
    private func position(_ id: UInt64) throws -> LogPosition {
        LogPosition(id: try #require(LogID(rawValue: id)), mark: .zero)
    }

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

    @Test func `messages of a later form are requested again by a program that knows a higher form, and only by it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("peer"))
        let cursor = try #require(Cursor(restoring: try [60, 50, 40].map(position)))
        try await openStore(knowing: 2, in: folder) { store in
            let later = try [55, 45].map { JudgedPage.Verdict.laterForm(try position($0).id, form: 3) }
            let applied = try await store.apply(JudgedPage(verdicts: later, cursor: cursor), from: peer)
            #expect(applied.firstLaterForm?.id.rawValue == 55)
            #expect(applied.stored + applied.known + applied.quarantined + applied.skipped == 0)
        }
        for (form, newest, noted) in [(2, 60, 45), (1, 60, 45), (3, 40, nil), (4, 40, nil)]
            as [(UInt64, UInt64, UInt64?)]
        {
            try await openStore(knowing: form, in: folder) { store in
                try await store.retryNotStored(from: peer)
                let stored = try store.storedPeer(peer)
                #expect(stored.cursor.newest.id.rawValue == newest, "form \(form)")
                #expect(stored.laterFormID?.rawValue == noted, "form \(form)")
            }
        }
    }

    @Test func `after a downgrade, the next upgrade requests all messages of later forms again`() async throws {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("peer"))
        let cursor = try #require(Cursor(restoring: try [60, 50, 40, 30].map(position)))
        for (form, id) in [(2, 45), (1, 55)] as [(UInt64, UInt64)] {
            try await openStore(knowing: form, in: folder) { store in
                let later = [JudgedPage.Verdict.laterForm(try position(id).id, form: 3)]
                _ = try await store.apply(JudgedPage(verdicts: later, cursor: cursor), from: peer)
            }
        }
        try await openStore(knowing: 2, in: folder) { store in
            try await store.retryNotStored(from: peer)
            #expect(try store.storedPeer(peer).cursor.newest.id.rawValue == 40)
        }
    }

    @Test func `an upgrade and a retry together move the cursor back before the lower id`() async throws {
        for (later, skipped) in [(45, 55), (55, 45)] as [(UInt64, UInt64)] {
            let folder = try TemporaryFolder()
            let peer = try #require(PeerID("peer"))
            try await openStore(knowing: 1, in: folder) { store in
                let verdicts = [
                    JudgedPage.Verdict.laterForm(try position(later).id, form: 2),
                    .unreadable(try position(skipped).id),
                ]
                let cursor = try #require(Cursor(restoring: try [60, 50, 40].map(position)))
                _ = try await store.apply(JudgedPage(verdicts: verdicts, cursor: cursor), from: peer)
            }
            try await openStore(knowing: 2, in: folder) { store in
                try await store.retryNotStored(from: peer)
                let stored = try store.storedPeer(peer)
                #expect(stored.cursor.newest.id.rawValue == 40)
                #expect(stored.laterFormID == nil && stored.retryID == nil && stored.skipped == 0)
            }
        }
    }

    @Test func `the lowest id stays noted when the cursor moves back, because an older cursor may follow`() async throws
    {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let later = [JudgedPage.Verdict.laterForm(try position(45).id, form: 2)]
            for newest in [60, 45, 44, 60] as [UInt64] {
                let cursor = try #require(Cursor(restoring: [try position(newest)]))
                let verdicts = newest == 60 ? later : []
                _ = try await store.apply(JudgedPage(verdicts: verdicts, cursor: cursor), from: peer)
                #expect(try store.storedPeer(peer).laterFormID?.rawValue == 45)
            }
        }
    }
}
