import ChatExchange
import ChatModel
import ChatStore
import HTTPTypes
import HummingbirdTesting
import ServiceLifecycle
import TestSupport
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(10)))
struct StatusHandlerTests {
    private static func revision(in text: String) throws -> UInt64 {
        let number = try #require(text.firstMatch(of: /revision="([0-9]+)"/)).output.1
        return try #require(UInt64(number))
    }

    private static func revision(of answer: TestResponse) throws -> UInt64 {
        try revision(in: answer.text)
    }

    private static func status(_ answer: TestResponse) throws -> String {
        #expect(answer.status == .ok)
        return answer.text
    }

    /// A peer that is in sync since this second after 1970.
    private static func inSync(since second: UInt64) -> PeersStatus {
        let peer = PeerStatus(
            address: "http://ben:8080", state: .inSync, since: UnixTime(milliseconds: second * 1000))
        return PeersStatus(peers: [peer])
    }

    @Test(arguments: Transport.allCases, ["/", "/chat/"])
    func `the status contains the node, the store, the peers and the requesters`(
        over transport: Transport, folder: String
    ) async throws {
        let peers = FakePeers()
        let requester = SigningKey().publicKey
        var status = Self.inSync(since: 7)
        status.requesters = [PeersStatus.Requester(node: requester, lastRequest: UnixTime(milliseconds: 9))]
        peers.change(to: status)
        try await withNode(over: transport, peers: peers) { node in
            try await node.store.post("one", room: "r")
            try await node.store.post("two")
            let figures = try node.store.figures()
            let answer = try await node.get(folder + "status.xml")
            #expect(answer.headers[.contentType] == "text/xml; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "no-store")
            let text = try Self.status(answer)
            let version = try WebClient(files: .sample).version
            #expect(text.hasPrefix("<status node=\"\(node.store.key.publicKey)\" name=\"kitchen\" instance=\""))
            #expect(text.contains(" web=\"\(version)\">\n"))
            #expect(figures.bytes > 0)
            let rest = """
                <store messages="2" high="2" bytes="\(figures.bytes)" limit="\(64 << 20)" damaged="0" healed="0"/>
                <peer address="http://ben:8080" state="in-sync" since="7000" refused="0" exceptions="0" foreign="0"/>
                <requester node="\(requester)" last-request="9"/>
                </status>

                """
            #expect(text.hasSuffix(rest), "\(text)")
            let times = try ["now", "started"].map { name in
                let value = text.split(separator: " \(name)=\"")[1].prefix { $0 != "\"" }
                return try #require(UInt64(value))
            }
            let now = SystemTime().wall.milliseconds
            for time in times { #expect((now - 60_000...now).contains(time)) }
        }
    }

    @Test func `HEAD is answered, and illegal parameters get 400`() async throws {
        try await withNode(over: .router) { node in
            #expect(try await node.send(.head, "/status.xml").status == .ok)
            for query in ["wait=61", "wait=x", "revision=x", "revision=-1", "revision=99999999999999999999"] {
                let answer = try await node.get("/status.xml?\(query)")
                #expect(answer.code == .badParameter, "\(query)")
            }
            #expect(try await node.post("/status.xml", "a=b").code == .methodNotAllowed)
        }
    }

    // MARK: Waiting

    @Test(arguments: Transport.allCases)
    func `a request without wait or with another revision is answered at once`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            let present = try Self.revision(of: try await node.get("/status.xml"))
            let queries = ["", "?wait=60", "?revision=\(present)", "?wait=0&revision=\(present)"]
            let others = [present - 1, present + 1, 0].map { "?wait=60&revision=\($0)" }
            for query in queries + others {
                #expect(try Self.revision(of: try await node.get("/status.xml\(query)")) == present, "\(query)")
            }
        }
    }

    @Test(arguments: Transport.allCases, ["group", "log"])
    func `a request waits for a change of the group or of the log`(over transport: Transport, what: String) async throws
    {
        let peers = FakePeers()
        try await withNode(over: transport, peers: peers) { node in
            var seen = try Self.revision(of: try await node.get("/status.xml"))
            // The second change comes before the interval after the first is over.
            for round in 1...2 {
                let present = seen
                async let answer = node.get("/status.xml?wait=60&revision=\(present)")
                try await eventually("The request waits.") { peers.changes.waiterCount == 1 }
                if what == "log" {
                    try await node.store.post("\(round)")
                } else {
                    peers.change(to: Self.inSync(since: UInt64(round)))
                }
                let text = try Self.status(try await answer)
                #expect(text.contains(what == "log" ? " high=\"\(round)\"" : " since=\"\(round)000\""))
                let next = try Self.revision(of: try await answer)
                #expect(next > seen)
                seen = next
            }
            try await eventually("Nobody waits.") {
                peers.changes.waiterCount == 0 && node.store.commits.waiterCount == 0
            }
        }
    }

    @Test func `a client of a busy node gets a few answers a second and the last state`() async throws {
        let peers = FakePeers()
        try await withNode(over: .router, peers: peers) { node in
            let first = try Self.revision(of: try await node.get("/status.xml"))
            var seen = first
            let busy = Task {
                var second: UInt64 = 0
                while !Task.isCancelled {
                    second += 1
                    peers.change(to: Self.inSync(since: second))
                    await Task.yield()
                }
            }
            let start = ContinuousClock.now
            var answers = 0
            while ContinuousClock.now - start < .seconds(1) {
                let answer = try await node.get("/status.xml?wait=60&revision=\(seen)")
                // On a busy machine, the number rises again before the answer is made.
                #expect(try Self.revision(of: answer) > seen)
                seen = try Self.revision(of: answer)
                answers += 1
            }
            let elapsed = ContinuousClock.now - start
            #expect(answers <= Int(elapsed / StatusPoll.interval) + 2)
            busy.cancel()
            await busy.value
            peers.change(to: Self.inSync(since: 1_000_000_000))
            let text = try Self.status(try await node.get("/status.xml?wait=60&revision=\(seen)"))
            #expect(text.contains("since=\"1000000000000\""))
        }
    }

    @Test func `the same revision is answered when the time is over`() async throws {
        try await withNode(over: .port) { node in
            let present = try Self.revision(of: try await node.get("/status.xml"))
            let start = ContinuousClock.now
            let answer = try await node.get("/status.xml?wait=1&revision=\(present)")
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(try Self.revision(of: answer) == present)
        }
    }

    @Test func `a waiting request ends when its client leaves`() async throws {
        let peers = FakePeers()
        try await withListeningNode(peers: peers) { port, store in
            let get = " HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let text = try #require(try await exchange("GET /status.xml" + get, with: port)).body
            let present = try Self.revision(in: text)
            try await withConnection(to: port) { connection in
                try await connection.send("GET /status.xml?wait=60&revision=\(present)" + get)
                try await eventually("The request waits.") { peers.changes.waiterCount == 1 }
            }
            try await eventually("The waiter is freed.") {
                peers.changes.waiterCount == 0 && store.commits.waiterCount == 0
            }
        }
    }

    @Test func `waiting requests are answered when the node shuts down`() async throws {
        let peers = FakePeers()
        try await withStore { store in
            let (found, listening) = AsyncStream<Int>.makeStream()
            let server = try server(over: store, peers: peers, onListening: { listening.yield($0.port) })
            try await withRunning(server) { services in
                let port = try #require(await found.first { _ in true })
                let get = " HTTP/1.1\r\nHost: localhost\r\n\r\n"
                let text = try #require(try await exchange("GET /status.xml" + get, with: port)).body
                let present = try Self.revision(in: text)
                async let answer = exchange("GET /status.xml?wait=60&revision=\(present)" + get, with: port)
                try await eventually("The request waits.") { peers.changes.waiterCount == 1 }
                let start = ContinuousClock.now
                await services.triggerGracefulShutdown()
                #expect(try await answer?.body.contains("revision=\"\(present)\"") == true)
                // The request waits for 60 s.
                #expect(ContinuousClock.now - start < .seconds(20))
            }
        }
    }
}
