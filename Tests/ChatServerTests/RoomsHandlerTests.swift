import ChatModel
import ChatStore
import ChatXML
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

struct RoomsHandlerTests {
    private func texts(_ answer: TestResponse) throws -> [String] {
        try ChatPage(reading: Array(buffer: answer.body)).messages.map { $0[.text]?.description ?? "" }
    }

    @Test(arguments: Transport.allCases)
    func `rooms are listed by their newest message, and the main room has no name`(over transport: Transport)
        async throws
    {
        try await withNode(over: transport) { node in
            let empty = try await node.get("/rooms.xml").text
            #expect(empty.hasPrefix("<rooms node=\"\(node.store.key.publicKey)\" instance=\""))
            #expect(empty.hasSuffix("\">\n<room last=\"0\"/>\n</rooms>\n"))
            try await node.store.post("x")
            for room in ["kitchen", "R&D \"<a>"] { try await node.store.post("x", room: room) }
            let answer = try await node.get("/chat/rooms.xml?anything=1")
            let list = """
                <room name="R&amp;D &quot;&lt;a&gt;" last="3"/>
                <room name="kitchen" last="2"/>
                <room last="1"/>
                </rooms>

                """
            #expect(answer.text.hasSuffix(">\n" + list))
            #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `at most 500 rooms are listed`() async throws {
        try await withNode(over: .router) { node in
            try await withThrowingDiscardingTaskGroup { tasks in
                for number in 1...510 { tasks.addTask { try await node.store.post("x", room: "\(number)") } }
            }
            #expect(try await node.get("/rooms.xml").text.split(separator: "<room ").count == 501)
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("", ["1", "2", "3"]), ("&past=1", ["2", "3"]), ("&last=2", ["2", "3"]), ("&before=3&limit=1", ["2"]),
            ("&rooms=", ["1", "3"]),
        ])
    func `rooms=all reads all rooms together`(over transport: Transport, requested: (query: String, texts: [String]))
        async throws
    {
        try await withNode(over: transport) { node in
            for (text, room) in [("1", nil), ("2", "kitchen"), ("3", nil)] {
                try await node.store.post(text, room: room)
            }
            let answer = try await node.get("/messages.php?view=chat&rooms=all\(requested.query)")
            #expect(try texts(answer) == requested.texts)
        }
    }

    @Test func `rooms=all waits for a message in any room`() async throws {
        try await withNode(over: .router) { node in
            try await node.store.post("old")
            let mark = try node.store.wholeLog().next.mark
            async let answer = node.get("/messages.php?view=chat&rooms=all&past=1&mark=\(mark)&wait=60")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            try await node.store.post("new", room: "kitchen")
            #expect(try await texts(answer) == ["new"])
        }
    }
}
