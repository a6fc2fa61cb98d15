import ChatModel
import ChatStore
import TestSupport
import Testing

struct PeerTests {
    private func message(_ text: String) throws -> VerifiedMessage {
        try VerifiedMessage(Fields(text: text), at: Stamp(rawValue: 1 << 40), signing: SigningKey())
    }

    private func bad(_ raw: String) -> BadMessage {
        BadMessage(reason: Refusal(.badSignature, "not signed"), raw: Array(raw.utf8))
    }

    private func cursor(at id: UInt64) throws -> Cursor {
        let id = try #require(LogID(rawValue: id))
        return try #require(Cursor(restoring: [LogPosition(id: id, mark: .zero)]))
    }

    @Test func `a message is stored once by its digest, and the cursor moves with the page`() async throws {
        try await withStore { store in
            let message = try message("hello")
            for (name, stored) in [("one", 1), ("two", 0)] {
                let peer = try #require(PeerID(name))
                let page = JudgedPage(verdicts: [.good(message), .good(message), .known], cursor: try cursor(at: 7))
                let applied = try await store.apply(page, from: peer)
                #expect(applied.stored == stored)
                #expect(applied.known == 3 - stored)
                #expect(try store.storedPeer(peer).cursor == cursor(at: 7))
            }
            #expect(try store.messageCount() == 1)
            #expect(try store.known([message.message]) == [message.message.digest])
        }
    }

    @Test
    func `the same bad bytes are quarantined once, and the good message of the page is stored`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let id = try #require(LogID(rawValue: 3))
            let verdicts = [JudgedPage.Verdict.bad(id, bad("raw")), .bad(id, bad("raw")), .good(try message("good"))]
            let applied = try await store.apply(JudgedPage(verdicts: verdicts, cursor: try cursor(at: 4)), from: peer)
            #expect(applied.stored == 1)
            #expect(applied.quarantined == 2)
            let evidence = try store.quarantine(of: peer, limit: 10)
            #expect(evidence.map(\.raw) == [Array("raw".utf8)])
            #expect(evidence.first?.reason == .badSignature)
            #expect(try store.quarantine(of: #require(PeerID("lia")), limit: 10) == [])
        }
    }

    @Test func `bad messages beyond a peer's quarantine limit are skipped`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            // The messages beyond the limit have lower ids than the quarantined ones.
            for (ids, quarantined) in [(11...1010, 1000), (4...8, 0)] as [(ClosedRange<UInt64>, Int)] {
                let verdicts = try ids.map { id in
                    JudgedPage.Verdict.bad(try #require(LogID(rawValue: id)), bad("raw \(id)"))
                }
                let end = try position(ids.upperBound)
                let part = JudgedPage.Part(
                    after: try position(ids.lowerBound - 1), through: end,
                    gaps: [Gap(after: try position(ids.lowerBound - 1), through: end.id)])
                let page = JudgedPage(
                    verdicts: verdicts, cursor: ids.lowerBound == 11 ? try cursor(at: 1010) : nil, part: part)
                let applied = try await store.apply(page, from: peer)
                #expect(applied.quarantined == quarantined)
                #expect(applied.skipped == ids.count - quarantined)
                let storedPeer = try store.storedPeer(peer)
                #expect(storedPeer.quarantineEntries == 1000)
                #expect(storedPeer.skipped == ids.count - quarantined)
            }
            let other = try #require(PeerID("other"))
            let evidence = JudgedPage(verdicts: [.bad(try #require(LogID(rawValue: 1)), bad("x"))], cursor: .start)
            #expect(try await store.apply(evidence, from: other).quarantined == 1)
        }
    }

    @Test func `a peer's quarantine is limited in bytes`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let verdicts = try (1...20).map { number in
                JudgedPage.Verdict.bad(
                    try #require(LogID(rawValue: number)), bad("\(number)" + String(repeating: "x", count: 1 << 20)))
            }
            let applied = try await store.apply(JudgedPage(verdicts: verdicts, cursor: .start), from: peer)
            #expect(applied.quarantined == 15)
            #expect(applied.skipped == 5)
        }
    }

    private func position(_ id: UInt64) throws -> LogPosition {
        LogPosition(id: try #require(LogID(rawValue: id)), mark: .zero)
    }

    @Test func `a page for a gap replaces the evidence and the gaps of its part, and leaves the cursor and the rest`()
        async throws
    {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let (start, middle, end) = (try position(4), try position(12), try position(20))
            let cursor = try #require(Cursor(restoring: [end]))
            let verdicts = try [9, 15].map { id in
                JudgedPage.Verdict.bad(try position(id).id, bad("raw \(id)"))
            }
            let part = JudgedPage.Part(after: .start, through: nil, gaps: [Gap(after: start, through: end.id)])
            _ = try await store.apply(JudgedPage(verdicts: verdicts, cursor: cursor, part: part), from: peer)
            #expect(try store.nextGap(of: peer, after: .zero) == Gap(after: start, through: end.id))

            let good = JudgedPage(
                verdicts: [.good(try message("good now"))], part: JudgedPage.Part(after: start, through: middle))
            _ = try await store.apply(good, from: peer)
            #expect(try store.gaps(of: peer).notStored == [Gap(after: middle, through: end.id)])
            #expect(try store.quarantine(of: peer, limit: 10).map(\.id.rawValue) == [15])
            #expect(try store.storedPeer(peer).quarantineEntries == 1)
            #expect(try store.storedPeer(peer).cursor == cursor)
            #expect(try store.nextGap(of: peer, after: middle.id) == Gap(after: middle, through: end.id))
            #expect(try store.nextGap(of: peer, after: end.id) == nil)
        }
    }

    @Test(arguments: [20, 19] as [UInt64])
    func `a page for a gap changes no gaps if the puller has another cursor than the store`(newest: UInt64) async throws
    {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let gap = Gap(after: try position(4), through: try position(9).id)
            let part = JudgedPage.Part(after: .start, through: nil, gaps: [gap])
            _ = try await store.apply(JudgedPage(verdicts: [], cursor: try cursor(at: 20), part: part), from: peer)
            var closing = JudgedPage.Part(after: try position(4), through: try position(9))
            closing.newest = try position(newest)
            let page = JudgedPage(verdicts: [.good(try message("from the gap"))], part: closing)
            #expect(try await store.apply(page, from: peer).stored == 1)
            #expect(try store.gaps(of: peer).notStored == (newest == 20 ? [] : [gap]))
        }
    }

    @Test func `a page of the log drops the gaps and the evidence after its beginning`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("restored peer"))
            let gaps = [
                Gap(after: try position(4), through: try position(6).id),
                Gap(after: try position(9), through: try position(14).id),
            ]
            let verdicts = try [5, 11, 14].map { id in
                JudgedPage.Verdict.bad(try position(id).id, bad("raw \(id)"))
            }
            let part = JudgedPage.Part(after: .start, through: nil, gaps: gaps)
            let cursor = try #require(Cursor(restoring: [try position(20), try position(12)]))
            _ = try await store.apply(JudgedPage(verdicts: verdicts, cursor: cursor, part: part), from: peer)
            // The peer was restored to a log that is the same up to id 12.
            let common = try #require(Cursor(restoring: [try position(18), try position(12)]))
            let page = JudgedPage(
                verdicts: [], cursor: common, part: JudgedPage.Part(after: try position(12), through: nil))
            _ = try await store.apply(page, from: peer)
            #expect(
                try store.gaps(of: peer).notStored == [
                    gaps[0], Gap(after: try position(9), through: try position(12).id),
                ])
            #expect(try store.quarantine(of: peer, limit: 10).map(\.id.rawValue) == [5, 11])
        }
    }

    @Test func `a page that begins where the store's cursor never was leaves a gap up to its beginning`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let cursor = { (ids: [UInt64]) in try #require(Cursor(restoring: ids.map(position))) }
            let gap = Gap(after: try position(3), through: try position(5).id)
            for (ids, part) in [
                ([20, 10, 2], JudgedPage.Part(after: .start, through: nil, gaps: [gap])),
                // The commit of this page was reported as failed.
                ([6, 2], JudgedPage.Part(after: try position(2), through: nil)),
                ([25, 20, 10, 2], JudgedPage.Part(after: try position(20), through: nil)),
            ] as [([UInt64], JudgedPage.Part)] {
                _ = try await store.apply(JudgedPage(verdicts: [], cursor: try cursor(ids), part: part), from: peer)
            }
            #expect(
                try store.gaps(of: peer).notStored == [Gap(after: try position(2), through: try position(20).id)])
        }
    }

    @Test func `skipped messages are counted anew by each round, and not at all without a gap`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let (start, middle, end) = (try position(1), try position(5), try position(9))
            let cursor = try #require(Cursor(restoring: [end]))
            let apply = { (part: JudgedPage.Part, unreadable: Int, beginsRound: Bool) in
                var page = JudgedPage(verdicts: [], cursor: part.through == nil ? cursor : nil, part: part)
                (page.unreadable, page.beginsRound) = (unreadable, beginsRound)
                _ = try await store.apply(page, from: peer)
                return try store.storedPeer(peer).skipped
            }
            let whole = Gap(after: start, through: end.id)
            #expect(try await apply(JudgedPage.Part(after: .start, through: nil, gaps: [whole]), 3, false) == 3)
            let first = Gap(after: start, through: middle.id)
            #expect(try await apply(JudgedPage.Part(after: start, through: middle, gaps: [first]), 2, true) == 2)
            #expect(try await apply(JudgedPage.Part(after: middle, through: end), 0, false) == 2)
            #expect(try await apply(JudgedPage.Part(after: start, through: middle), 0, true) == 0)
            #expect(try store.gaps(of: peer).isEmpty)
        }
    }

    @Test func `the gaps of a peer survive a restart, and other peers have their own`() async throws {
        let folder = try TemporaryFolder()
        let (one, two) = (try #require(PeerID("one")), try #require(PeerID("on")))
        let gap = Gap(
            after: LogPosition(id: try position(7).id, mark: Mark.zero.appending(try message("any").message.digest)),
            first: try position(11).id, through: try position(13).id)
        var store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        let part = JudgedPage.Part(after: .start, through: nil, gaps: [gap], laterForms: [gap])
        _ = try await store.apply(JudgedPage(verdicts: [], cursor: try cursor(at: 20), part: part), from: one)
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        let gaps = try store.gaps(of: one)
        #expect(gaps.notStored == [gap])
        #expect(gaps.laterForms.map(\.knownForm) == [Message.highestForm])
        #expect(try store.gaps(of: two).isEmpty)
        try expectSound(store)
        await store.close()
    }
}
