import ChatClient
import ChatModel
import ChatXML
import TestSupport
import Testing

/// Calls of nodes that fail, stall or attack: each call ends in time with an error that says why.
@Suite(.timeLimit(.minutes(10))) struct FailureTests {
    /// Deadlines that no test reaches.
    private static let long: Deadlines = {
        var deadlines = Deadlines()
        deadlines.head = .seconds(600)
        deadlines.stall = .seconds(600)
        deadlines.body = .seconds(600)
        return deadlines
    }()

    /// Requests a log page from a server that runs `script`, and returns the error, which has to come within 20 s.
    private func failure(_ script: ServerScript, _ deadlines: Deadlines = long) async throws -> PullFailure {
        try await failure(of: { client in _ = try await client.log(Sample.pull()) }, script, deadlines)
    }

    /// Requests a chat page, which the client parses, and returns the error.
    private func readingFailure(_ script: ServerScript) async throws -> PullFailure {
        try await failure(of: { client in _ = try await client.messages() }, script, Self.long)
    }

    private func failure(
        of request: @escaping @Sendable (ChatClient) async throws -> Void, _ script: ServerScript,
        _ deadlines: Deadlines
    ) async throws -> PullFailure {
        let start = ContinuousClock.now
        let error = try await ScriptedServer.run(script, deadlines) { server in
            await #expect(throws: PullFailure.self) { try await request(server.client) }
        }
        #expect(ContinuousClock.now - start < .seconds(20))
        return try #require(error)
    }

    @Test func `an endless body ends the call with tooLarge`() async throws {
        let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
        #expect(try await failure(.repeatForEver(ServerScript.chunkedHead, chunk)) == .tooLarge)
        let endless = "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n"
        #expect(try await failure(.repeatForEver(endless, chunk)) == .tooLarge)
        #expect(try await failure(.repeatForEver("HTTP/1.0 200 OK\r\n\r\n", chunk)) == .tooLarge)
    }

    @Test func `an endless head ends the call with unreachable`() async throws {
        let fields = String(repeating: "x: " + String(repeating: "a", count: 1_000) + "\r\n", count: 10)
        #expect(try await failure(.repeatForEver("HTTP/1.1 200 OK\r\n", fields)) == .unreachable(.headerTooLong))
    }

    @Test func `a body that drips ends the call at the body deadline`() async throws {
        var deadlines = Self.long
        deadlines.body = .milliseconds(500)
        let drip = ServerScript.drip(ServerScript.chunkedHead, "1\r\n \r\n", every: .milliseconds(20))
        #expect(try await failure(drip, deadlines) == .tooSlow)
    }

    @Test func `a body that stops ends the call at the stall deadline`() async throws {
        var deadlines = Self.long
        deadlines.stall = .milliseconds(200)
        #expect(try await failure(.send(ServerScript.chunkedHead + "1\r\n \r\n"), deadlines) == .tooSlow)
        #expect(try await failure(.send(ServerScript.chunkedHead), deadlines) == .tooSlow)
    }

    @Test func `an incomplete head ends the call at the head deadline`() async throws {
        var deadlines = Self.long
        deadlines.head = .milliseconds(200)
        #expect(try await failure(.silence, deadlines) == .noAnswer(after: deadlines.head))
        #expect(try await failure(.send("HTTP/1.1 200 OK\r\n"), deadlines) == .noAnswer(after: deadlines.head))
        let drip = ServerScript.drip("HTTP/1.1 200 OK\r\n", "x: y\r\n", every: .milliseconds(20))
        #expect(try await failure(drip, deadlines) == .noAnswer(after: deadlines.head))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<chat",
        ServerScript.chunkedHead + "5\r\n<chat\r\n", "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    ])
    func `a connection that closes before the answer is complete is reported as unreachable or broken off`(text: String)
        async throws
    {
        switch try await failure(.sendAndClose(text)) {
        case .unreachable, .brokenOff: break
        case let failure: Issue.record("\(failure)")
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<chat", "closed the connection"),
        ("SSH-2.0-OpenSSH\r\n", "its answer is not HTTP"),
        ("HTTP/1.1 200 OK\r\nx: " + String(repeating: "a", count: 100_000), "the header of its answer is too long"),
    ])
    func `the error describes a broken answer in words`(text: String, words: String) async throws {
        #expect(try await failure(.sendAndClose(text)).description.contains(words))
    }

    @Test(arguments: ["http://127.0.0.1:1", "http://nowhere.invalid:8080"])
    func `the error for a node that cannot be reached says so`(address: String) async throws {
        try await withHTTPClient { http in
            let client = ChatClient(try NodeAddress(address), http: http)
            let error = await #expect(throws: PullFailure.self) { try await client.log(Sample.pull()) }
            #expect(error?.isUnreachable == true)
        }
    }

    @Test func `a redirect is reported and not followed`() async throws {
        let redirect = ServerScript.answer("", status: "302 Found", headers: "Location: /messages.php\r\n")
        let error = try await failure(redirect)
        #expect(error == .refused(status: 302, nil))
    }

    @Test func `an error without a failure document has the HTTP status`() async throws {
        let error = try await failure(.answer("<html>oops</html>", status: "500 Internal Server Error"))
        #expect(error == .refused(status: 500, nil))
        #expect(error.description.contains("500"))
    }

    @Test(arguments: [
        ("200 OK", "text/html", true), ("404 Not Found", "Text/HTML; charset=utf-8", true),
        ("404 Not Found", "application/xml", false), ("502 Bad Gateway", "text/html", false),
        ("302 Found", "text/html", false),
    ])
    func `a web page is no answer of a node, unless it reports a redirect or a server's failure`(
        status: String, type: String, isWebPage: Bool
    ) async throws {
        let error = try await failure(.answer("<html />", status: status, headers: "Content-Type: \(type)\r\n"))
        #expect((error == .webPage) == isWebPage)
        #expect(error.description.contains("web page") == isWebPage)
    }

    @Test func `a failure's code and sentence are part of the error`() async throws {
        let code = FailureCode.postKeyReused
        let body = String(decoding: Answer.failure(Refusal(code, "Take another key.")).xml, as: UTF8.self)
        let error = try await failure(.answer(body, status: "409 Conflict"))
        #expect(error == .refused(status: 409, Refusal(code, "Take another key.")))
    }

    @Test func `cursor-unknown is a reason to fall back with status 409 only`() async throws {
        let body = "<failure code=\"cursor-unknown\">It is not mine.</failure>"
        #expect(try await failure(.answer(body, status: "409 Conflict")).refusal == .cursorUnknown)
        #expect(try await failure(.answer(body, status: "400 Bad Request")).refusal == nil)
        #expect(try await readingFailure(.answer(body)).isNoPage)
    }

    @Test(arguments: [
        "", "<html><body>Welcome</body></html>", "<success />", "\u{1f}\u{8b}\u{8}",
        "\u{FEFF}" + Sample.page(.chat),
        Sample.page(.log),
    ])
    func `an answer that is not a chat page is reported as no page`(body: String) async throws {
        #expect(try await readingFailure(.answer(body)).isNoPage)
    }

    @Test func `a compressed page is not decompressed`() async throws {
        // The beginning of gzip data, for which the client did not ask.
        let body = "\u{1f}\u{8b}\u{8}\u{0}\u{0}"
        #expect(try await readingFailure(.answer(body, headers: "Content-Encoding: gzip\r\n")).isNoPage)
    }

    @Test func `a page that breaks after its root is reported as no page`() async throws {
        let body = Sample.page(.chat).replacing("</message>", with: "")
        #expect(try await readingFailure(.answer(body)).isNoPage)
    }

    @Test func `a refused post has the node's failure code`() async throws {
        let body = "<failure code=\"user-missing\">A message needs a user.</failure>"
        try await ScriptedServer.run(.answer(body, status: "400 Bad Request")) { server in
            let error = await #expect(throws: PullFailure.self) {
                try await server.client.add(user: "", message: "a")
            }
            #expect(error == .refused(status: 400, Refusal(.userMissing, "A message needs a user.")))
        }
    }

    @Test(arguments: [ServerScript.silence, .send(ServerScript.chunkedHead + "1\r\n \r\n")])
    func `a cancelled call ends and closes its connection`(script: ServerScript) async throws {
        try await ScriptedServer.run(script, Self.long) { server in
            let client = server.client
            let call = Task { try await client.log(Sample.pull(waitSeconds: 60)) }
            _ = await server.request()
            call.cancel()
            await #expect(throws: PullFailure.self) { try await call.value }
            await server.connectionEnded()
        }
    }
}

extension PullFailure {
    fileprivate var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
    fileprivate var isNoPage: Bool { if case .noPage = self { true } else { false } }
}
