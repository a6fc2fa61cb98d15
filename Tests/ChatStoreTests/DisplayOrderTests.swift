import ChatModel
import ChatStore
import TestSupport
import Testing

struct DisplayOrderTests {
    private static let peer = PeerID("peer")!
    private static let tolerance = Stamp.tolerance

    private func slice(
        _ store: ChatStore, _ range: LogQuery.Range, in room: Room = .main, limit: Int = .max, byteLimit: Int = .max
    ) throws -> LogSlice {
        try store.read(LogQuery(room: room, range: range, limit: limit, byteLimit: byteLimit))
    }

    /// Reads a whole room from its end to its start in slices of at most `limit` messages. Returns the digests in display
    /// order.
    private func paged(
        _ store: ChatStore, _ room: Room, limit: Int, byteLimit: Int = .max
    ) throws -> [Digest] {
        let end = try store.wholeLog().next
        var digests: [Digest] = []
        var page = try slice(store, .newestShown, in: room, limit: limit, byteLimit: byteLimit)
        while let first = page.entries.first {
            #expect(page.entries.count <= limit)
            #expect(page.next == end)
            digests = page.digests + digests
            page = try slice(store, .shownBefore(first.id), in: room, limit: limit, byteLimit: byteLimit)
        }
        #expect(page.next == end)
        #expect(try pagedForwards(store, room, limit: limit, byteLimit: byteLimit) == digests)
        return digests
    }

    /// Reads a whole room from its start to its end in slices of at most `limit` messages, as `paged` does backwards.
    private func pagedForwards(
        _ store: ChatStore, _ room: Room, limit: Int, byteLimit: Int
    ) throws -> [Digest] {
        let end = try store.wholeLog().next
        var digests: [Digest] = []
        var last = LogID.zero
        while true {
            let page = try slice(store, .shownAfter(last), in: room, limit: limit, byteLimit: byteLimit)
            #expect(page.next == end)
            #expect(page.entries.count <= limit)
            digests += page.digests
            guard let next = page.entries.last?.id else { return digests }
            last = next
        }
    }

    /// Computes the display order of a room from the stamps, arrivals and digests that the store returns.
    private func computedOrder(_ store: ChatStore, _ room: Room = .main) throws -> [Digest] {
        let log = try store.read(LogQuery(room: room, range: .from(.beginning), limit: .max, byteLimit: .max))
        return zip(log.messages, log.entries)
            .map { (shown: min($0.stamp, Stamp($1.arrival + Self.tolerance)), digest: $0.digest) }
            .sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }.map(\.digest)
    }

    private func write(_ messages: [VerifiedMessage], to store: ChatStore) async throws {
        let page = JudgedPage(verdicts: messages.map { .good($0) })
        _ = try await store.apply(page, from: Self.peer)
    }

    // MARK: Pages

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2, 3])
    func `pages of any size cover a room once, ordered by display stamp, then digest`(seed: UInt64) async throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let clock = ManualTime(wall: ClockTests.noon)
        let origins = (0..<3).map { _ in SigningKey() }
        let rooms = try ["", "kitchen", "kitchen sink"].map { try Room(utf8: Array($0.utf8)) }
        var written: [Room: [(shown: Stamp, digest: Digest)]] = [:]
        try await withStore(time: clock) { store in
            for _ in 0..<12 {
                var messages: [VerifiedMessage] = []
                for _ in 0..<Int.random(in: 1...20, using: &generator) {
                    let room = try #require(rooms.randomElement(using: &generator))
                    let stamp = Self.stamp(around: clock.wall, using: &generator)
                    let fields = try Fields(text: "\(generator.next())", room: room.name?.description)
                    let origin = try #require(origins.randomElement(using: &generator))
                    let message = try VerifiedMessage(fields, at: stamp, signing: origin)
                    messages.append(message)
                    let shown = min(stamp, Stamp(clock.wall + Self.tolerance))
                    written[room, default: []].append((shown, message.message.digest))
                }
                try await write(messages, to: store)
                clock.set(clock.wall.milliseconds + .random(in: 0...400_000, using: &generator))
            }
            for room in rooms {
                let right = (written[room] ?? []).sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }
                    .map(\.digest)
                for limit in [1, 2, 7, 1000] {
                    #expect(try paged(store, room, limit: limit) == right, "seed \(seed), pages of \(limit)")
                }
            }
        }
    }

    /// Returns a random stamp: the earliest ones, one that many messages share, the last minutes, the next minutes, or the
    /// latest ones.
    private static func stamp(around now: UnixTime, using generator: inout SeededGenerator) -> Stamp {
        let now = now.milliseconds
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return Stamp(rawValue: .random(in: 0...5, using: &generator))
        case 1: return Stamp(UnixTime(milliseconds: ClockTests.noon))
        case 2: return Stamp(UnixTime(milliseconds: now - .random(in: 0...1_000_000, using: &generator)))
        case 3: return Stamp(UnixTime(milliseconds: now + .random(in: 0...600_000, using: &generator)))
        case 4: return Stamp(rawValue: .max - .random(in: 0...5, using: &generator))
        default: return Stamp(UnixTime(milliseconds: now + tolerance))
        }
    }

    @Test(arguments: [1, 3000])
    func `pages that end at a byte limit cover a room once`(limit: Int) async throws {
        try await withStore { store in
            for number in 1...10 { try await store.post("\(number) " + String(repeating: "x", count: 1000)) }
            let digests = try paged(store, .main, limit: 1000, byteLimit: limit)
            #expect(digests == (try store.wholeLog().digests))
        }
    }

    @Test func `a read before a message that the room does not have is refused`() async throws {
        try await withStore { store in
            let id = try await store.post("in the kitchen", room: "kitchen")
            for unknown in [id, id.advanced(by: 1), .zero] {
                let error = #expect(throws: StoreError.self) { try slice(store, .shownBefore(unknown)) }
                #expect(error == .notInRoom(unknown))
            }
            let after = #expect(throws: StoreError.self) { try slice(store, .shownAfter(id)) }
            #expect(after == .notInRoom(id))
            let kitchen = try Room(utf8: Array("kitchen".utf8))
            #expect(try slice(store, .shownBefore(id), in: kitchen).entries.isEmpty)
            #expect(try slice(store, .newestShown).entries.isEmpty)
        }
    }

    // MARK: Clocks

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 3_677_181_621_460_322_568])
    func `the display order follows from stamps, arrivals and digests whatever the clock does`(seed: UInt64)
        async throws
    {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let clock = ManualTime(wall: ClockTests.noon)
        try await withStore(time: clock) { store in
            for step in 0..<60 {
                let jumps: [UInt64] = [10, 400_000, ClockTests.hour, 48 * ClockTests.hour]
                let jump = jumps.randomElement(using: &generator) ?? 1
                let distance = UInt64.random(in: 0...jump, using: &generator)
                let now = clock.wall.milliseconds
                clock.set(Bool.random(using: &generator) ? now + distance : now - distance)
                let rooms = [nil, "kitchen"] as [String?]
                for room in rooms {
                    let stamp = Self.stamp(around: clock.wall, using: &generator)
                    let fields = try Fields(text: "\(step)", room: room)
                    try await write([VerifiedMessage(fields, at: stamp, signing: SigningKey())], to: store)
                }
                for room in rooms {
                    let room = try Room(utf8: Array((room ?? "").utf8))
                    let digests = try slice(store, .newestShown, in: room).digests
                    #expect(digests == (try computedOrder(store, room)), "seed \(seed), step \(step)")
                }
                if step % 20 == 19 { try expectSound(store) }
            }
        }
    }
}
