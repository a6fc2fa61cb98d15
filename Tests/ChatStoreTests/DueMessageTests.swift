import ChatModel
import TestSupport
import Testing

@testable import ChatStore

/// The search for the wanted messages that are due.
struct DueMessageTests {
    private static let start = UnixTime.testBuildDate
    private static let day: UInt64 = 24 * 60 * 60 * 1000

    private let key = SigningKey()
    private let peer = PeerID("peer")!  // Neither empty nor too long.

    /// Stores messages without their values, and returns them with the values.
    @discardableResult
    private func fill(_ store: ChatStore, _ count: Int) async throws -> [Digest] {
        let messages = try (0..<count).map { _ in
            try VerifiedMessage(Fields(text: "text"), at: Stamp(Self.start), signing: key)
        }
        let erased = try messages.map {
            JudgedPage.Verdict.good(try VerifiedMessage(verifying: $0.message.withoutErasableValues))
        }
        _ = try await store.apply(JudgedPage(verdicts: erased), from: peer)
        return messages.map(\.message.digest)
    }

    /// Notes that the peer was asked, up to a message.
    private func ask(_ peer: PeerID, upTo asked: DueMessage?, in store: ChatStore) async throws {
        var page = JudgedPage()
        page.due = asked
        _ = try await store.apply(page, from: peer)
    }

    /// Returns the days on which a peer is asked, if it is asked at once when something is due.
    private func days(_ peer: PeerID, of store: ChatStore, _ time: ManualTime, _ last: UInt64) async throws -> [UInt64]
    {
        var days: [UInt64] = []
        for halfDay in 0...2 * last {
            time.set(Self.start.milliseconds + halfDay * Self.day / 2)
            let due = try store.wanted(dueFrom: peer, limit: 10)
            if let last = due.last {
                days.append(halfDay / 2)
                #expect(last.due == Self.start + halfDay / 2 * Self.day)
                try await ask(peer, upTo: last, in: store)
            }
            #expect(try store.wanted(dueFrom: peer, limit: 10) == [])
        }
        return days
    }

    @Test func `each peer is asked 0, 1, 3, 7, 15, 31, 63 and 127 days after a message was stored`() async throws {
        let time = ManualTime()
        try await withStore(time: time) { store in
            try await fill(store, 2)
            let days = try await days(peer, of: store, time, 400)
            #expect(days == [0, 1, 3, 7, 15, 31, 63, 127])
            let late = try #require(PeerID("a late peer"))
            #expect(try store.wanted(dueFrom: late, limit: 10).count == 2)
        }
    }

    @Test func `a peer that was away is asked once for all times that have passed`() async throws {
        let time = ManualTime()
        try await withStore(time: time) { store in
            let digests = try await fill(store, 1)
            time.set((Self.start + 8 * Self.day).milliseconds)
            let due = try store.wanted(dueFrom: peer, limit: 10)
            #expect(due == [DueMessage(due: Self.start + 7 * Self.day, digest: digests[0])])
            try await ask(peer, upTo: due.last, in: store)
            #expect(try store.wanted(dueFrom: peer, limit: 10) == [])
            time.set((Self.start + 15 * Self.day).milliseconds)
            #expect(try store.wanted(dueFrom: peer, limit: 10).count == 1)
        }
    }

    @Test func `messages come in the order of their times, the longest unasked first, and each once`() async throws {
        let time = ManualTime()
        try await withStore(time: time) { store in
            // On day 4, the messages of day 0 are due since day 3, those of day 2 since day 3, and those of day 4 now.
            var stored: [UInt64: Set<Digest>] = [:]
            for day: UInt64 in [0, 2, 4] {
                time.set((Self.start + day * Self.day).milliseconds)
                stored[day] = Set(try await fill(store, 5))
            }
            var all: [DueMessage] = []
            while true {
                let due = try store.wanted(dueFrom: peer, limit: 4)
                guard let last = due.last else { break }
                all += due
                try await ask(peer, upTo: last, in: store)
            }
            #expect(all == all.sorted())
            #expect(all.prefix(10).allSatisfy { $0.due == Self.start + 3 * Self.day })
            #expect(Set(all.prefix(10).map(\.digest)) == stored[0]!.union(stored[2]!))
            #expect(Set(all.suffix(5).map(\.digest)) == stored[4]!)
            #expect(all.count == 15)
        }
    }

    @Test func `a message whose values came is not asked for any more`() async throws {
        try await withStore { store in
            let message = try VerifiedMessage(Fields(text: "text"), at: Stamp(Self.start), signing: key)
            let erased = try VerifiedMessage(verifying: message.message.withoutErasableValues)
            for (verdict, count) in [(erased, 1), (message, 0)] {
                _ = try await store.apply(JudgedPage(verdicts: [.good(verdict)]), from: peer)
                #expect(try store.wanted(dueFrom: peer, limit: 10).count == count)
            }
        }
    }

    @Test func `after the clock was set back, a peer is asked again from the start`() async throws {
        let time = ManualTime()
        try await withStore(time: time) { store in
            try await fill(store, 1)
            time.set((Self.start + 200 * Self.day).milliseconds)
            try await ask(peer, upTo: try store.wanted(dueFrom: peer, limit: 10).last, in: store)
            #expect(try store.wanted(dueFrom: peer, limit: 10) == [])
            time.set((Self.start + 2 * Self.day).milliseconds)
            #expect(try store.wanted(dueFrom: peer, limit: 10).map(\.due) == [Self.start + Self.day])
        }
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func `a peer is asked again when it has another log`(isOtherLog: Bool, count: Int) async throws {
        try await withStore { store in
            try await fill(store, 1)
            try await ask(peer, upTo: try store.wanted(dueFrom: peer, limit: 10).last, in: store)
            _ = try await store.apply(JudgedPage(settling: .back(to: .start, isOtherLog: isOtherLog)), from: peer)
            #expect(try store.wanted(dueFrom: peer, limit: 10).count == count)
        }
    }

    @Test func `an unset wall clock does not stop the requests`() async throws {
        let time = ManualTime(wall: 0)
        try await withStore(time: time) { store in
            try await fill(store, 1)
            #expect(try store.wanted(dueFrom: peer, limit: 10).count == 1)
        }
    }

    @Test func `what a peer was asked survives a page of its log, and the settled position survives the asking`()
        async throws
    {
        try await withStore { store in
            let asked = DueMessage(due: Self.start, digest: try await fill(store, 1)[0])
            let position = LogPosition(id: .zero.advanced(by: 9), mark: .zero)
            _ = try await store.apply(JudgedPage(settling: .to(position)), from: peer)
            let due = try #require(try store.wanted(dueFrom: peer, limit: 10).last)
            #expect(due.digest == asked.digest)
            try await ask(peer, upTo: due, in: store)
            #expect(try store.storedPeer(peer).cursors.settled == position)
            _ = try await store.apply(JudgedPage(settling: .to(position)), from: peer)
            #expect(try store.wanted(dueFrom: peer, limit: 10) == [])
        }
    }
}
