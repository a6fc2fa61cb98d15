import ChatModel
import ChatStore
import TestSupport
import Testing

@Suite("What comes from peers")
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

    @Test("is stored once by its digest, and the cursor moves with it")
    func once() async throws {
        try await withStore { store in
            let message = try message("hello")
            for (name, stored) in [("one", 1), ("two", 0)] {
                let peer = try #require(PeerID(name))
                let page = JudgedPage(verdicts: [.good(message), .good(message), .known], cursor: try cursor(at: 7))
                let applied = try await store.apply(page, from: peer)
                #expect(applied.stored == stored)
                #expect(applied.known == 3 - stored)
                #expect(try store.standing(with: peer).cursor == cursor(at: 7))
            }
            #expect(try store.messageCount() == 1)
            #expect(try store.held([message.message.digest]) == [message.message.digest])
        }
    }

    @Test("is kept as evidence where it is bad, once by its raw form, and the good beside it is stored")
    func quarantined() async throws {
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

    @Test("has a share of the quarantine: what is over is counted with its lowest id, and no other peer's is touched")
    func share() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let verdicts = try (1...1005).map { number in
                JudgedPage.Verdict.bad(try #require(LogID(rawValue: number)), bad("raw \(number)"))
            }
            let page = JudgedPage(verdicts: verdicts, cursor: try cursor(at: 2000))
            let applied = try await store.apply(page, from: peer)
            #expect(applied.quarantined == 1000)
            #expect(applied.skipped == 5)
            let standing = try store.standing(with: peer)
            #expect(standing.quarantineEntries == 1000)
            #expect(standing.lowestNotStored?.rawValue == 1)
            let other = try #require(PeerID("other"))
            let evidence = JudgedPage(verdicts: [.bad(try #require(LogID(rawValue: 1)), bad("x"))], cursor: .start)
            #expect(try await store.apply(evidence, from: other).quarantined == 1)
        }
    }

    @Test("is bounded in bytes too")
    func bytes() async throws {
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

    @Test("is walked again from the lowest place of what was kept as evidence, which goes when the peer answers")
    func retryOfEvidence() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let (low, high) = (try cursor(at: 4).newest, try cursor(at: 20).newest)
            let cursor = try #require(Cursor(restoring: [high, low]))
            let id = try #require(LogID(rawValue: 9))
            _ = try await store.apply(JudgedPage(verdicts: [.bad(id, bad("raw"))], cursor: cursor), from: peer)
            #expect(try store.standing(with: peer).lowestNotStored == id)
            try await store.retryNotStored(from: peer)
            #expect(try store.standing(with: peer).cursor.positions == [low])
            #expect(try store.quarantine(of: peer, limit: 10).count == 1)
            _ = try await store.apply(JudgedPage(verdicts: [], cursor: cursor), from: peer)
            let standing = try store.standing(with: peer)
            #expect(standing.quarantineEntries == 0)
            #expect(standing.quarantineBytes == 0)
            #expect(try store.quarantine(of: peer, limit: 10) == [])
        }
    }

    @Test("is walked again from the lowest place that was passed over")
    func retry() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let positions = try [90, 80, 50, 10].map {
                LogPosition(id: try #require(LogID(rawValue: $0)), mark: .zero)
            }
            let cursor = try #require(Cursor(restoring: positions))
            let unreadable = JudgedPage.Verdict.unreadable(try #require(LogID(rawValue: 55)))
            _ = try await store.apply(JudgedPage(verdicts: [unreadable], cursor: cursor), from: peer)
            try await store.retryNotStored(from: peer)
            let standing = try store.standing(with: peer)
            #expect(standing.cursor.positions == Array(positions.suffix(2)))
            #expect(standing.skipped == 0)
            #expect(standing.lowestNotStored == nil)
        }
    }
}
