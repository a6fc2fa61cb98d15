import ChatModel

/// Peers that close connections, or whose answers are not those of a node.
extension Misbehaviour {
    /// A peer from which no message arrives until it answers correctly.
    static func failing(
        _ name: String, warning: String, requests: Int = 2,
        _ answer: @escaping @Sendable (PeerRequest, PeerLog) -> PeerAnswer
    ) -> Misbehaviour {
        Misbehaviour(name, warning: warning).with {
            $0.storedIDs = []
            $0.recovery = .byItself
            $0.requests = requests
            $0.answer = answer
        }
    }

    static let failures: [Misbehaviour] = [
        failing("closes each connection at once", warning: "it closed the connection") { _, _ in .silence }.with {
            $0.closesAtOnce = true
        },
        failing("closes the connection after the request", warning: "it closed the connection") { _, _ in
            .sendAndClose([])
        },
        failing("closes the connection within a page", warning: "broke during its answer: it closed") { request, log in
            .sendAndClose(PeerAnswer.head(of: 4_000) + (log.page(request)?.bytes.prefix(600) ?? []))
        },
        failing("answers in another protocol than HTTP", warning: "it is not HTTP") { _, _ in
            .sendAndClose(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))
        },
        failing("sends an endless response head", warning: "its header is too long") { _, _ in
            .stream(
                Array("HTTP/1.1 200 OK\r\n".utf8), Array("X-More: \(String(repeating: "a", count: 9_000))\r\n".utf8),
                upToBytes: 1 << 30)
        },
        failing("redirects", warning: "Use the address to which this one redirects") { _, _ in
            .body([], status: "302 Found", headers: "Location: http://127.0.0.1:9/messages.php\r\n")
        },
        failing("answers with a web page", warning: "a web page, not as a Tidings node. Check the address and the port")
        {
            _, _ in
            .body(Array("<html>Sign in</html>".utf8), headers: "Content-Type: text/html; charset=utf-8\r\n")
        },
        failing("answers 404 with a web page", warning: "a web page, not as a Tidings node") { _, _ in
            .body(Array("<html></html>".utf8), status: "404 Not Found", headers: "Content-Type: text/html\r\n")
        },
        failing(
            "answers 404 with a text",
            warning: "answered 404 without a reason, so it is probably another program. Check"
        ) {
            _, _ in
            .body(Array("no".utf8), status: "404 Not Found")
        },
        failing(
            "answers 502 with a web page", warning: "answered 502."
        ) { _, _ in
            .body(Array("<html></html>".utf8), status: "502 Bad Gateway", headers: "Content-Type: text/html\r\n")
        },
        failing(
            "does not answer to the host",
            warning: "does not answer to the host name of this address. Its owner should start it with --allow-host"
        ) { _, _ in
            .failure("421 Misdirected Request", code: "foreign-host", "Other sentence.")
        },
        failing("answers 500", warning: "answered 500") { _, _ in
            .body(Array("oops".utf8), status: "500 Internal Server Error")
        },
        failing("answers 507 in the form of a node", warning: "The disk is full") { _, _ in
            .failure("507 Insufficient Storage", code: "disk-full", "The disk is full.\n2026 info: all is well")
        },
        failing("answers 409 to every request", warning: "answered 409: “I know of no such") { _, _ in
            .failure("409 Conflict", code: "cursor-unknown", "I know of no such message.")
        },
        failing("answers 409 with an empty body", warning: "answered 409") { _, _ in .body([], status: "409 Conflict")
        },
    ]
}
