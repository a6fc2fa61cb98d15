import ChatClient
import ChatModel
import ChatXML
import TestSupport
import Testing

/// The bytes of requests, and the values read from valid answers.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    @Test func `a log page is requested and read`() async throws {
        try await ScriptedServer.run(.answer(Sample.page(.log))) { server in
            let position = LogPosition(id: Sample.id(6), mark: try Mark(bytes: 0..<16))
            let page = try await server.client.log(Sample.pull(.after(position), waitSeconds: 30))
            #expect(page == Array(Sample.page(.log).utf8))
            let request = try #require(await server.request())
            #expect(
                request.hasPrefix(
                    "GET /messages.php?view=log&past=6&mark=\(position.mark)&limit=100&wait=30"
                        + "&node=\(Sample.key.publicKey)&instance=\(Sample.instance)&version=1 HTTP/1.1\r\n"))
        }
    }

    @Test func `messages are requested by their digests`() async throws {
        try await ScriptedServer.run(.answer(Sample.page(.log))) { server in
            let digests = try [1, 2].map { try Digest(bytes: [UInt8](repeating: $0, count: 32)) }
            #expect(try await server.client.log(digests) == Array(Sample.page(.log).utf8))
            let request = try #require(await server.request())
            #expect(request.hasPrefix("POST /messages.php HTTP/1.1\r\n"))
            #expect(request.hasSuffix("\r\n\r\nview=log&digests=\(digests[0])%2C\(digests[1])&version=1"))
        }
    }

    @Test func `a cursor is sent as have, below the path of the address`() async throws {
        try await ScriptedServer.run(.answer(Sample.page(.log)), path: "/chat/") { server in
            let cursor = Cursor.start.advanced(to: Sample.head.next, after: .zero)
            _ = try await server.client.log(Sample.pull(.newestCommon(cursor)))
            let request = try #require(await server.request())
            #expect(
                request.hasPrefix("GET /chat/messages.php?view=log&have=58%3A\(Sample.head.next.mark)&limit=100&"))
            #expect(!request.lowercased().contains("accept-encoding"))
            #expect(!request.lowercased().contains("cookie"))
        }
    }

    @Test func `messages are requested after a position, with its mark`() async throws {
        try await ScriptedServer.run(.answer(Sample.page(.chat))) { server in
            let page = try await server.client.messages(
                past: Sample.head.next, room: "caf\u{e9} & bar", limit: 5, waitSeconds: 1)
            #expect(page.messages.map(\.id) == [Sample.id(7)])
            let request = try #require(await server.request())
            #expect(
                request.hasPrefix(
                    "GET /messages.php?view=chat&past=58&mark=\(Sample.head.next.mark)&room=caf%C3%A9%20%26%20bar&limit=5&wait=1 "
                ))
        }
    }

    @Test func `no mark is sent for the beginning of the log`() async throws {
        try await ScriptedServer.run(.answer(Sample.page(.chat))) { server in
            _ = try await server.client.messages()
            let request = try #require(await server.request())
            #expect(request.hasPrefix("GET /messages.php?view=chat&past=0&wait=0 "))
        }
    }

    @Test func `a message is posted byte for byte`() async throws {
        try await ScriptedServer.run(.answer("<success id=\"41\" />\n")) { server in
            let text = "\u{FEFF}e\u{301} 1+1=2 100% &\r\n\u{1F468}"
            let id = try await server.client.add(user: "Zo\u{eb}", message: text, key: "k 1")
            #expect(id == Sample.id(41))
            let request = try #require(await server.request())
            #expect(request.hasPrefix("POST /add.php HTTP/1.1\r\n"))
            #expect(request.contains("application/x-www-form-urlencoded"))
            #expect(
                request.hasSuffix(
                    "\r\n\r\nuser=Zo%C3%AB&message=%EF%BB%BFe%CC%81%201%2B1%3D2%20100%25%20%26%0D%0A%F0%9F%91%A8&key=k%201"
                ))
        }
    }

    @Test func `a post without a post key returns no id`() async throws {
        try await ScriptedServer.run(.answer("<success />\n")) { server in
            #expect(try await server.client.add(user: "jack", message: "This is a test", room: "kitchen") == nil)
            let request = try #require(await server.request())
            #expect(request.hasSuffix("user=jack&message=This%20is%20a%20test&room=kitchen"))
        }
    }

    @Test func `a body in chunks of one character is read as one page`() async throws {
        let chunks = Sample.page(.log).map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
        try await ScriptedServer.run(.send(ServerScript.chunkedHead + chunks + "0\r\n\r\n")) { server in
            let page = try await server.client.log(Sample.pull())
            #expect(page == Array(Sample.page(.log).utf8))
        }
    }

    @Test func `the client waits for the head of an answer longer by the requested wait`() async throws {
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Length: \(Sample.page(.log).utf8.count)\r\n\r\n" + Sample.page(.log)
        var deadlines = Deadlines()
        deadlines.head = .milliseconds(200)
        try await ScriptedServer.run(.sendLater(answer, after: .milliseconds(500)), deadlines) { server in
            let page = try await server.client.log(Sample.pull(waitSeconds: 20))
            #expect(page == Array(Sample.page(.log).utf8))
        }
    }
}
