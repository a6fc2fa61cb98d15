import ChatModel
import TestSupport
import Testing

@testable import ChatStore

/// Queries whose messages are listed, and queries by digests.
struct ListTests {
    private let peer = PeerID("peer")!

    /// Stores messages of this node and, in between, of another one.
    private func fill(_ store: ChatStore, _ count: Int, text: String = "text") async throws {
        for number in 1...count {
            try await store.post("\(text) \(number)")
            let message = try VerifiedMessage(
                Fields(text: "other \(text) \(number)"), at: Sample.stamp, signing: Sample.otherKey)
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
        }
    }

    private func query(_ bodies: Bodies, limit: Int = 10_000, byteLimit: Int = Limits.pageBytes) -> LogQuery {
        var query = LogQuery(room: nil, range: .from(.beginning), limit: limit, byteLimit: byteLimit)
        query.bodies = bodies
        return query
    }

    @Test(arguments: Bodies.allCases)
    func `a query has the bodies that it wants, and lists the other messages`(bodies: Bodies) async throws {
        try await withStore(founder: Sample.founder) { store in
            try await fill(store, 3)
            let messages = try store.wholeLog().messages
            let slice = try store.read(query(bodies))
            // The first one is the admission of this node.
            #expect(slice.records.map(\.id.rawValue) == Array(1...7))
            #expect(slice.next == (try store.wholeLog().next))
            for (record, message) in zip(slice.records, messages) {
                let isOwn = message.origin == store.key.publicKey
                switch record.content {
                case .message(let packed):
                    #expect(bodies == .all || bodies == .own && isOwn)
                    #expect(try packed.unpacked() == message)
                case .listed(let listed):
                    #expect(bodies == .none || bodies == .own && !isOwn)
                    #expect(listed.digest.elementsEqual(message.digest.bytes))
                    #expect(listed.origin.elementsEqual(message.origin.bytes))
                    #expect(
                        listed.group.map(Array.init)
                            == (isOwn || message.fields[.admits] != nil ? Sample.group.bytes : nil))
                    #expect(!listed.lacksValues)
                case .gone, .damaged:
                    Issue.record("No message is gone or damaged.")
                }
            }
        }
    }

    @Test func `a list has gone entries, and says which messages lack their values`() async throws {
        try await withStore { store in
            try await fill(store, 1)
            let message = try VerifiedMessage(
                Fields(text: "values to come"), at: Sample.stamp, signing: Sample.otherKey)
            let erased = try VerifiedMessage(verifying: message.message.withoutErasableValues)
            _ = try await store.apply(JudgedPage(verdicts: [.good(erased)]), from: peer)
            _ = try await store.erase(try store.wholeLog().digests[0])
            func lackingValues() throws -> [Bool?] {
                try store.read(query(.none)).records.map {
                    if case .listed(let listed) = $0.content { listed.lacksValues } else { nil }
                }
            }
            #expect(try lackingValues() == [true, false, true])
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
            #expect(try lackingValues() == [true, false, nil, false])
        }
    }

    @Test(arguments: [1, 3, 5])
    func `lists end after the limit, and lead from one to the next`(limit: Int) async throws {
        try await withStore { store in
            try await fill(store, 4)
            var ids: [UInt64] = []
            var position = LogPosition.start
            while position.id.rawValue < 8 {
                var query = query(.none, limit: limit)
                query.range = .from(.after(position))
                let slice = try store.read(query)
                #expect(slice.records.count <= limit)
                ids += slice.records.map(\.id.rawValue)
                position = slice.next
            }
            #expect(ids == Array(1...8))
            #expect(position == (try store.wholeLog().next))
        }
    }

    @Test(arguments: [(.all, 5), (.own, 8), (.none, 79)] as [(Bodies, Int)])
    func `the byte limit counts only what is listed of a message without its body`(bodies: Bodies, count: Int)
        async throws
    {
        try await withStore { store in
            // A listed message of no group has 64 bytes, a whole one about 1,200.
            try await fill(store, 50, text: String(repeating: "x", count: 1000))
            let slice = try store.read(query(bodies, byteLimit: 5000))
            #expect(slice.records.count == count)
            #expect(slice.next.id.rawValue == UInt64(count))
        }
    }

    @Test func `a list with bodies has at most 1,000 whole messages`() async throws {
        try await withStore { store in
            let messages = try (0..<1500).map { number in
                try VerifiedMessage(
                    Fields(user: "j", text: "\(number)"), at: Sample.stamp,
                    signing: number.isMultiple(of: 3) ? Sample.otherKey : store.key)
            }
            _ = try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: peer)
            let slice = try store.read(query(.own))
            #expect(slice.messages.count == 999 || slice.messages.count == 1000)
            #expect(slice.records.count >= 1500)
        }
        try await withStore { store in
            let messages = try (0..<1200).map { number in
                try VerifiedMessage(Fields(user: "j", text: "\(number)"), at: Sample.stamp, signing: store.key)
            }
            _ = try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: peer)
            let slice = try store.read(query(.own))
            #expect(slice.records.count == 1000)
            // The ids jump, because messages of this node came from a peer.
            #expect(slice.next == (try slice.records.last?.position))
            #expect(slice.next.id < slice.high)
            #expect(try store.read(query(.none)).records.count == 1200)
        }
    }

    // MARK: By digests

    @Test func `messages are looked up by digests in the order of the request, and returned by ascending ids`()
        async throws
    {
        try await withStore { store in
            try await fill(store, 5, text: String(repeating: "x", count: 1000))
            let digests = try store.wholeLog().digests
            let unknown = try Sample.message().digest
            // Each record has about 1,200 bytes.
            for (wanted, byteLimit, ids, done) in [
                ([9, 4, 2], 1 << 20, [3, 5, 10], 3), ([9, 4, 2, 0], 2500, [3, 5, 10], 3), ([9, 4, 2], 1, [10], 1),
                ([nil, nil], 1, [], 2), ([nil, 4, nil, 2], 1, [5], 3),
            ] as [([Int?], Int, [UInt64], Int)] {
                let requested = wanted.map { $0.map { digests[$0] } ?? unknown }
                let slice = try store.read(
                    LogQuery(room: nil, range: .digests(requested), limit: requested.count, byteLimit: byteLimit))
                #expect(slice.records.map(\.id.rawValue) == ids)
                #expect(slice.done == done)
                #expect(slice.next == (try store.wholeLog().next))
                #expect(!slice.isRange)
            }
            #expect(try store.read(query(.all)).done == nil)
        }
    }
}
