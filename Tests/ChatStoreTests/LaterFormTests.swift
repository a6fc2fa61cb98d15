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

    /// A page of the whole log with messages of later forms.
    private func page(_ ids: [UInt64]) throws -> JudgedPage {
        let gaps = try ids.map {
            Gap(after: try position($0 - 1), first: try position($0).id, through: try position($0).id)
        }
        return JudgedPage(
            verdicts: gaps.map { .laterForm($0.first, form: 3) },
            cursor: Cursor.start.advanced(to: try position(60), after: .zero),
            part: JudgedPage.Part(after: .start, through: nil, laterForms: gaps))
    }

    @Test func `messages of a later form are requested again by a program that knows a higher form, and only by it`()
        async throws
    {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("peer"))
        try await openStore(knowing: 2, in: folder) { store in
            let applied = try await store.apply(page([45, 55]), from: peer)
            #expect(applied.firstLaterForm?.id.rawValue == 45)
            #expect(applied.stored + applied.known + applied.quarantined + applied.skipped == 0)
        }
        for (form, next) in [(2, nil), (1, nil), (3, 45), (4, 45)] as [(UInt64, UInt64?)] {
            try await openStore(knowing: form, in: folder) { store in
                let (gap, stored) = (try store.nextGap(of: peer, after: .zero), try store.storedPeer(peer))
                #expect(gap?.first.rawValue == next, "form \(form)")
                #expect(stored.laterFormID?.rawValue == 45, "form \(form)")
                #expect(stored.cursor.newest.id.rawValue == 60, "form \(form)")
            }
        }
    }

    @Test func `messages that a newer program can't read either are noted again for the next one`() async throws {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("peer"))
        try await openStore(knowing: 1, in: folder) { store in _ = try await store.apply(page([45, 55]), from: peer) }
        try await openStore(knowing: 2, in: folder) { store in
            let gap = try #require(try store.nextGap(of: peer, after: .zero))
            var again = try page([45])
            again.cursor = nil
            again.part?.through = try position(gap.last.rawValue)
            _ = try await store.apply(again, from: peer)
            #expect(try store.nextGap(of: peer, after: .zero)?.first.rawValue == 55)
            #expect(try store.gaps(of: peer).laterForms.map(\.knownForm) == [2, 1])
        }
    }

    @Test func `after a downgrade, messages that touch earlier ones are requested again by the next upgrade`()
        async throws
    {
        let folder = try TemporaryFolder()
        let peer = try #require(PeerID("peer"))
        for (form, id) in [(2, 45), (1, 46)] as [(UInt64, UInt64)] {
            try await openStore(knowing: form, in: folder) { store in
                var page = try page([id])
                // The second page is one for a gap.
                if id > 45 {
                    page.cursor = nil
                    page.part?.after = try position(45)
                    page.part?.through = try position(60)
                }
                _ = try await store.apply(page, from: peer)
            }
        }
        try await openStore(knowing: 2, in: folder) { store in
            let gap = try #require(try store.nextGap(of: peer, after: .zero))
            #expect(gap.first.rawValue == 45 && gap.last.rawValue == 46)
        }
    }
}
