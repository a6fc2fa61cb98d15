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
    func `a bad message is quarantined once by its raw form, and the good one of the page is stored`() async throws {
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

    @Test func `bad messages beyond a peer's quarantine limit are skipped, and the retry id is their lowest id`()
        async throws
    {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            // The messages beyond the limit have lower ids than the quarantined ones.
            for (ids, quarantined) in [(11...1010, 1000), (4...8, 0)] as [(ClosedRange<UInt64>, Int)] {
                let verdicts = try ids.map { id in
                    JudgedPage.Verdict.bad(try #require(LogID(rawValue: id)), bad("raw \(id)"))
                }
                let page = JudgedPage(verdicts: verdicts, cursor: try cursor(at: 2000))
                let applied = try await store.apply(page, from: peer)
                #expect(applied.quarantined == quarantined)
                #expect(applied.skipped == ids.count - quarantined)
                let storedPeer = try store.storedPeer(peer)
                #expect(storedPeer.quarantineEntries == 1000)
                #expect(storedPeer.skipped == ids.count - quarantined)
                #expect(storedPeer.retryID?.rawValue == ids.lowerBound)
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

    @Test
    func `a retry moves the cursor back before a quarantined message, and the next page empties the quarantine`()
        async throws
    {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let (low, high) = (try cursor(at: 4).newest, try cursor(at: 20).newest)
            let cursor = try #require(Cursor(restoring: [high, low]))
            let id = try #require(LogID(rawValue: 9))
            _ = try await store.apply(JudgedPage(verdicts: [.bad(id, bad("raw"))], cursor: cursor), from: peer)
            #expect(try store.storedPeer(peer).retryID == id)
            try await store.retryNotStored(from: peer)
            #expect(try store.storedPeer(peer).cursor.positions == [low])
            #expect(try store.quarantine(of: peer, limit: 10).count == 1)
            _ = try await store.apply(JudgedPage(verdicts: [], cursor: cursor), from: peer)
            let storedPeer = try store.storedPeer(peer)
            #expect(storedPeer.quarantineEntries == 0)
            #expect(try store.quarantine(of: peer, limit: 10) == [])
        }
    }

    @Test func `a retry moves the cursor back before the lowest id that was skipped`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let positions = try [90, 80, 50, 10].map {
                LogPosition(id: try #require(LogID(rawValue: $0)), mark: .zero)
            }
            let cursor = try #require(Cursor(restoring: positions))
            let unreadable = try [85, 55, 60].map { JudgedPage.Verdict.unreadable(try #require(LogID(rawValue: $0))) }
            _ = try await store.apply(JudgedPage(verdicts: unreadable, cursor: cursor), from: peer)
            #expect(try store.storedPeer(peer).skipped == 3)
            try await store.retryNotStored(from: peer)
            let storedPeer = try store.storedPeer(peer)
            #expect(storedPeer.cursor.positions == Array(positions.suffix(2)))
            #expect(storedPeer.skipped == 0)
            #expect(storedPeer.retryID == nil)
        }
    }
}
