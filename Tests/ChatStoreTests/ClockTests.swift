import ChatModel
import ChatStore
import TestSupport
import Testing

struct ClockTests {
    static let noon: UInt64 = 1_800_000_000_000
    static let hour: UInt64 = 3_600_000

    private func stamps(_ store: ChatStore) throws -> [Stamp] { try store.wholeLog().messages.map(\.stamp) }

    @Test func `messages of the same millisecond get successive stamps`() async throws {
        let clock = ManualTime(wall: Self.noon)
        try await withStore(time: clock) { store in
            for _ in 1...3 { try await store.post("x") }
            let first = Stamp(UnixTime(milliseconds: Self.noon))
            #expect(try stamps(store) == [first, first.successor, first.successor.successor])
        }
    }

    @Test func `stamps do not go back when the wall clock goes back by less than five minutes`() async throws {
        let clock = ManualTime(wall: Self.noon)
        try await withStore(time: clock) { store in
            try await store.post("before")
            clock.set(Self.noon - 299_000)
            try await store.post("after")
            let stamps = try stamps(store)
            #expect(stamps[1] == stamps[0].successor)
        }
    }

    /// Returns the texts of the messages by display stamp.
    private func shown(_ store: ChatStore) throws -> [String] {
        let log = try store.wholeLog()
        return zip(log.messages, log.entries)
            .map { ($0.stamp.displayStamp(arrival: $1.arrival), $0.fields[.text]?.description ?? "") }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    @Test(arguments: [1, 650_000])
    func `a clock that was hours ahead does not affect the stamps after its correction, and its messages stay ahead`(
        hours: UInt64
    ) async throws {
        let clock = ManualTime(wall: Self.noon + hours * Self.hour)
        try await withStore(time: clock) { store in
            for text in ["a", "b", "c"] { try await store.post(text) }
            clock.set(Self.noon)
            try await store.post("d")
            clock.set(Self.noon + 1000)
            try await store.post("e")
            #expect(try stamps(store)[3].time.milliseconds <= Self.noon + 300_000)
            #expect(try shown(store) == ["d", "e", "a", "b", "c"])
            #expect(try store.largestDisplayStamp() == stamps(store)[2])
            try expectSound(store)
        }
    }

    @Test func `a new message is displayed after a message with a future stamp that its author has seen`() async throws
    {
        let clock = ManualTime(wall: Self.noon)
        try await withStore(time: clock) { store in
            let future = Stamp(UnixTime(milliseconds: Self.noon + 5 * Self.hour))
            let peer = try #require(PeerID("peer"))
            let message = try VerifiedMessage(Fields(text: "from the future"), at: future, signing: SigningKey())
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
            clock.set(Self.noon + 1)
            try await store.post("answer")
            try await store.post("and another")
            let entries = try store.wholeLog().entries
            let shown = zip(try stamps(store), entries).map { $0.displayStamp(arrival: $1.arrival) }
            #expect(shown == shown.sorted())
            #expect(Set(shown).count == 3)
            #expect(shown[2].time.milliseconds <= Self.noon + 300_001)
        }
    }

    /// - Parameter ahead: milliseconds by which the clock of the author of an earlier message is ahead.
    @Test(
        arguments: [(1000, nil), (1001, "\(noon)"), (240_000, "\(noon)"), (4 * hour, "\(noon)")] as [(UInt64, String?)])
    func `a message says the clock of its origin if its stamp is over a second ahead of it`(
        ahead: UInt64, sent: String?
    ) async throws {
        let clock = ManualTime(wall: Self.noon)
        try await withStore(time: clock) { store in
            let peer = try #require(PeerID("peer"))
            let stamp = Stamp(UnixTime(milliseconds: Self.noon + ahead))
            let message = try VerifiedMessage(Fields(text: "ahead"), at: stamp, signing: SigningKey())
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
            let key = try PostKey(utf8: "key".utf8)
            let draft = try Draft(text: "answer")
            let id = try await store.post(draft, postKey: key).id
            let answer = try #require(store.wholeLog().messages.last)
            #expect(answer.fields[.sent]?.description == sent)
            clock.set(Self.noon + 5000)
            let again = try await store.post(draft, postKey: key)
            #expect(again.id == id && again.repeated)
        }
    }

    @Test func `an unset clock is not stated`() async throws {
        let clock = ManualTime(wall: 0)
        try await withStore(time: clock) { store in
            let peer = try #require(PeerID("peer"))
            let stamp = Stamp(.testBuildDate + 240_000)
            let message = try VerifiedMessage(Fields(text: "ahead"), at: stamp, signing: SigningKey())
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
            try await store.post("answer")
            #expect(try store.wholeLog().messages.last?.fields[.sent] == nil)
        }
    }

    @Test func `a wall clock before the build date counts as unset and follows the newest message`() async throws {
        let clock = ManualTime(wall: Self.noon)
        try await withStore(time: clock) { store in
            try await store.post("clock set")
            clock.set(1000)
            try await store.post("clock unset")
            let entries = try store.wholeLog().entries
            #expect(try stamps(store)[1] == Stamp(UnixTime(milliseconds: Self.noon + 1)))
            #expect(entries[1].arrival.milliseconds == Self.noon + 1)
        }
        let unset = ManualTime(wall: 0)
        try await withStore(time: unset) { store in
            let peer = try #require(PeerID("peer"))
            let stamp = Stamp(UnixTime(milliseconds: Self.noon))
            let message = try VerifiedMessage(Fields(text: "by a set clock"), at: stamp, signing: SigningKey())
            _ = try await store.apply(JudgedPage(verdicts: [.good(message)]), from: peer)
            try await store.post("the answer")
            #expect(try stamps(store)[1] > stamp)
        }
        try await withStore(time: unset) { store in
            try await store.post("in an empty store")
            #expect(try stamps(store)[0] == Stamp(UnixTime.testBuildDate))
        }
    }

    @Test func `a stamp from the year 10889 does not change the time of a node with an unset clock`() async throws {
        let clock = ManualTime(wall: 0)
        try await withStore(time: clock) { store in
            let peer = try #require(PeerID("peer"))
            let future = try VerifiedMessage(
                Fields(text: "from the future"), at: Stamp(rawValue: .max), signing: SigningKey())
            _ = try await store.apply(JudgedPage(verdicts: [.good(future)]), from: peer)
            try await store.post("one")
            try await store.post("two")
            #expect(try store.wholeLog().entries.map(\.arrival) == (0...2).map { .testBuildDate + $0 })
            #expect(try stamps(store).dropFirst().allSatisfy { $0.time <= .testBuildDate + 300_000 })
            #expect(try shown(store) == ["from the future", "one", "two"])
        }
    }

    @Test func `messages that arrive under an unset clock are displayed in the order of their arrival`() async throws {
        let clock = ManualTime(wall: 0)
        try await withStore(time: clock) { store in
            let peer = try #require(PeerID("peer"))
            let messages = try (1...20 as ClosedRange<UInt64>).map { hour in
                let stamp = Stamp(.testBuildDate + hour * Self.hour)
                return try VerifiedMessage(Fields(text: "\(hour)"), at: stamp, signing: SigningKey())
            }
            _ = try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: peer)
            try await store.post("answer")
            #expect(try shown(store) == (1...20).map { "\($0)" } + ["answer"])
            #expect(try stamps(store).max() == stamps(store).last)
        }
    }

    @Test func `an unset clock is at most ten years after the build date`() async throws {
        let clock = ManualTime(wall: UnixTime.testBuildDate.milliseconds + 50 * 365 * 24 * Self.hour)
        try await withStore(time: clock) { store in
            try await store.post("fifty years ahead")
            clock.set(0)
            try await store.post("unset")
            try await store.post("unset")
            let limit = UnixTime.testBuildDate + 3653 * 24 * Self.hour
            #expect(try store.wholeLog().entries.dropFirst().map(\.arrival) == [limit, limit])
            #expect(try shown(store).last == "fifty years ahead")
        }
    }

    @Test(arguments: [0, 1, .max])
    func `a message is stored whatever its stamp and the wall clock are`(time: UInt64) async throws {
        let clock = ManualTime(wall: time)
        try await withStore(time: clock) { store in
            let peer = try #require(PeerID("peer"))
            for stamp in [0, 1, .max - 1, .max] as [UInt64] {
                let message = try VerifiedMessage(
                    Fields(text: "at \(stamp)"), at: Stamp(rawValue: stamp), signing: SigningKey())
                let page = JudgedPage(verdicts: [.good(message)])
                #expect(try await store.apply(page, from: peer).stored == 1)
                try await store.post("then")
            }
            #expect(try store.messageCount() == 8)
        }
    }
}
