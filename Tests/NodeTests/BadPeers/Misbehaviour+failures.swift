import ChatModel

/// Peers that do not answer as a node does, or never come to an end.
extension Misbehaviour {
    static func failing(
        _ name: String, says: String, requests: Int = 2,
        _ answer: @escaping @Sendable (PeerRequest, PeerLog) -> PeerAnswer
    ) -> Misbehaviour {
        Misbehaviour(name, says: says).with {
            $0.arriving = []
            $0.recovery = .byItself
            $0.requests = requests
            $0.answer = answer
        }
    }

    static let failures: [Misbehaviour] = [
        failing("closes at once", says: "it closed the connection") { _, _ in .silence }.with {
            $0.closesAtOnce = true
        },
        failing("closes after the request", says: "it closed the connection") { _, _ in .sendAndClose([]) },
        failing("breaks off within a page", says: "broke during the answer: it closed") { request, log in
            .sendAndClose(PeerAnswer.head(of: 4_000) + (log.page(request)?.bytes.prefix(600) ?? []))
        },
        failing("answers with what is no HTTP", says: "its answer is not HTTP") { _, _ in
            .sendAndClose(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))
        },
        failing("sends a head without end", says: "the header of its answer is too long") { _, _ in
            .stream(
                Array("HTTP/1.1 200 OK\r\n".utf8), Array("X-More: \(String(repeating: "a", count: 9_000))\r\n".utf8),
                upToBytes: 1 << 30)
        },
        failing("redirects", says: "Name the address to which it redirects") { _, _ in
            .body([], status: "302 Found", headers: "Location: http://127.0.0.1:9/messages.php\r\n")
        },
        failing("answers 500", says: "answered 500") { _, _ in
            .body(Array("oops".utf8), status: "500 Internal Server Error")
        },
        failing("answers 500 as a node does", says: "The disk is full") { _, _ in
            .failure("507 Insufficient Storage", code: "disk-full", "The disk is full.\n2026 info: all is well")
        },
        failing("knows no cursor, not even the start", says: "answered 409: I know of no such") { _, _ in
            .failure("409 Conflict", code: "cursor-unknown", "I know of no such message.")
        },
        failing("answers 409 with nothing in it", says: "answered 409") { _, _ in .body([], status: "409 Conflict") },
    ]
}
