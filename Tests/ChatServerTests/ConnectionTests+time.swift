import ChatModel
import ChatStore
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

extension ConnectionTests {
    // MARK: Time

    @Test func `a head or a body that does not arrive in time gets 408`() async throws {
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

    @Test func `an idle connection closes, and one with a waiting request does not`() async throws {
        try await withListeningNode(times: ConnectionTimes(idle: .seconds(1))) { port, store in
            try await withConnection(to: port) { waiting in
                try await waiting.send(Self.wait)
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
                // A later connection that is closed for being idle shows that the idle limit of the waiting one is over.
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

    @Test(arguments: [
        wait, "GET /messages.php?wait=60 HTTP/1.0\r\n\r\n",
        "GET /messages.php?wait=60&t=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /messages.php?wait=60 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
            + String(repeating: "x", count: 1000),
    ])
    func `a waiting request ends when its client leaves, long before its time`(request: String) async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send(request)
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
            }
            try await eventually("The waiter is freed.", within: .seconds(20)) { store.commits.waiterCount == 0 }
        }
    }

    @Test func `a further request ends the wait of the one before`() async throws {
        try await withListeningNode { port, store in
            try await withConnection(to: port) { connection in
                try await connection.send(Self.wait)
                try await eventually("The request waits.") { store.commits.waiterCount == 1 }
                // Two at once: the wait of the first ends when it begins.
                try await connection.send(Self.wait + Self.wait)
                for _ in 1...2 { #expect(try await connection.answer()?.body == "<chat>\n</chat>\n") }
                try await eventually("The last request waits.") { store.commits.waiterCount == 1 }
                try await store.post("news")
                #expect(try await connection.answer()?.body.contains("news") == true)
            }
        }
    }

    @Test func `one commit answers 400 waiting requests`() async throws {
        let count = 400
        try await withListeningNode { port, store in
            try await withThrowingTaskGroup(of: Bool.self) { tasks in
                for _ in 0..<count {
                    tasks.addTask { try await exchange(Self.wait, with: port)?.body.contains("news") == true }
                }
                try await eventually("All wait.") { store.commits.waiterCount == count }
                try await store.post("news")
                #expect(try await tasks.reduce(0) { $0 + ($1 ? 1 : 0) } == count)
            }
        }
    }
}
