import ChatModel
import ChatStore
import TestSupport
import Testing

@testable import ChatServer

/// Requests of the 2011 client, byte for byte as captured, over a socket.
struct ArticleClientTests {
    private let head = "POST /chat/add.php HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"

    @Test func `a post with an unencoded body in a second write is decoded as by PHP`() async throws {
        try await withListeningNode { port, store in
            let body = "user=megan&message=1+1=2 100% sure & more"
            let head = head + "Host: localhost:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            let answer = try #require(try await exchange(head, body, with: port))
            #expect(answer.status == 200)
            #expect(answer.body == "<success />\n")
            #expect(try store.wholeLog().texts == ["1 1=2 100% sure "])
        }
    }

    @Test func `a post of raw UTF-8 is stored when each byte arrives in a write of its own`() async throws {
        try await withListeningNode { port, store in
            let body = "user=(null)&message=Grüße, 日本 👋"
            let request = head + "Host: localhost:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
            let answer = try await withConnection(to: port) { connection in
                for byte in request.utf8 { try await connection.send([byte]) }
                return try await connection.answer()
            }
            #expect(answer?.body == "<success />\n")
            #expect(try store.wholeLog().texts == ["Grüße, 日本 👋"])
        }
    }

    @Test func `the page equals the output of the article's PHP, and the connection closes`() async throws {
        try await withListeningNode(times: ConnectionTimes(idle: .seconds(5))) { port, store in
            try await store.post("This is a test")
            let slice = try store.wholeLog()
            let added = try #require(slice.messages.first).stamp.time.description
            let request =
                "GET /chat/messages.php?past=0&t=1294222200 HTTP/1.1\r\nHost: localhost:\(port)\r\n"
                + "Content-Length: 0\r\n\r\n"
            let (answer, rest) = try await withConnection(to: port) { connection in
                try await connection.send(request)
                return (try await connection.answer(), try await connection.rest())
            }
            let page = """
                <chat>
                <message added="\(added)" id="1">
                    <user>jack</user>
                    <text>This is a test</text>
                </message>
                </chat>

                """
            #expect(answer?.body == page)
            #expect(answer?.has("Connection: close") == true)
            #expect(answer?.has("Content-Type: text/xml; charset=utf-8") == true)
            #expect(rest.isEmpty, "The node closes: this client never does.")
        }
    }

    @Test(arguments: [
        ("GET /messages.php?t=1&past=x", "localhost", 400), ("GET /messages.php?t=1", "evil.example", 421),
        ("GET /messages.php?view=chat&past=9&t=1", "localhost", 409), ("GET /nothing?t=1", "localhost", 404),
        ("GET /add.php?t=1", "localhost", 405), ("POST /add.php?t=1&user=a&message=b", "localhost", 200),
        ("GET /test.html?t", "localhost", 200), ("HEAD /messages.php?t=", "localhost", 200),
    ])
    func `the connection closes after every answer to a request with t in its query`(
        request: String, host: String, status: Int
    ) async throws {
        try await withListeningNode { port, _ in
            let hasBody = !request.hasPrefix("HEAD")
            let (answer, rest) = try await withConnection(to: port) { connection in
                try await connection.send("\(request) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 0\r\n\r\n")
                return (try await connection.answer(hasBody: hasBody), try await connection.rest())
            }
            #expect(answer?.status == status)
            #expect(answer?.has("Connection: close") == true)
            #expect(rest.isEmpty)
        }
    }

    @Test func `the connection closes after a request with t in its form`() async throws {
        try await withListeningNode { port, _ in
            let head = "POST /messages.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n"
            let answer = try await exchange(head + "t=1", with: port)
            #expect(answer?.status == 200)
            #expect(answer?.has("Connection: close") == true)
        }
    }

    @Test func `a client that polls after its last id reads each message once`() async throws {
        try await withListeningNode { port, store in
            for number in 1...120 { try await store.post("\(number)") }
            var past = 0
            var pages: [Int] = []
            while true {
                let request =
                    "GET /messages.php?past=\(past)&t=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                let page = try #require(try await exchange(request, with: port)).body
                let ids = page.split(separator: "id=\"").dropFirst().compactMap { Int($0.prefix { $0 != "\"" }) }
                guard let last = ids.last else { break }
                #expect(ids == Array((past + 1)...last))
                pages.append(ids.count)
                past = last
            }
            #expect(pages == [50, 50, 20])
        }
    }
}
