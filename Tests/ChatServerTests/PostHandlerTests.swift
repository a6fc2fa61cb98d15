import ChatModel
import ChatStore
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import ChatServer

struct PostHandlerTests {
    @Test(arguments: Transport.allCases)
    func `a post stores one message and is answered with success, in both folders`(over transport: Transport)
        async throws
    {
        try await withNode(over: transport) { node in
            for folder in ["/", "/chat/"] {
                let answer = try await node.post("\(folder)add.php", "user=jack&message=hello")
                #expect(answer.status == .ok)
                #expect(answer.text == "<success />\n")
                #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            let messages = try node.store.wholeLog().messages
            #expect(messages.count == 2)
            #expect(messages[0].fields[.user] == (try FieldValue("jack")))
            #expect(messages[0].fields[.device] == (try FieldValue("kitchen")))
            #expect(messages[0].fields[.room] == nil)
            #expect(messages[0].origin == node.store.key.publicKey)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the form wins over the query, and the last of two equal names wins`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            _ = try await node.post("/add.php?user=a&message=query", "")
            _ = try await node.post("/add.php?user=a&message=query", "message=body")
            _ = try await node.post("/add.php", "user=a&message=first&message=last")
            #expect(try node.store.wholeLog().texts == ["query", "body", "last"])
        }
    }

    @Test(arguments: [
        nil, "", "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
        "application/x-www-form-urlencoded;charset=iso-8859-1",
    ])
    func `a form is read with any parameters of its Content-Type, or without one`(type: String?) async throws {
        try await withNode(over: .port) { node in
            let answer = try await node.post("/add.php", "user=a&message=%C3%A9+%F0%9F%91%8B", type: type)
            #expect(answer.text == "<success />\n")
            #expect(try node.store.wholeLog().texts == ["é 👋"])
        }
    }

    @Test(
        arguments: Transport.allCases,
        ["text/plain", "application/json", "multipart/mixed; boundary=x", "application/xml"])
    func `other types and compressed forms get 415`(over transport: Transport, type: String) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.post("/add.php", "user=a&message=b", type: type)
            #expect(answer.status == .unsupportedMediaType)
            #expect(answer.code == .unsupportedType)
            let compressed = try await node.post("/add.php", "user=a&message=b", headers: [.contentEncoding: "gzip"])
            #expect(compressed.status == .unsupportedMediaType)
            #expect(try node.store.messageCount() == 0)
        }
    }

    @Test(arguments: Transport.allCases, ["AaB03x", "\"AaB03x\""])
    func `a multipart form is read`(over transport: Transport, boundary: String) async throws {
        try await withNode(over: transport) { node in
            let body =
                "--AaB03x\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\njack\r\n"
                + "--AaB03x\r\ncontent-disposition: form-data; name=message\r\nContent-Type: text/plain\r\n\r\n"
                + "two\r\nlines & 100%\r\n--AaB03x--\r\n"
            let answer = try await node.post("/add.php", body, type: "multipart/form-data; boundary=\(boundary)")
            #expect(answer.text == "<success />\n")
            #expect(try node.store.wholeLog().texts == ["two\r\nlines & 100%"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a multipart form that is incomplete or lacks a boundary gets 400`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            let whole = "--x\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\njack\r\n"
            for type in ["multipart/form-data; boundary=x", "multipart/form-data"] {
                let answer = try await node.post("/add.php?message=b", whole, type: type)
                #expect(answer.status == .badRequest)
                #expect(answer.code == .badMultipart)
            }
            #expect(try node.store.messageCount() == 0)
        }
    }

    @Test func `a message goes to the named room, or to the main room for an empty name`() async throws {
        try await withNode(over: .router) { node in
            _ = try await node.post("/add.php", "user=a&message=1&room=caf%C3%A9")
            _ = try await node.post("/add.php", "user=a&message=2&room=")
            let rooms = try node.store.wholeLog().messages.map(\.fields.room)
            #expect(rooms == [try Room(utf8: Array("café".utf8)), .main])
        }
    }

    @Test(
        arguments: Transport.allCases,
        [
            ("message=b", .userMissing, 400), ("user=&message=b", .userMissing, 400),
            ("user=a", .contentMissing, 400), ("user=a&message=", .contentMissing, 400),
            ("user=a&room=b&written=1", .contentMissing, 400), ("user=a&written=1&field.x-a=", .contentMissing, 400),
            ("user=a&message=%FF", .notUTF8, 400), ("user=a&message=%ED%A0%80", .notUTF8, 400),
            ("user=a&message=%C0%AF", .notUTF8, 400), ("user=%80&message=b", .notUTF8, 400),
            ("user=a&message=%00", .illegalCharacter, 400),
            ("user=a&message=b%01", .illegalCharacter, 400),
            ("user=a&message=%EF%BF%BE", .illegalCharacter, 400),
            ("user=\(String(repeating: "u", count: 65))&message=b", .userTooLong, 400),
            ("user=a&message=b&room=\(String(repeating: "r", count: 65))", .roomTooLong, 400),
            ("user=a&message=\(String(repeating: "x", count: 16 * 1024 + 1))", .textTooLong, 413),
            // With the node name these have 33 fields, and 24 KiB and one byte.
            ("user=a&message=b" + (1...30).map { "&field.x-\($0)=a" }.joined(), .tooManyFields, 400),
            ("user=a&message=b&field.x-a=\(String(repeating: "x", count: 24 * 1024 - 13))", .messageTooLarge, 413),
            ("user=a&message=b&key=%C3%A9", .badPostKey, 400),
            ("user=a&message=b&key=\(String(repeating: "k", count: 65))", .badPostKey, 400),
        ] as [(String, FailureCode, Int)])
    func `an illegal message is refused with its code and status`(
        over transport: Transport, refusal: (form: String, code: FailureCode, status: Int)
    ) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.post("/add.php", refusal.form)
            #expect(answer.code == refusal.code)
            #expect(answer.status.code == refusal.status)
            #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(try node.store.messageCount() == 0)
        }
    }

    @Test func `the failure for a missing text names the parameter 'message'`() async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.post("/add.php", "user=a&text=b")
            #expect(answer.text.contains("parameter message"))
        }
    }

    @Test func `a message may have a free field instead of a text`() async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.post("/add.php", "user=a&written=1&field.x-mood=calm")
            #expect(answer.status == .ok)
            #expect(try node.store.messageCount() == 1)
        }
    }

    @Test func `the failure for the value of a free field names the field`() async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.post("/add.php", "user=a&message=b&field.x-mood=%FF")
            #expect(answer.code == .notUTF8)
            #expect(answer.text.contains("field x-mood"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `the largest text is accepted fully percent-encoded, in the form and in the query`(over transport: Transport)
        async throws
    {
        try await withNode(over: transport) { node in
            let text = String(repeating: "é", count: 8 * 1024)
            let encoded = String(repeating: "%C3%A9", count: 8 * 1024)
            for (uri, form) in [("/add.php", "user=a&message=\(encoded)"), ("/add.php?user=a&message=\(encoded)", "")] {
                let answer = try await node.post(uri, form)
                #expect(answer.status == .ok)
            }
            #expect(try node.store.wholeLog().texts == [text, text])
        }
    }

    @Test(arguments: ["\r\n \n\r\t", "\u{feff}x", "e\u{301}", "\u{e9}", "]]>", "\u{85}\u{2028}"])
    func `a text is stored byte for byte`(text: String) async throws {
        try await withNode(over: .port) { node in
            let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let answer = try await node.post("/add.php", "user=a&message=\(encoded)")
            #expect(answer.text == "<success />\n")
            let stored = try #require(try node.store.wholeLog().messages.first?.fields[.text])
            #expect(stored.utf8 == Array(text.utf8))
        }
    }

    @Test(arguments: Transport.allCases)
    func `a body over the limit gets 413`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            let answer = try await node.post("/add.php", "user=a&message=" + String(repeating: "x", count: 128 * 1024))
            #expect(answer.status == .contentTooLarge)
            #expect(answer.code == .bodyTooLarge)
        }
    }

    // MARK: Keys

    @Test(arguments: Transport.allCases)
    func `a repeated post key gets the same answer and stores nothing, or 409 for another message`(
        over transport: Transport
    ) async throws {
        try await withNode(over: transport) { node in
            _ = try await node.post("/add.php", "user=a&message=before")
            for _ in 0..<2 {
                let answer = try await node.post("/add.php", "user=a&message=b&key=k1").text
                let digest = try #require(node.store.wholeLog().entries.last?.digest)
                #expect(answer == "<success id=\"2\" digest=\"\(digest)\" />\n")
            }
            let other = try await node.post("/add.php", "user=a&message=other&key=k1")
            #expect(other.status == .conflict)
            #expect(other.code == .postKeyReused)
            #expect(try await node.post("/add.php", "user=a&message=b&key=").text == "<success />\n")
            #expect(try node.store.messageCount() == 3)
        }
    }

    @Test func `simultaneous posts with one post key store one message`() async throws {
        try await withNode(over: .router) { node in
            let answers = try await withThrowingTaskGroup(of: String.self) { tasks in
                for _ in 0..<50 {
                    tasks.addTask { try await node.post("/add.php", "user=a&message=b&key=twin").text }
                }
                return try await tasks.reduce(into: Set()) { $0.insert($1) }
            }
            let digest = try #require(node.store.wholeLog().entries.first?.digest)
            #expect(answers == ["<success id=\"1\" digest=\"\(digest)\" />\n"])
            #expect(try node.store.messageCount() == 1)
        }
    }

    // MARK: Full and closed stores

    @Test(arguments: Transport.allCases)
    func `a full store answers posts with 507 and keeps serving pages`(over transport: Transport) async throws {
        try await withNode(over: transport, mapSizeBytes: 1 << 20) { node in
            let form = "user=a&message=" + String(repeating: "x", count: 16 * 1024)
            var answer = try await node.post("/add.php", form)
            for _ in 0..<100 where answer.status == .ok { answer = try await node.post("/add.php", form) }
            #expect(answer.status.code == 507)
            #expect(answer.code == .storeFull)
            #expect(answer.text.contains("Ask the node's owner"))
            #expect(!answer.text.contains("--"))
            #expect(try await node.get("/messages.php").status == .ok)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a closed store answers 503`(over transport: Transport) async throws {
        let folder = try TemporaryFolder()
        let store = try ChatStore(StoreOptions(folder: folder.path))
        let server = try server(over: store)
        await store.close()
        let application = server.application(on: Listener(host: "127.0.0.1", port: 0), server.routes.responder)
        try await application.test(transport.setup) { http in
            let node = NodeClient(http: http, store: store)
            for answer in [try await node.post("/add.php", "user=a&message=b"), try await node.get("/messages.php")] {
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.code == .closed)
            }
        }
    }
}
