import ChatModel
import ChatStore
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

/// Unusual requests over raw sockets.
struct ConnectionTests {
    static let get = "GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\r\n"
    static let wait = "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    static func post(_ form: String) -> String {
        "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
    }

    @Test func `a connection answers several requests and stays open`() async throws {
        try await withListeningNode { port, _ in
            try await withConnection(to: port) { connection in
                for _ in 0..<3 {
                    try await connection.send(Self.get)
                    let answer = try #require(try await connection.answer())
                    #expect(answer.status == 200)
                    #expect(!answer.has("Connection: close"))
                }
            }
        }
    }

    @Test func `requests sent without waiting for answers are answered in order`() async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send((1...15).map { Self.post("user=a&message=\($0)") }.joined() + Self.get)
                for _ in 1...15 { #expect(try await connection.answer()?.body == "<success />\n") }
                #expect(try await connection.answer()?.body.contains("<text>15</text>") == true)
            }
            #expect(try store.wholeLog().texts == (1...15).map(String.init))
        }
    }

    @Test func `the 17th request without an answer is refused, and those before it are answered`() async throws {
        try await withListeningNode { port, _ in
            try await withConnection(to: port) { connection in
                let waiting = "GET /messages.php?past=0&wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                try await connection.send(waiting + String(repeating: Self.get, count: 10_000))
                for _ in 1...16 { #expect(try await connection.answer()?.status == 200) }
                let refusal = try #require(try await connection.answer())
                #expect(refusal.status == 503)
                #expect(refusal.body.hasPrefix("<failure code=\"busy\">"))
                #expect(refusal.has("Connection: close"))
                #expect(try await connection.rest().isEmpty)
            }
        }
    }

    @Test(arguments: ["Connection: close", "Connection: Close"])
    func `the connection closes after a request with Connection: close`(field: String) async throws {
        try await withListeningNode { port, _ in
            let rest = try await withConnection(to: port) { connection in
                try await connection.send(
                    "GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n" + Self.get)
                let answer = try #require(try await connection.answer())
                #expect(answer.has("Connection: close"))
                return try await connection.rest()
            }
            #expect(rest.isEmpty)
        }
    }

    @Test func `an HTTP 1.0 request needs no Host, and the connection closes after it`() async throws {
        try await withListeningNode { port, _ in
            let answers = try await withConnection(to: port) { connection in
                try await connection.send("GET /messages.php HTTP/1.0\r\n\r\n")
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answers.0?.status == 200)
            #expect(answers.1.isEmpty)
        }
    }

    @Test(arguments: ["h2c", "websocket"])
    func `a request for another protocol is answered, and the connection closes`(to name: String) async throws {
        try await withListeningNode { port, _ in
            let fields = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\n"
            let answer = try await exchange("GET /messages.php HTTP/1.1\r\n\(fields)\r\n", with: port)
            #expect(answer?.status == 200)
            #expect(answer?.has("Connection: close") == true)
        }
    }

    @Test func `a client that has closed its side gets the whole answer`() async throws {
        try await withListeningNode { port, store in
            for _ in 0..<60 { try await store.post(String(repeating: "x", count: 16_000)) }
            let (page, rest) = try await withConnection(to: port) { connection in
                try await connection.send("GET /messages.php?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                connection.finish()
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(page?.body.hasSuffix("</chat>\n") == true, "\(rest.utf8.count) bytes of an incomplete answer")
        }
    }

    // MARK: Refusals

    @Test(
        arguments: [
            ("nonsense\r\n\r\n", 400, .badRequest),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400, .badRequest),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
                400,
                .badRequest
            ),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501,
                .unknownCoding
            ),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
                501, .unknownCoding
            ),
            ("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400, .badRequest),
            ("GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", 505, .unknownVersion),
            ("GET /messages.php HTTP/1.1\r\n\r\n", 400, .badHost),
            ("GET /messages.php HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400, .badHost),
            ("GET /messages.php HTTP/1.0\r\nHost: localhost\r\nhost: evil.example\r\n\r\n", 400, .badHost),
        ] as [(String, Int, FailureCode)])
    func `a malformed request gets a failure, and the connection closes`(
        request: String, status: Int, code: FailureCode
    ) async throws {
        try await withListeningNode { port, _ in
            let (answer, rest) = try await withConnection(to: port) { connection in
                try await connection.send(request)
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answer?.status == status)
            #expect(answer?.body.hasPrefix("<failure code=\"\(code)\">") == true)
            #expect(answer?.has("Content-Type: text/xml; charset=utf-8") == true)
            #expect(answer?.has("Cache-Control: no-store") == true)
            #expect(answer?.has("Connection: close") == true)
            #expect(rest.isEmpty)
        }
    }

    @Test(arguments: ["evil.example", "localhost.evil.example:8080", ""])
    func `a Host that does not name the node gets 421`(host: String) async throws {
        try await withListeningNode { port, _ in
            let answer = try await exchange("GET /messages.php HTTP/1.1\r\nHost: \(host)\r\n\r\n", with: port)
            #expect(answer?.status == 421)
            #expect(answer?.body.contains("ask the node's owner to allow the name (--allow-host)") == true)
        }
    }

    @Test(arguments: [
        (
            "GET /messages.php?x=\(String(repeating: "x", count: 64 * 1024)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
            414
        ),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 64 * 1024))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 512 * 1024))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: y\r\n", count: 101))\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: y\r\n", count: 2000))\r\n", 431),
    ])
    func `an address or a header that is too long is refused`(request: String, status: Int) async throws {
        try await withListeningNode { port, _ in
            let answer = try await exchange(request, with: port)
            #expect(answer?.status == status)
        }
    }

    @Test(arguments: ["é", "\u{1}", "\u{7f}"])
    func `an address with unencoded bytes gets 400 and a hint to encode it`(bytes: String) async throws {
        try await withListeningNode { port, _ in
            let request = "GET /messages.php?room=\(bytes) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let answer = try await exchange(request, with: port)
            #expect(answer?.status == 400)
            #expect(answer?.body.contains("percent-encoded") == true)
        }
    }

    @Test func `a post needs the node's own host and port as its Origin`() async throws {
        try await withListeningNode { port, _ in
            let form = "user=a&message=b"
            for (host, origin, status) in [
                ("localhost:\(port)", "http://localhost:\(port)", 200),
                ("LOCALHOST:\(port)", "http://localhost:\(port)", 200),
                ("localhost:80", "http://localhost", 200), ("[::1]:\(port)", "http://[::1]:\(port)", 200),
                ("localhost:\(port)", "http://localhost", 403), ("localhost:\(port)", "http://127.0.0.1:\(port)", 403),
                ("localhost:\(port)", "https://localhost:\(port)", 403), ("localhost:\(port)", "null", 403),
            ] {
                let head = "POST /add.php HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n"
                let answer = try await exchange("\(head)Content-Length: \(form.utf8.count)\r\n\r\n\(form)", with: port)
                #expect(answer?.status == status, "\(host) \(origin)")
            }
        }
    }

    @Test func `a body that is too large is refused, announced or not`() async throws {
        try await withListeningNode { port, _ in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\n"
            let announced = try await exchange("\(head)Content-Length: 131073\r\n\r\n", with: port)
            #expect(announced?.status == 413)
            let chunk = "10000\r\n\(String(repeating: "x", count: 0x10000))\r\n"
            let chunked = "\(head)Transfer-Encoding: chunked\r\n\r\n"
            let turnedOut = try await exchange(chunked, chunk, chunk, chunk, with: port)
            #expect(turnedOut?.status == 413)
            #expect(turnedOut?.has("Connection: close") == true)
        }
    }

    @Test func `a body that is too large is refused for GET too`() async throws {
        try await withListeningNode { port, _ in
            let head = "GET /messages.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"
            let answer = try await exchange(head, String(repeating: "x", count: 300_000), with: port)
            #expect(answer?.status == 413)
            #expect(answer?.body.hasPrefix("<failure code=\"body-too-large\">") == true)
        }
    }

    @Test func `a client that is refused while it sends can read the answer`() async throws {
        // More than the operating system buffers, so that closing the connection at once would fail the sending.
        let megabytes = 16 << 20
        try await withListeningNode(times: ConnectionTimes(linger: .seconds(20))) { port, _ in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(megabytes)\r\n\r\n"
            let (answer, rest) = try await withConnection(to: port) { connection in
                try await connection.send(head)
                // A reset of the connection would throw here.
                let piece = Array(repeating: UInt8(ascii: "x"), count: 64 << 10)
                for _ in 0..<(megabytes / piece.count) { try await connection.send(piece) }
                connection.finish()
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answer?.status == 413)
            #expect(rest.isEmpty)
        }
    }

    @Test func `requests before a malformed one are answered first`() async throws {
        try await withListeningNode { port, store in
            let rest = try await withConnection(to: port) { connection in
                try await connection.send(Self.wait + "nonsense\r\n\r\n")
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
                try await store.post("news")
                let answer = try #require(try await connection.answer())
                #expect(answer.body.contains("news"))
                #expect(!answer.has("Connection: close"))
                #expect(try await connection.answer()?.status == 400)
                return try await connection.rest()
            }
            #expect(rest.isEmpty)
        }
    }

    @Test func `an incomplete post of a client that left is not stored`() async throws {
        try await withListeningNode { port, store in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
            let answer = try await withConnection(to: port) { connection in
                try await connection.send(head + "user=a&message=half")
                connection.finish()
                return try await connection.answer()
            }
            #expect(answer?.status == 400)
            #expect(try store.messageCount() == 0)
        }
    }

    @Test func `a client that sends Expect: 100-continue gets 100, or 413 for a body that is too large`() async throws {
        try await withListeningNode { port, store in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
            let form = "user=a&message=patience"
            try await withConnection(to: port) { connection in
                try await connection.send("\(head)\(form.utf8.count)\r\n\r\n")
                #expect(try await connection.answer(hasBody: false)?.status == 100)
                try await connection.send(form)
                #expect(try await connection.answer()?.body == "<success />\n")
            }
            let answer = try await exchange("\(head)9999999\r\n\r\n", with: port)
            #expect(answer?.status == 413)
        }
    }
}
