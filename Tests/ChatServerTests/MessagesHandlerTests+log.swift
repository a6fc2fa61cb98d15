import ChatModel
import ChatStore
import ChatXML
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import ChatServer

/// Requests with `view=log`.
extension MessagesHandlerTests {
    @Test(arguments: Transport.allCases)
    func `a peer gets a page after the newest common position that it can verify`(over transport: Transport)
        async throws
    {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...5)
            let positions = try node.store.wholeLog().entries.map(\.position)
            let foreign = LogPosition(id: positions[4].id, mark: .zero)
            let have = try #require(Cursor(restoring: [foreign, positions[2], positions[0]]))
            let answer = try await node.get("/messages.php?view=log&have=\(have)")
            let page = try LogPageReader.read(Array(buffer: answer.body))
            #expect(page.entries.map(\.id) == [positions[3].id, positions[4].id])
            #expect(page.head.next == positions[4])
            for case .message(_, let message) in page.entries { _ = try VerifiedMessage(verifying: message) }
        }
    }

    @Test func `a log page ends after about a megabyte, and the next one continues after it`() async throws {
        try await withNode(over: .router) { node in
            // Each of these bytes takes five in a page, so that the page is full long before the slice is.
            let text = String(repeating: "&", count: 16 * 1024)
            for _ in 0..<20 { try await node.store.post(text) }
            var past = LogPosition.start
            var ids: [LogID] = []
            while true {
                let answer = try await node.get("/messages.php?view=log&limit=1000&past=\(past.id)&mark=\(past.mark)")
                #expect(answer.body.readableBytes < Limits.pageBytes + 100_000)
                let page = try LogPageReader.read(Array(buffer: answer.body))
                guard let last = page.entries.last else { break }
                #expect(page.head.next.id == last.id)
                ids += page.entries.map(\.id)
                past = page.head.next
            }
            #expect(ids.map(\.rawValue) == Array(1...20))
            #expect(Self.texts(try await node.get("/messages.php")).count == 20, "Only log pages end here.")
        }
    }

    @Test func `the replicator learns of each request that names its node`() async throws {
        let peers = FakePeers()
        try await withNode(over: .router, peers: peers) { node in
            let peer = SigningKey().publicKey
            let instance = Instance.random()
            let query = "past=0&limit=7&wait=0&node=\(peer)&instance=\(instance)"
            for view in ["view=log", "view=chat", "view=log&past=x"] {
                _ = try await node.get("/messages.php?\(query)&\(view)")
            }
            _ = try await node.get("/messages.php?view=log&node=\(peer)")
            let requested = PullRequest(
                from: .beginning, limit: 7, waitSeconds: 0, node: peer, instance: instance, group: .none)
            #expect(peers.requests == [FakePeers.Noted(request: requested, confirmed: nil)])
        }
    }

    @Test(arguments: ["", "&version=1", "&version=7"])
    func `a request names the highest version that it reads, and the answer has version 1`(
        parameter: String
    ) async throws {
        try await withNode(over: .router) { node in
            let answer = try await node.get("/messages.php?view=log\(parameter)")
            #expect(answer.text.hasPrefix("<chat version=\"1\" "))
        }
    }

    /// A digest of these bytes, as in a parameter.
    static func digest(_ byte: UInt8) -> String { Base64URL.encode([UInt8](repeating: byte, count: 32)) }

    @Test(arguments: Transport.allCases)
    func `messages are requested by their digests, and the page ends at the end of the log`(over transport: Transport)
        async throws
    {
        let peers = FakePeers()
        try await withNode(over: transport, peers: peers) { node in
            try await Self.fill(node.store, 1...70)
            let log = try node.store.wholeLog()
            let requested = log.digests.suffix(63).reversed().map(\.base64URL) + [Self.digest(1)]
            let who = "&node=\(SigningKey().publicKey)&instance=\(Instance.random())"
            let answer = try await node.get("/messages.php?view=log&digests=\(requested.joined(separator: ","))\(who)")
            let page = try LogPageReader.read(Array(buffer: answer.body))
            #expect(page.entries.map(\.id) == log.entries.suffix(63).map(\.id))
            for case .message(_, let message) in page.entries { _ = try VerifiedMessage(verifying: message) }
            #expect(page.head.next == log.next)
            let none = try await node.get("/messages.php?view=log&digests=\(Self.digest(1))")
            let empty = try LogPageReader.read(Array(buffer: none.body))
            #expect(empty.entries.isEmpty && empty.head.next == log.next)
            #expect(peers.requests.isEmpty, "Such a request confirms no position.")
        }
    }

    @Test func `an answer by digests ends after 640 KiB of messages, says how far it came, and stays readable`()
        async throws
    {
        try await withNode(over: .router) { node in
            // Each of these bytes takes five in a page.
            let text = String(repeating: "&", count: 16 * 1024)
            for _ in 0..<60 { try await node.store.post(text) }
            let log = try node.store.wholeLog()
            let digests = log.digests.map(\.base64URL).joined(separator: ",")
            let answer = try await node.get("/messages.php?view=log&digests=\(digests)")
            #expect(answer.body.readableBytes < Limits.pulledPageBytes)
            let page = try LogPageReader.read(Array(buffer: answer.body))
            #expect(page.entries.map(\.id) == log.entries.prefix(page.entries.count).map(\.id))
            #expect((38...40).contains(page.entries.count))
            #expect(page.head.done == page.entries.count)
            #expect(page.head.next == log.next)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a form may name 1,000 digests, and no more`(over transport: Transport) async throws {
        try await withNode(over: transport) { node in
            try await Self.fill(node.store, 1...3)
            let log = try node.store.wholeLog()
            let unknown = (0..<997).map { SigningKey().publicKey.bytes.dropFirst() + [UInt8($0 % 256)] }
            let digests = unknown.map { Base64URL.encode(Array($0)) } + log.digests.map(\.base64URL)
            let answer = try await node.post("/messages.php", "view=log&digests=\(digests.joined(separator: ","))")
            let page = try LogPageReader.read(Array(buffer: answer.body))
            #expect(page.entries.map(\.id) == log.entries.map(\.id))
            #expect(page.head.done == 1_000)
            let more = (digests + [Self.digest(1)]).joined(separator: ",")
            #expect(try await node.post("/messages.php", "view=log&digests=\(more)").code == .badParameter)
        }
    }

    @Test func `a list names the messages that it does not have whole, and its mark proves them`() async throws {
        try await withNode(over: .router) { node in
            try await Self.fill(node.store, 1...3)
            let foreign = try VerifiedMessage(
                Fields(text: "from a peer"), at: Stamp(SystemTime().wall), signing: SigningKey())
            _ = try await node.store.apply(
                JudgedPage(verdicts: [.good(foreign)]), from: try #require(PeerID("http://ben:8080")))
            let log = try node.store.wholeLog()
            for (bodies, whole) in [("own", 3), ("none", 0)] {
                let answer = try await node.get("/messages.php?view=log&bodies=\(bodies)&limit=10000")
                let page = try LogPageReader.read(Array(buffer: answer.body))
                #expect(page.entries.compactMap(\.digest) == log.digests)
                #expect(page.head.next == log.next)
                let messages = page.entries.count { if case .message = $0 { true } else { false } }
                #expect(messages == whole, "bodies=\(bodies)")
                guard case .listed(_, let listed) = try #require(page.entries.last) else {
                    Issue.record("The message of another node is not listed.")
                    continue
                }
                #expect(listed.origin == foreign.message.origin && listed.group == .none && !listed.lacksValues)
            }
        }
    }

    @Test func `a request confirms its settled position only with the right mark`() async throws {
        let peers = FakePeers()
        try await withNode(over: .router, peers: peers) { node in
            try await Self.fill(node.store, 1...3)
            let marks = try node.store.wholeLog().entries.map(\.position.mark)
            let questions: [(String, UInt64?)] = [
                ("past=0", nil), ("past=2&mark=\(marks[1])", nil), ("past=0&settled=2:\(marks[1])", 2),
                ("past=3&mark=\(marks[2])&settled=1:\(marks[0])", 1), ("past=0&settled=2:\(marks[0])", nil),
                ("past=0&settled=9:\(marks[0])", nil), ("have=3:\(marks[2])&settled=2:\(marks[1])", 2),
                ("have=3:\(marks[2])", nil), ("past=0&settled=3:\(marks[2])&lacks=1,2", 3),
            ]
            for (question, _) in questions {
                let who = "&node=\(SigningKey().publicKey)&instance=\(Instance.random())"
                _ = try await node.get("/messages.php?view=log&\(question)\(who)")
            }
            #expect(peers.requests.map { $0.confirmed?.rawValue } == questions.map(\.1))
            #expect(peers.requests.last?.request.claim.lacks.map(\.rawValue) == [1, 2])
        }
    }

    @Test func `the replicator learns of a request before it waits`() async throws {
        let peers = FakePeers()
        try await withNode(over: .router, peers: peers) { node in
            try await Self.fill(node.store, 1...1)
            let mark = try #require(try node.store.wholeLog().entries.last).position.mark
            let who = "&node=\(SigningKey().publicKey)&instance=\(Instance.random())"
            async let answer = node.get(
                "/messages.php?view=log&wait=60&past=1&mark=\(mark)&settled=1:\(mark)\(who)")
            try await eventually("The request waits.") { node.store.commits.waiterCount == 1 }
            #expect(peers.requests.map { $0.confirmed?.rawValue } == [1])
            try await Self.fill(node.store, 2...2)
            _ = try await answer
            #expect(peers.requests.count == 1)
        }
    }
}
