import ChatModel
import ChatStore
import ChatXML
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import ChatServer

struct MessagesHandlerTests {
    /// Returns the texts of a page in their order.
    static func texts(_ answer: TestResponse) -> [String] {
        answer.text.split(separator: "<text>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }

    static func fill(_ store: ChatStore, _ numbers: ClosedRange<Int>, room: String? = nil) async throws {
        for number in numbers { try await store.post("\(number)", room: room) }
    }

    @Test(arguments: Transport.allCases)
    func `a request without parameters gets the first 50 messages, oldest first`(over transport: Transport) async throws
    {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...60)
            for query in ["", "?past=", "?past=0", "?past=0&unknown=1", "?view=&limit=&before=&last=&wait="] {
                #expect(Self.texts(try await node.get("/messages.php\(query)")) == (1...50).map(String.init))
            }
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("past=58", [59, 60]), ("past=60", []), ("past=9007199254740992", []), ("past=0058", [59, 60]),
            ("past=3&limit=2", [4, 5]), ("before=4", [1, 2, 3]), ("before=60&limit=2", [58, 59]),
            ("last=2", [59, 60]), ("last=3&limit=2", [59, 60]), ("before=1", []), ("limit=1000&past=57", [58, 59, 60]),
        ])
    func `past, before, last and limit select the messages`(
        over transport: Transport, requested: (query: String, numbers: [Int])
    ) async throws {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...60)
            let answer = try await node.get("/chat/messages.php?\(requested.query)")
            #expect(Self.texts(answer) == requested.numbers.map(String.init))
        }
    }

    @Test(arguments: Transport.allCases)
    func `a form is answered as a query is, and the form wins`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...3)
            #expect(Self.texts(try await node.post("/messages.php", "past=2")) == ["3"])
            #expect(Self.texts(try await node.post("/messages.php?past=0&limit=1", "past=2")) == ["3"])
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            "view=xml", "view=Chat", "past=x", "past=-1", "past=+1", "past=1%20", "past=9007199254740993",
            "past=1%20OR%201=1", "past=%D9%A1", "past=1e3", "limit=0", "limit=1001", "limit=x", "before=x", "last=0",
            "last=1001", "wait=61", "wait=-1", "wait=x", "past=1&before=2", "past=1&last=2", "before=1&last=2",
            "mark=x", "last=2&mark=AAAAAAAAAAAAAAAAAAAAAA", "before=2&mark=AAAAAAAAAAAAAAAAAAAAAA",
            "view=chat&before=2&mark=AAAAAAAAAAAAAAAAAAAAAA", "view=log&group=x",
            "view=log&group=AAAAAAAAAAAAAAAAAAAAAA",
            "view=log&room=a", "view=log&room=", "view=log&before=3", "view=log&last=3", "view=log&node=x",
            "view=log&instance=x", "view=log&have=x", "view=log&version=0", "view=log&version=x", "view=log&version=-1",
            "view=log&past=1&have=1:AAAAAAAAAAAAAAAAAAAAAA",
            "room=\(String(repeating: "r", count: 65))", "rooms=all", "view=log&rooms=all", "view=chat&rooms=x",
            "view=chat&rooms=all&room=a", "view=chat&rooms=all&room=", "view=chat&order=x", "order=time&last=1",
            "view=log&order=time", "view=chat&order=time", "view=chat&order=time&past=1&mark=AAAAAAAAAAAAAAAAAAAAAA",
            "view=chat&order=TIME&last=1",
            "view=chat&order=time&rooms=all&last=1", "view=log&digests=x", "view=log&digests=\(digest(1)),",
            "view=log&digests=,\(digest(1))", "view=log&digests=\(digest(1))A", "view=log&digests=\(digest(1))%20",
            "view=log&digests=\(digest(1)),\(digest(1))",
            "view=log&digests=\(digest(1))&past=0", "view=log&digests=\(digest(1))&limit=1",
            "view=log&digests=\(digest(1))&wait=0", "view=log&digests=\(digest(1))&mark=AAAAAAAAAAAAAAAAAAAAAA",
            "view=log&digests=\(digest(1))&have=1:AAAAAAAAAAAAAAAAAAAAAA", "view=log&digests=\(digest(1))&last=1",
            "view=log&digests=\(digest(1))&room=a", "view=log&digests=\(digest(1))&order=time",
            "view=log&digests=\(digest(1))&node=x", "view=log&digests=\(digest(1))&bodies=own",
            "edits=\(digest(1))", "view=chat&edits=x", "view=chat&edits=\(digest(1))&fold=1",
            "view=chat&edits=\(digest(1))&limit=1", "view=chat&edits=\(digest(1))&room=a",
            "view=chat&edits=\(digest(1))&digests=\(digest(1))", "view=log&edits=\(digest(1))",
            "view=log&bodies=x", "view=log&bodies=own&limit=10001", "view=log&bodies=all&limit=1001",
            "view=log&settled=x", "view=log&settled=1", "view=log&lacks=x", "view=log&lacks=2,1", "view=log&lacks=1,1",
            "view=log&lacks=\((1...17).map(String.init).joined(separator: ","))",
        ])
    func `an illegal parameter gets 400`(over transport: Transport, query: String) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.get("/messages.php?\(query)")
            #expect(answer.status == .badRequest)
            let code = try #require(answer.code)
            #expect([FailureCode.badParameter, .roomTooLong].contains(code))
        }
    }

    @Test(arguments: [
        ("mark=x", "The parameter mark must be a mark: 16 bytes as base64url without padding."),
        (
            "view=log&node=x",
            "The parameter node must be a node's public key: 32 bytes as base64url without padding."
        ),
        (
            "view=log&instance=x",
            "The parameter instance must be an instance: \(Instance.byteCount) bytes as base64url without padding."
        ),
        ("limit=0", "The parameter limit must be a number from 1 to 1000."),
        ("rooms=x", "The parameter rooms must be all, or be left out."),
        ("rooms=all", "The parameter rooms=all needs view=chat. Send both, or neither."),
        ("view=chat&order=time", "The parameter order=time needs last, before or past. Send both, or neither."),
        ("order=x", "The parameter order must be time or id, or be left out."),
        ("view=x", "The parameter view must be chat or log, or be left out."),
    ])
    func `the failure says what the value must be`(query: String, sentence: String) async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.get("/messages.php?\(query)")
            #expect(answer.text.contains(">\(sentence)<"), "\(answer.text)")
        }
    }

    @Test(arguments: ["have=x", "past=0&have=1:x&view=chat", "node=x", "instance=x"])
    func `the parameters of peers are ignored in a client's request`(query: String) async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.get("/messages.php?\(query)")
            #expect(answer.status == .ok)
        }
    }

    @Test(arguments: ["past=%FF", "room=%C3", "view=%FF"])
    func `a parameter that is not UTF-8 gets 400`(query: String) async throws {
        try await withNode(over: .port) { node in
            let answer = try await node.get("/messages.php?\(query)")
            #expect(answer.code == .notUTF8)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a page has the messages of the main room or of the named room`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...2)
            try await Self.fill(node.store, 3...4, room: "café")
            #expect(Self.texts(try await node.get("/messages.php")) == ["1", "2"])
            #expect(Self.texts(try await node.get("/messages.php?room=")) == ["1", "2"])
            #expect(Self.texts(try await node.get("/messages.php?room=caf%C3%A9")) == ["3", "4"])
            #expect(Self.texts(try await node.get("/messages.php?view=log")) == ["1", "2", "3", "4"])
        }
    }

    @Test func `the page without a view equals the article's byte for byte`() async throws {
        try await withNode(over: .router) { node in
            _ = try await node.post("/add.php", "user=R%26D&message=a%3Cb%0D%0A]]%3E")
            let added = try #require(try node.store.wholeLog().messages.first).stamp.time
            let page = """
                <chat>
                <message added="\(added)" id="1">
                    <user>R&amp;D</user>
                    <text>a&lt;b&#13;
                ]]&gt;</text>
                </message>
                </chat>

                """
            #expect(try await node.get("/messages.php").text == page)
            #expect(try await node.get("/messages.php?past=1").text == "<chat>\n</chat>\n")
        }
    }

    @Test func `a chat page names the node and the next position`() async throws {
        try await withNode(over: .router) { node in
            try await Self.fill(node.store, 1...2)
            try await node.store.post("elsewhere", room: "r")
            let end = try #require(try node.store.wholeLog().entries.last?.position)
            let page = try await node.get("/messages.php?view=chat").text
            #expect(page.hasPrefix("<chat node=\"\(node.store.key.publicKey)\" name=\"kitchen\" instance=\""))
            #expect(page.contains(#" low="1" high="3" next="3" mark="\#(end.mark)">"#))
            #expect(page.contains("<device>") == false, "posted without the server, so without its name")
            let first = try await node.get("/messages.php?view=chat&limit=1").text
            #expect(first.contains(#" next="1" "#))
        }
    }

    @Test(arguments: Transport.allCases)
    func `a mark that is not the log's gets 409, except at id 0`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...3)
            let mark = try node.store.wholeLog().entries[1].position.mark
            let zero = Mark.zero
            #expect(Self.texts(try await node.get("/messages.php?view=chat&past=2&mark=\(mark)")) == ["3"])
            for query in ["past=2&mark=\(zero)", "past=1&mark=\(mark)", "past=4&mark=\(mark)"] {
                for view in ["", "&view=chat", "&view=log"] {
                    let answer = try await node.get("/messages.php?\(query)\(view)")
                    #expect(answer.status == .conflict)
                    #expect(answer.code == .cursorUnknown)
                }
            }
            #expect(try await node.get("/messages.php?past=0&mark=\(mark)").status == .ok)
        }
    }

    @Test func `an id after the end of the log gets 409, except in the article's view`() async throws {
        try await withNode(over: .router) { node in
            try await Self.fill(node.store, 1...3)
            for view in ["chat", "log"] {
                let answer = try await node.get("/messages.php?past=4&wait=60&view=\(view)")
                #expect(answer.status == .conflict)
                #expect(answer.code == .cursorUnknown)
                #expect(try await node.get("/messages.php?past=3&view=\(view)").status == .ok)
            }
            #expect(Self.texts(try await node.get("/messages.php?past=4")).isEmpty)
        }
    }

    @Test func `a chat page ends below the size limit of clients, and the next one continues after it`() async throws {
        try await withNode(over: .router) { node in
            let text = String(repeating: "&", count: 16 * 1024)
            for _ in 0..<70 { try await node.store.post(text) }
            var past = "0"
            var count = 0
            while count < 70 {
                let answer = try await node.get("/messages.php?view=chat&limit=1000&past=\(past)")
                #expect(answer.body.readableBytes < Limits.pulledPageBytes)
                let texts = Self.texts(answer).count
                try #require(texts > 0)
                count += texts
                past = String(try #require(answer.text.split(separator: " next=\"").last).prefix { $0 != "\"" })
                #expect(past == "\(count)")
            }
            #expect(count == 70)
        }
    }
}
