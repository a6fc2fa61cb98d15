import ChatStore
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

/// The odd requests, over raw sockets.
@Suite("A connection")
struct ConnectionTests {
    private static let get = "GET /messages.php HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let wait = "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func post(_ form: String) -> String {
        "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
    }

    @Test("answers several requests, one after another, and stays open")
    func keepAlive() async throws {
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

    @Test("answers requests that were sent without waiting, in their order")
    func pipelining() async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send((1...20).map { Self.post("user=a&message=\($0)") }.joined() + Self.get)
                for _ in 1...20 { #expect(try await connection.answer()?.body == "<success />\n") }
                #expect(try await connection.answer()?.body.contains("<text>20</text>") == true)
            }
            #expect(try store.wholeLog().texts == (1...20).map(String.init))
        }
    }

    @Test("ends after the request that asks for it", arguments: ["Connection: close", "Connection: Close"])
    func close(field: String) async throws {
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

    @Test("in HTTP/1.0 needs no Host and ends with the answer")
    func http10() async throws {
        try await withListeningNode { port, _ in
            let answers = try await withConnection(to: port) { connection in
                try await connection.send("GET /messages.php HTTP/1.0\r\n\r\n")
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answers.0?.status == 200)
            #expect(answers.1.isEmpty)
        }
    }

    @Test("of a client that asks for another protocol is answered and ends", arguments: ["h2c", "websocket"])
    func upgrade(to name: String) async throws {
        try await withListeningNode { port, _ in
            let fields = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: \(name)\r\n"
            let answer = try await exchange("GET /messages.php HTTP/1.1\r\n\(fields)\r\n", with: port)
            #expect(answer?.status == 200)
            #expect(answer?.has("Connection: close") == true)
        }
    }

    @Test("of a client that has half-closed is answered")
    func halfClosed() async throws {
        try await withListeningNode { port, store in
            for _ in 0..<60 { try await store.post(String(repeating: "x", count: 16_000)) }
            let page = try await withConnection(to: port) { connection in
                try await connection.send("GET /messages.php?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                connection.finish()
                return try await connection.answer()
            }
            #expect(page?.body.hasSuffix("</chat>\n") == true)
        }
    }

    // MARK: Refusals

    @Test(
        "refuses what is no request with a failure, and ends",
        arguments: [
            ("nonsense\r\n\r\n", 400, "bad-request"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400, "bad-request"),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
                400,
                "bad-request"
            ),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501,
                "unknown-coding"
            ),
            (
                "POST /add.php HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
                501, "unknown-coding"
            ),
            ("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400, "bad-request"),
            ("GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", 505, "unknown-version"),
            ("GET /messages.php HTTP/1.1\r\n\r\n", 400, "bad-host"),
            ("GET /messages.php HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400, "bad-host"),
            ("GET /messages.php HTTP/1.0\r\nHost: localhost\r\nhost: evil.example\r\n\r\n", 400, "bad-host"),
        ])
    func malformed(request: String, status: Int, code: String) async throws {
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

    @Test(
        "refuses names that are not the node's with 421",
        arguments: ["evil.example", "localhost.evil.example:8080", ""])
    func foreignHost(host: String) async throws {
        try await withListeningNode { port, _ in
            let answer = try await exchange("GET /messages.php HTTP/1.1\r\nHost: \(host)\r\n\r\n", with: port)
            #expect(answer?.status == 421)
            #expect(answer?.body.contains("--allow-host") == true)
        }
    }

    @Test(
        "refuses an address or a header that is too long",
        arguments: [
            (
                "GET /messages.php?x=\(String(repeating: "x", count: 64 * 1024)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                414
            ),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 64 * 1024))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 512 * 1024))\r\n\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: y\r\n", count: 101))\r\n", 431),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X: y\r\n", count: 2000))\r\n", 431),
        ])
    func tooLong(request: String, status: Int) async throws {
        try await withListeningNode { port, _ in
            let answer = try await exchange(request, with: port)
            #expect(answer?.status == status)
        }
    }

    @Test("refuses an address with bytes that want encoding, and says so", arguments: ["é", "\u{1}", "\u{7f}"])
    func rawAddress(bytes: String) async throws {
        try await withListeningNode { port, _ in
            let request = "GET /messages.php?room=\(bytes) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let answer = try await exchange(request, with: port)
            #expect(answer?.status == 400)
            #expect(answer?.body.contains("percent-encoded") == true)
        }
    }

    @Test("takes a post whose Origin is the node's own, with its port, and no other")
    func origins() async throws {
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

    @Test("refuses a body that is announced or turns out too large")
    func largeBody() async throws {
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

    @Test("refuses a body that is too large also of a GET, which has no use for one")
    func largeBodyOfGet() async throws {
        try await withListeningNode { port, _ in
            let head = "GET /messages.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n"
            let answer = try await exchange(head, String(repeating: "x", count: 300_000), with: port)
            #expect(answer?.status == 413)
            #expect(answer?.body.hasPrefix("<failure code=\"body-too-large\">") == true)
        }
    }

    @Test("lets a client that is refused while it sends hear the answer")
    func refusedWhileSending() async throws {
        // More than the operating system buffers: a connection that is closed at once would break off the sending.
        let megabytes = 16 << 20
        try await withListeningNode(times: ConnectionTimes(linger: .seconds(20))) { port, _ in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(megabytes)\r\n\r\n"
            let (answer, rest) = try await withConnection(to: port) { connection in
                try await connection.send(head)
                // A reset would be thrown here.
                let piece = Array(repeating: UInt8(ascii: "x"), count: 64 << 10)
                for _ in 0..<(megabytes / piece.count) { try await connection.send(piece) }
                connection.finish()
                return (try await connection.answer(), try await connection.rest())
            }
            #expect(answer?.status == 413)
            #expect(rest.isEmpty)
        }
    }

    @Test("answers what comes before a refusal first, and the refusal once")
    func refusalInOrder() async throws {
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

    @Test("does not store what a client that went away had only half sent")
    func cutOff() async throws {
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

    @Test("tells a client to go on that asks before it sends, and tells it at once of a body that is too large")
    func expectContinue() async throws {
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

    // MARK: Time

    @Test("answers 408 to a head or a body that does not arrive in time")
    func late() async throws {
        try await withListeningNode(times: ConnectionTimes(arrival: .milliseconds(100))) { port, store in
            let head = "POST /add.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
            let get = "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"
            for request in ["GET", head, head + "\r\n", head + "\r\nuser=a&message=b", get] {
                let (answer, rest) = try await withConnection(to: port) { connection in
                    try await connection.send(request)
                    return (try await connection.answer(), try await connection.rest())
                }
                #expect(answer?.status == 408)
                #expect(answer?.body.hasPrefix("<failure code=\"request-timeout\">") == true)
                #expect(rest.isEmpty)
            }
            #expect(try store.messageCount() == 0)
        }
    }

    @Test("is closed when it is idle, but not while a request waits")
    func idle() async throws {
        try await withListeningNode(times: ConnectionTimes(idle: .seconds(1))) { port, store in
            try await withConnection(to: port) { waiting in
                try await waiting.send(Self.wait)
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
                // That one begun later is closed for being idle shows that the time is up for the one that waits.
                let rest = try await withConnection(to: port) { idle in
                    try await idle.send(Self.get)
                    #expect(try await idle.answer()?.status == 200)
                    return try await idle.rest()
                }
                #expect(rest.isEmpty)
                try await store.post("news")
                #expect(try await waiting.answer()?.body.contains("news") == true)
            }
        }
    }

    // MARK: Waiting

    @Test(
        "whose client leaves while a request waits frees the waiter within a second",
        arguments: [
            wait, wait + get, "GET /messages.php?wait=60 HTTP/1.0\r\n\r\n",
            "GET /messages.php?wait=60&t=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
                + String(repeating: "x", count: 1000),
        ])
    func departure(request: String) async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send(request)
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
            }
            try await eventually("The waiter is freed.", within: .seconds(1)) { store.commits.waiterCount == 0 }
        }
    }

    @Test("whose client has sent the next request already goes on waiting, and answers both")
    func waitingWithNext() async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send(Self.wait + "GET /messages.php?past=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
                try await store.post("news")
                #expect(try await connection.answer()?.body.contains("news") == true)
                #expect(try await connection.answer()?.body == "<chat>\n</chat>\n")
            }
        }
    }

    @Test("among hundreds that wait is answered by one commit, as all are")
    func manyWaiters() async throws {
        let count = 400
        try await withListeningNode { port, store in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask { try await exchange(Self.wait, with: port)?.body.contains("news") == true }
                }
                try await eventually("All wait.") { store.commits.waiterCount == count }
                try await store.post("news")
                #expect(try await group.reduce(0) { $0 + ($1 ? 1 : 0) } == count)
            }
        }
    }
}
