import ChatModel
import ChatStore
import ChatXML
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

struct DisplayOrderTests {
    /// Stores messages whose texts are their ranks in display order, in another order.
    private func fill(_ store: ChatStore) async throws {
        let key = SigningKey()
        for (text, time, room) in [
            ("5", 50, nil), ("1", 10, nil), ("x", 20, "kitchen"), ("4", 40, nil), ("2", 20, nil),
        ] {
            let stamp = Stamp(UnixTime(milliseconds: UInt64(time)))
            let message = try VerifiedMessage(Fields(text: text, room: room), at: stamp, signing: key)
            let page = JudgedPage(verdicts: [.good(message)])
            _ = try await store.apply(page, from: #require(PeerID("peer")))
        }
        try await store.post("6")
    }

    private func page(_ node: NodeClient, _ query: String) async throws -> ChatPage {
        let answer = try await node.get("/messages.php?view=chat&\(query)")
        return try ChatPage(reading: Array(buffer: answer.body))
    }

    private func texts(_ page: ChatPage) -> [String] { page.messages.map { $0[.text]?.description ?? "" } }

    @Test(
        arguments: Transport.allCases,
        [
            ("order=time&last=3", ["4", "5", "6"]), ("order=time&last=100", ["1", "2", "4", "5", "6"]),
            ("order=time&before=1", ["1", "2", "4"]), ("order=time&before=1&limit=2", ["2", "4"]),
            ("order=time&before=2", []), ("order=time&before=3&room=kitchen", []),
            ("order=time&past=0", ["1", "2", "4", "5", "6"]), ("order=time&past=2&limit=2", ["2", "4"]),
            ("order=time&past=6", []), ("order=time&past=3&room=kitchen", []),
            ("order=time&last=9&room=kitchen", ["x"]), ("order=time&last=9&room=empty", []),
            ("order=time&last=3&limit=1&wait=60", ["6"]),
        ])
    func `a page in display order has the requested messages and leads to the end of the log`(
        over transport: Transport, requested: (query: String, texts: [String])
    ) async throws {
        try await withNode(over: transport) { node in
            try await fill(node.store)
            let page = try await page(node, requested.query)
            #expect(texts(page) == requested.texts)
            #expect(page.head.next == (try node.store.wholeLog().next))
        }
    }

    @Test(arguments: ["order=id&last=3", "order=&last=3", "last=3"])
    func `a page without order=time is in id order`(query: String) async throws {
        try await withNode(over: .router) { node in
            try await fill(node.store)
            #expect(texts(try await page(node, query)) == ["4", "2", "6"])
        }
    }

    @Test(arguments: [3, 7, 0])
    func `a message that is not in the room gets 409 as a position`(id: Int) async throws {
        try await withNode(over: .router) { node in
            try await fill(node.store)
            let answer = try await node.get("/messages.php?view=chat&order=time&before=\(id)")
            #expect(answer.status == .conflict)
            #expect(answer.code == .cursorUnknown)
        }
    }

    @Test func `each message has its digest`() async throws {
        try await withNode(over: .router) { node in
            try await fill(node.store)
            let digests = try await page(node, "").messages.map(\.digest)
            let room = try node.store.read(LogQuery(room: .main, range: .newest, limit: 100))
            #expect(digests == room.digests)
        }
    }
}
