import ChatModel
import ChatStore
import TestSupport
import Testing

struct PeerTests {
    private func message(_ text: String) throws -> VerifiedMessage {
        try VerifiedMessage(Fields(text: text), at: Stamp(rawValue: 1 << 40), signing: SigningKey())
    }

    /// A bad message whose digest is proven.
    private func refused(_ id: UInt64, _ raw: String) throws -> JudgedPage.Verdict {
        let bad = BadMessage(reason: Refusal(.badSignature, "not signed"), raw: Array(raw.utf8))
        return .refused(Sample.id(id), bad, try message("\(raw.prefix(20))").message.digest)
    }

    @Test func `a message is stored once by its digest, and the settled position moves with the page`() async throws {
        try await withStore { store in
            let message = try message("hello")
            let position = try Sample.position(7)
            for (name, stored) in [("one", 1), ("two", 0)] {
                let peer = try #require(PeerID(name))
                let page = JudgedPage(
                    verdicts: [.good(message), .good(message), .known, .wanted], settling: .to(position))
                let applied = try await store.apply(page, from: peer)
                #expect(applied.stored == stored)
                #expect(applied.known == 3 - stored)
                #expect(applied.ended == [message.message.digest])
                #expect(applied.messagesInLog == 1)
                #expect(applied.cursors == (try store.storedPeer(peer).cursors))
                #expect(applied.cursors.settled == position)
            }
            #expect(try store.messageCount() == 1)
            #expect(try store.known([message.message]) == [message.message.digest])
        }
    }

    @Test func `messages are missing if they are not stored, or lack values that are wanted`() async throws {
        try await withStore { store in
            let messages = try ["whole", "without values", "not stored"].map(message)
            let erased = try VerifiedMessage(verifying: messages[1].message.withoutErasableValues)
            let page = JudgedPage(verdicts: [.good(messages[0]), .good(erased)])
            _ = try await store.apply(page, from: #require(PeerID("peer")))
            let digests = messages.map(\.message.digest)
            #expect(try store.missing(digests.map { ($0, true) }) == Set(digests[1...]))
            #expect(try store.missing(digests.map { ($0, false) }) == [digests[2]])
            _ = try await store.erase(digests[0])
            #expect(try store.missing([(digests[0], true)]) == [])
        }
    }

    // MARK: Bad messages

    @Test
    func `the same bad bytes are refused and kept once, and the good message of the page is stored`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let verdicts = [try refused(3, "raw"), try refused(3, "raw"), .good(try message("good"))]
            let applied = try await store.apply(JudgedPage(verdicts: verdicts), from: peer)
            #expect(applied.stored == 1)
            #expect(applied.refused == 2)
            #expect(applied.firstRefused?.id == Sample.id(3))
            #expect(try store.storedPeer(peer).refused == 1)
            let evidence = try store.quarantine(of: peer, limit: 10)
            #expect(evidence.map(\.raw) == [Array("raw".utf8)])
            #expect(evidence.first?.reason == .badSignature)
            #expect(try store.quarantine(of: #require(PeerID("lia")), limit: 10) == [])
        }
    }

    @Test func `a bad message whose digest is not proven is reported, and neither counted nor kept`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let page = JudgedPage(verdicts: [.unusable(Sample.id(3), Refusal(.badMarkup, "markup"))])
            let applied = try await store.apply(page, from: peer)
            #expect(applied.refused == 0)
            #expect(applied.firstRefused == RefusedMessage(id: Sample.id(3), refusal: Refusal(.badMarkup, "markup")))
            #expect(applied.ended == [])
            #expect(try store.storedPeer(peer).refused == 0)
            #expect(try store.quarantine(of: peer, limit: 10) == [])
        }
    }

    @Test func `bad messages beyond a peer's share are counted and not kept`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            // The messages beyond the share have lower ids than the kept ones.
            for (ids, all) in [(11...1010, 1000), (4...8, 1005)] as [(ClosedRange<UInt64>, Int)] {
                let verdicts = try ids.map { try refused($0, "raw \($0)") }
                #expect(try await store.apply(JudgedPage(verdicts: verdicts), from: peer).refused == ids.count)
                let storedPeer = try store.storedPeer(peer)
                #expect(storedPeer.quarantineEntries == 1000)
                #expect(storedPeer.refused == all)
            }
            let other = try #require(PeerID("other"))
            _ = try await store.apply(JudgedPage(verdicts: [refused(1, "x")]), from: other)
            #expect(try store.storedPeer(other).quarantineEntries == 1)
        }
    }

    @Test func `a peer's share is limited in bytes`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let verdicts = try (1...20).map { try refused($0, "\($0)" + String(repeating: "x", count: 1 << 20)) }
            _ = try await store.apply(JudgedPage(verdicts: verdicts), from: peer)
            let storedPeer = try store.storedPeer(peer)
            #expect(storedPeer.quarantineEntries == 15)
            #expect(storedPeer.refused == 20)
        }
    }
}
