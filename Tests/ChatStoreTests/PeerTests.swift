import ChatModel
import ChatStore
import TestSupport
import Testing

struct PeerTests {
    private func message(_ text: String) throws -> VerifiedMessage {
        try VerifiedMessage(Fields(text: text), at: Stamp(rawValue: 1 << 40), signing: SigningKey())
    }

    /// A bad message whose digest is proven.
    private func refused(_ id: UInt64, _ text: String) throws -> JudgedPage.Verdict {
        .refused(Sample.id(id), Refusal(.badSignature, "not signed"), try message(text).message.digest)
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

    @Test func `bad messages are refused and counted, and the good message of the page is stored`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("liar"))
            let verdicts = [try refused(3, "bad"), try refused(4, "worse"), .good(try message("good"))]
            let applied = try await store.apply(JudgedPage(verdicts: verdicts), from: peer)
            #expect(applied.stored == 1)
            #expect(applied.refused == 2)
            #expect(applied.firstRefused?.id == Sample.id(3))
            #expect(applied.ended.count == 3)
            #expect(try store.storedPeer(peer).refused == 2)
            #expect(try store.wholeLog().texts == ["good"])
        }
    }

    @Test func `a bad message whose digest is not proven is reported and not counted`() async throws {
        try await withStore { store in
            let peer = try #require(PeerID("peer"))
            let page = JudgedPage(verdicts: [.unusable(Sample.id(3), Refusal(.badMarkup, "markup"))])
            let applied = try await store.apply(page, from: peer)
            #expect(applied.refused == 0)
            #expect(applied.firstRefused == RefusedMessage(id: Sample.id(3), refusal: Refusal(.badMarkup, "markup")))
            #expect(applied.ended == [])
            #expect(try store.storedPeer(peer).refused == 0)
        }
    }
}
