import ChatModel
import ChatStore
import ChatXML
import TestSupport
import Testing

@testable import ChatExchange

@Suite(.timeLimit(.minutes(1))) struct PageIntakeTests {
    private let peer = PeerID("http://peer:8080")!  // Neither empty nor too long.
    private let node = NodeIdentity(
        // "peer" is a valid value.
        key: SigningKey().publicKey, nodeName: try! FieldValue("peer"), instance: .random())

    /// The bytes of the page with which a peer that has posted `texts` answers a request from the beginning.
    private func page(_ texts: [String]) async throws -> [UInt8] {
        var page: [UInt8] = []
        try await withStore { store in
            for text in texts { try await store.post(text) }
            page = node.page(of: try store.read(LogQuery(log: .beginning, limit: 100)), .log)
        }
        return page
    }

    @Test func `the messages of a page are stored, and its cursor is kept`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(bytes)
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            let applied = try await intake.apply(page.entries, cursor: cursor, from: peer)
            #expect(applied.stored == 2)
            #expect(try store.wholeLog().texts == ["one", "two"])
            #expect(try store.storedPeer(peer).cursor == cursor)
        }
    }

    @Test func `a page without a cursor leaves the peer's cursor where it was`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(bytes)
            let cursor = Cursor.start.advanced(to: page.head.next, after: .zero)
            _ = try await intake.apply([], cursor: cursor, from: peer)
            let applied = try await intake.apply(page.entries, from: peer)
            #expect(applied.stored == 2)
            #expect(try store.storedPeer(peer).cursor == cursor)
        }
    }

    @Test func `a message with a wrong signature is quarantined, and the others are stored`() async throws {
        let text = String(decoding: try await page(["one", "two"]), as: UTF8.self)
        let forged = text.replacing("<text>two</text>", with: "<text>other</text>")
        try await withStore { store in
            let intake = PageIntake(store)
            let page = try await intake.read(Array(forged.utf8))
            let applied = try await intake.apply(page.entries, from: peer)
            #expect(applied.stored == 1)
            #expect(applied.quarantined == 1)
            #expect(try store.wholeLog().texts == ["one"])
            #expect(try store.quarantine(of: peer, limit: 10).map(\.reason) == [.badSignature])
        }
    }

    @Test func `the error of a page that breaks off has the page's head`() async throws {
        let bytes = try await page(["one", "two"])
        try await withStore { store in
            let intake = PageIntake(store)
            let head = try await intake.read(bytes).head
            let error = await #expect(throws: PullFailure.self) { try await intake.read(Array(bytes.dropLast(20))) }
            #expect(error?.head == head)
        }
    }

    @Test func `bytes that are no page have no head`() async throws {
        try await withStore { store in
            let error = await #expect(throws: PullFailure.self) {
                try await PageIntake(store).read(Array("<html/>".utf8))
            }
            #expect(error != nil && error?.head == nil)
        }
    }
}
