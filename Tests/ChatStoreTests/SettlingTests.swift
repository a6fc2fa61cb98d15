import ChatModel
import TestSupport
import Testing

@testable import ChatStore

/// How the settled position of a peer moves, and what becomes of the peer's exceptions.
struct SettlingTests {
    private let peer = PeerID("peer")!
    private let messages = try! ["one", "two", "three"].map { try message($0) }

    private static func message(_ text: String) throws -> VerifiedMessage {
        try VerifiedMessage(Fields(text: text), at: Stamp(rawValue: 1 << 40), signing: Sample.key)
    }

    private var digests: [Digest] { messages.map(\.message.digest) }

    /// The messages as entries after the ids 10, 20 and 30.
    private func wants(needingValues: Bool = false) throws -> [UnsettledMessage] {
        try zip([10, 20, 30], digests).map {
            UnsettledMessage(after: try Sample.position($0), $1, needsValues: needingValues)
        }
    }

    /// Stores what a peer has sent, and returns the id of the settled position.
    @discardableResult
    private func apply(
        _ verdicts: [JudgedPage.Verdict] = [], _ settling: Settling? = nil, exceptions: [PeerException] = [],
        asked: [PeerException] = [], to store: ChatStore
    ) async throws -> UInt64 {
        var page = JudgedPage(verdicts: verdicts, settling: settling)
        (page.exceptions, page.asked) = (exceptions, asked)
        return try await store.apply(page, from: peer).cursors.settled.id.rawValue
    }

    private func forward(
        after start: LogPosition = .start, _ wants: [UnsettledMessage] = [], to end: UInt64
    ) throws -> Settling {
        .forward(after: start, wants: wants, end: try Sample.position(end), passing: [])
    }

    private func exception(
        after id: UInt64, through last: UInt64? = nil, _ digest: Digest?
    ) throws -> PeerException {
        PeerException(
            after: id == 0 ? .start : try Sample.position(id), through: Sample.id(last ?? id + 1), digest,
            digest == nil ? .unread : .absent, since: UnixTime(milliseconds: 7))
    }

    // MARK: Forward

    @Test func `the settled position stays before the first message that is not stored`() async throws {
        try await withStore { store in
            let wants = try wants()
            #expect(try await apply([.good(messages[1])], forward(wants, to: 40), to: store) == 10)
            let settled = try Sample.position(10)
            #expect(try await apply([.good(messages[0])], forward(after: settled, wants, to: 40), to: store) == 30)
            // A bad message is passed like a stored one.
            let bad = Refusal(.badSignature, "not signed")
            let refused = JudgedPage.Verdict.refused(Sample.id(31), bad, digests[2])
            let rest = try forward(after: try Sample.position(30), Array(wants[2...]), to: 40)
            #expect(try await apply([refused], rest, to: store) == 40)
        }
    }

    @Test(arguments: [(false, 40), (true, 10)] as [(Bool, UInt64)])
    func `a message without its values is stored, unless the peer has the values`(needsValues: Bool, settled: UInt64)
        async throws
    {
        try await withStore { store in
            let erased = try messages.map {
                JudgedPage.Verdict.good(try VerifiedMessage(verifying: $0.message.withoutErasableValues))
            }
            try await apply(erased, to: store)
            let wants = try wants(needingValues: needsValues)
            #expect(try await apply([], forward(wants, to: 40), to: store) == settled)
        }
    }

    @Test func `the settled position stays if the store has another one than the puller, or a later one`() async throws
    {
        try await withStore { store in
            try await apply([], forward(to: 40), to: store)
            #expect(try await apply([], forward(to: 50), to: store) == 40)
            #expect(try await apply([], forward(after: Sample.position(40), to: 30), to: store) == 40)
            #expect(try await apply([], forward(after: Sample.position(40), to: 50), to: store) == 50)
        }
    }

    // MARK: Back

    @Test func `a log that is read again loses its exceptions from there on`() async throws {
        try await withStore { store in
            let exceptions = [
                try exception(after: 5, nil), try exception(after: 10, digests[0]),
                try exception(after: 20, through: 25, nil),
            ]
            try await apply([], forward(to: 40), exceptions: exceptions, to: store)
            let back = Settling.back(to: try Sample.position(10), isOtherLog: false)
            #expect(try await apply([], back, to: store) == 10)
            #expect(try store.exceptions(of: peer) == [exceptions[0]])
            #expect(try store.storedPeer(peer).exceptions == 1)
            let later = Settling.back(to: try Sample.position(30), isOtherLog: false)
            #expect(try await apply([], later, to: store) == 10)
        }
    }

    @Test func `another log of the peer keeps the exceptions of the part that both share`() async throws {
        try await withStore { store in
            let exceptions = [
                try exception(after: 5, nil), try exception(after: 10, digests[0]),
                try exception(after: 20, through: 25, nil),
            ]
            try await apply([], forward(to: 10), to: store)
            let settled = try Sample.position(10)
            try await apply([], forward(after: settled, to: 40), exceptions: exceptions, to: store)
            #expect(try await apply([], .back(to: settled, isOtherLog: true), to: store) == 10)
            #expect(try store.exceptions(of: peer) == [exceptions[0]])
            // The former cursor ends before its first exception, which is at its start.
            #expect(try store.storedPeer(peer).cursors.others == [])
        }
    }

    @Test func `the number of refused messages stays when another log of the peer is read`() async throws {
        try await withStore { store in
            let bad = Refusal(.badSignature, "not signed")
            try await apply([.refused(Sample.id(30), bad, digests[0])], forward(to: 40), to: store)
            try await apply([], .back(to: .start, isOtherLog: true), to: store)
            #expect(try store.storedPeer(peer).refused == 1)
        }
    }

    // MARK: Claims

    @Test(
        arguments: [
            (0..<0, nil, 100, 0), (0..<16, nil, 100, 16), (0..<17, nil, 32, 16), (0..<3, 4, 4, 2), (0..<3, 40, 40, 3),
            (50..<60, nil, 100, 0),
        ] as [(Range<UInt64>, UInt64?, UInt64, Int)])
    func `a node claims what it has up to the settled position, except 16 messages, and up to an unread part`(
        missing: Range<UInt64>, unread: UInt64?, settled: UInt64, lacks: Int
    ) async throws {
        try await withStore { store in
            var exceptions = try missing.map { try exception(after: 2 * $0, Self.message("\($0)").message.digest) }
            if let unread { exceptions.append(try exception(after: unread, nil)) }
            try await apply([], forward(to: 100), exceptions: exceptions, to: store)
            let stored = try store.storedPeer(peer)
            #expect(stored.claim.settled.id == Sample.id(settled))
            #expect(stored.claim.lacks == (0..<UInt64(lacks)).map { Sample.id(2 * $0 + 1) })
            #expect(stored.hasLaterExceptions == (missing.lowerBound == 50))
        }
    }

    @Test func `a node claims a message that has come from elsewhere since it became an exception`() async throws {
        try await withStore { store in
            let exceptions = try zip([10, 20], digests).map { try exception(after: $0, $1) }
            try await apply([], forward(to: 100), exceptions: exceptions, to: store)
            #expect(try store.storedPeer(peer).claim.lacks == [Sample.id(11), Sample.id(21)])
            try await apply([.good(messages[0])], to: store)
            #expect(try store.storedPeer(peer).claim.lacks == [Sample.id(21)])
        }
    }

    @Test func `a message that has come from elsewhere becomes no exception`() async throws {
        try await withStore { store in
            try await apply([.good(messages[0])], to: store)
            let exceptions = try zip([10, 20], digests).map { try exception(after: $0, $1) }
            try await apply(exceptions: exceptions, to: store)
            #expect(try store.exceptions(of: peer) == [exceptions[1]])
        }
    }

    @Test func `a message whose values are missing becomes an exception, so that the peer is asked again`() async throws
    {
        try await withStore { store in
            let erased = try VerifiedMessage(verifying: messages[0].message.withoutErasableValues)
            try await apply([.good(erased)], to: store)
            let exception = try exception(after: 10, digests[0])
            try await apply([], forward(wants(needingValues: true), to: 20), exceptions: [exception], to: store)
            #expect(try store.exceptions(of: peer) == [exception])
            #expect(try store.storedPeer(peer).claim.lacks == [])
            // The peer was asked: it has answered with the values, or has none.
            try await apply([.good(messages[0])], asked: [exception], to: store)
            #expect(try store.exceptions(of: peer) == [])
        }
    }

    // MARK: Exceptions

    @Test func `an exception ends when its message is stored or refused, and no other one does`() async throws {
        try await withStore { store in
            let exceptions = try zip([10, 20, 30], digests).map { try exception(after: $0, $1) }
            try await apply(exceptions: exceptions, to: store)
            #expect(try store.storedPeer(peer).exceptions == 3)
            let bad = Refusal(.badSignature, "not signed")
            let verdicts = [JudgedPage.Verdict.good(messages[0]), .refused(Sample.id(21), bad, digests[1])]
            try await apply(verdicts, asked: exceptions, to: store)
            #expect(try store.exceptions(of: peer) == [exceptions[2]])
            #expect(try store.storedPeer(peer).exceptions == 1)
            // Another peer has sent the message.
            _ = try await store.apply(JudgedPage(verdicts: [.good(messages[2])]), from: #require(PeerID("other")))
            #expect(try store.exceptions(of: peer) == [exceptions[2]])
            try await apply(asked: exceptions, to: store)
            #expect(try store.exceptions(of: peer) == [])
        }
    }

    @Test func `a search for exceptions begins after an id and ends at its limit`() async throws {
        try await withStore { store in
            let exceptions = try zip([10, 20, 30], digests).map { try exception(after: $0, $1) }
            try await apply(exceptions: exceptions, to: store)
            #expect(try store.exceptions(of: peer, from: Sample.id(20)) == Array(exceptions[1...]))
            #expect(try store.exceptions(of: peer, from: Sample.id(11), limit: 1) == [exceptions[1]])
            #expect(try store.exceptions(of: peer, from: Sample.id(31)) == [])
        }
    }

    @Test func `the exceptions of a peer survive a restart, and other peers have their own`() async throws {
        let folder = try TemporaryFolder()
        let exceptions = [try exception(after: 0, digests[0]), try exception(after: 20, through: 1 << 53, nil)]
        var store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        try await apply(exceptions: exceptions, to: store)
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20))
        #expect(try store.exceptions(of: peer) == exceptions)
        for name in ["pee", "peer2"] { #expect(try store.exceptions(of: #require(PeerID(name))) == []) }
        try expectSound(store)
        await store.close()
    }

    @Test(arguments: [(20_001, 19_998, 20_002), (1, 1, 20_000)] as [(UInt64, UInt64, UInt64)])
    func `the last exception grows over an exception without room`(after: UInt64, start: UInt64, end: UInt64)
        async throws
    {
        try await withStore { store in
            // After the ids 0, 2, 4 … 19,998.
            let most = try (0..<10_000).map { try exception(after: 2 * $0, through: 2 * $0 + 2, digests[0]) }
            try await apply(exceptions: most, to: store)
            #expect(try store.storedPeer(peer).exceptions == 10_000)
            try await apply(exceptions: [exception(after: after, digests[1])], to: store)
            #expect(try store.storedPeer(peer).exceptions == 10_000)
            let grown = try store.exceptions(of: peer, from: Sample.id(start)).first { $0.digest == nil }
            #expect(grown?.before == (try Sample.position(start)))
            #expect(grown?.last == Sample.id(end))
            #expect(grown?.reason == .unread)
        }
    }

    @Test func `a grown exception does not end with the message that it had before`() async throws {
        try await withStore { store in
            let old = try exception(after: 10, digests[0])
            try await apply(exceptions: [old], to: store)
            // It has grown since it was read.
            let grown = try exception(after: 10, through: 30, nil)
            try await apply(exceptions: [grown], to: store)
            try await apply([.good(messages[0])], asked: [old], to: store)
            #expect(try store.exceptions(of: peer) == [grown])
        }
    }
}
