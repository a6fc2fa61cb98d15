import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

struct SetbackStepTests {
    private static let noon = ClockTests.noon
    private static let hour = ClockTests.hour

    /// A store whose commits move at most `records` messages, and its clock.
    private final class SteppingStore {
        let folder: TemporaryFolder
        let clock: ManualTime
        private let records: Int
        private let whileIdle: Bool
        private(set) var store: ChatStore

        init(records: Int, whileIdle: Bool = false, hoursAhead: UInt64 = 1) throws {
            folder = try TemporaryFolder()
            clock = ManualTime(wall: noon + hoursAhead * hour)
            (self.records, self.whileIdle) = (records, whileIdle)
            store = try Self.open(folder, clock, records, whileIdle)
        }

        private static func open(
            _ folder: borrowing TemporaryFolder, _ clock: ManualTime, _ records: Int, _ whileIdle: Bool
        ) throws -> ChatStore {
            var options = StoreOptions(folder: folder.path, time: clock)
            options.recordsPerStep = records
            options.stepsWhileIdle = whileIdle
            return try ChatStore(options)
        }

        func openAgain(whileIdle: Bool = false) async throws {
            await store.close()
            store = try Self.open(folder, clock, records, whileIdle)
        }

        /// Stores messages with the latest stamp, so that only arrivals decide about their places.
        func write(_ texts: [String], room: String? = nil, at stamp: Stamp = .latest) async throws {
            let messages = try texts.map {
                try VerifiedMessage(Fields(text: $0, room: room), at: stamp, signing: SigningKey())
            }
            let page = JudgedPage(verdicts: messages.map { .good($0) })
            _ = try await store.apply(page, from: #require(PeerID("peer")))
        }

        func arrivals() throws -> [UnixTime] { try store.wholeLog().entries.map(\.arrival) }

        /// Checks that pages of a room, read to its start, have each message once, in the order of the arrivals that readers
        /// get.
        func expectOrder(in room: Room = .main, _ comment: Comment? = nil) throws {
            let entries = try store.read(
                LogQuery(room: room, range: .from(.beginning), limit: .max, byteLimit: .max)
            ).entries
            let right = entries.compactMap { entry -> (shown: Stamp, digest: Digest)? in
                guard case .message(let message) = entry.body else { return nil }
                return (message.stamp.displayStamp(arrival: entry.arrival), message.digest)
            }.sorted { ($0.shown, $0.digest) < ($1.shown, $1.digest) }.map(\.digest)
            var read: [Digest] = []
            var range = LogQuery.Range.newestShown
            while case let page = try store.read(LogQuery(room: room, range: range, limit: 7)),
                let first = page.entries.first
            {
                read = page.digests + read
                range = .shownBefore(first.id)
            }
            #expect(read == right, comment)
        }
    }

    @Test func `each commit moves a bounded number of messages, and readers see each message once`() async throws {
        let stepping = try SteppingStore(records: 10)
        for number in 1...95 { try await stepping.write(["\(number)"]) }
        stepping.clock.set(Self.noon)
        var steps = 0
        repeat {
            let before = try stepping.arrivals()
            try await stepping.write(["new \(steps)"], at: Stamp(UnixTime(milliseconds: Self.noon)))
            let moved = zip(before, try stepping.arrivals()).count { $0 != $1 }
            #expect(moved <= 10)
            try stepping.expectOrder()
            if steps % 8 == 5 { try expectSound(stepping.store) }
            steps += 1
        } while try stepping.store.isMovingMessages() && steps < 100
        // Each of the 95 messages is walked, searched and moved.
        #expect((28...35).contains(steps))
        #expect(try stepping.arrivals().allSatisfy { $0.milliseconds <= Self.noon })
        await stepping.store.close()
    }

    @Test func `messages that move keep their order among themselves at each step`() async throws {
        let stepping = try SteppingStore(records: 7)
        for number in 1...60 as ClosedRange<UInt64> {
            stepping.clock.set(Self.noon + Self.hour + number)
            try await stepping.write(["\(number)"])
        }
        for time in [Self.noon, Self.noon + 2 * Self.hour] {
            stepping.clock.set(time)
            repeat {
                try await stepping.write(["other"], room: "kitchen")
                let shown = try stepping.store.read(LogQuery(room: .main, range: .newestShown, limit: .max))
                #expect(shown.entries.map(\.id) == shown.entries.map(\.id).sorted())
            } while try stepping.store.isMovingMessages()
        }
        try expectSound(stepping.store)
        await stepping.store.close()
    }

    @Test func `an idle store moves all messages, also those that an earlier process has left`() async throws {
        let stepping = try SteppingStore(records: 10)
        try await stepping.write((1...500).map { "\($0)" })
        stepping.clock.set(Self.noon)
        try await stepping.write(["new"])
        #expect(try stepping.store.isMovingMessages())
        try await stepping.openAgain(whileIdle: true)
        try await eventually("all messages have moved") { try !stepping.store.isMovingMessages() }
        try stepping.expectOrder()
        try expectSound(stepping.store)
        #expect(try stepping.arrivals().allSatisfy { $0.milliseconds <= Self.noon })
        await stepping.store.close()
    }

    @Test func `a step that fails does not fail the posts of its commit`() async throws {
        let stepping = try SteppingStore(records: 10)
        try await stepping.write(["ahead"])
        await stepping.store.close()
        let storeFolder = try StoreFolder(path: stepping.folder.path)
        let (database, _) = try ChatStore.open(storeFolder, StoreOptions(folder: stepping.folder.path))
        try database.write { transaction, tables in
            var setback = ClockSetback(
                time: UnixTime(milliseconds: Self.noon), before: UnixTime(milliseconds: .max), shownBefore: .latest,
                firstID: 1)
            setback.phase = .searching
            // A key that cannot be decoded.
            let table: Table<[UInt8], [UInt8]> = try transaction.table(SetGroup.table)
            try table.put(
                [SetGroup.roomOrder.prefix, 0, 1, 2], DisplayPlace.start(at: .zero).encoded(), in: &transaction)
            try tables.clockSetbacks.put(1, setback, in: &transaction)
        }
        database.close()
        storeFolder.unlock()
        try await stepping.openAgain(whileIdle: true)
        #expect(try await stepping.store.post("hello").rawValue == 2)
        #expect(try await stepping.store.post("again").rawValue == 3)
        await stepping.store.close()
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 15_957_272_149_820_094_614])
    func `steps of any size end with the order of one large step, whatever the clock does between them`(seed: UInt64)
        async throws
    {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let stores = try [1, 5, 100_000].map { try SteppingStore(records: $0) }
        let key = SigningKey()
        for step in 0..<60 {
            let jumps: [UInt64] = [10, 400_000, Self.hour, 48 * Self.hour]
            let distance = UInt64.random(in: 0...jumps.randomElement(using: &generator)!, using: &generator)
            let now = stores[0].clock.wall.milliseconds
            let time = Bool.random(using: &generator) ? now + distance : now - distance
            let stamp = Stamp(UnixTime(milliseconds: Self.noon + .random(in: 0...100 * Self.hour, using: &generator)))
            let fields = try Fields(text: "\(step)", room: Bool.random(using: &generator) ? "kitchen" : nil)
            let message = try VerifiedMessage(
                fields, at: Bool.random(using: &generator) ? stamp : .latest, signing: key)
            for stepping in stores {
                stepping.clock.set(time)
                let page = JudgedPage(verdicts: [.good(message)])
                _ = try await stepping.store.apply(page, from: #require(PeerID("peer")))
                for room in try [Room.main, Room(utf8: Array("kitchen".utf8))] {
                    try stepping.expectOrder(in: room, "seed \(seed), step \(step)")
                }
                if step % 20 == 13 { try expectSound(stepping.store) }
            }
            if step == 30 { try await stores[0].openAgain() }
        }
        for room in try [Room.main, Room(utf8: Array("kitchen".utf8))] {
            var orders: [[Digest]] = []
            for stepping in stores {
                if try stepping.store.isMovingMessages() { try await stepping.openAgain(whileIdle: true) }
                try await eventually("all messages have moved") { try !stepping.store.isMovingMessages() }
                try expectSound(stepping.store)
                orders.append(
                    try stepping.store.read(LogQuery(room: room, range: .newestShown, limit: .max)).digests)
            }
            #expect(orders[0] == orders[2] && orders[1] == orders[2], "seed \(seed)")
        }
        for stepping in stores { await stepping.store.close() }
    }

    @Test func `a store notes no further clock setback while too many end, and notes it then`() async throws {
        let stepping = try SteppingStore(records: 1, hoursAhead: 100)
        for number in 1...50 { try await stepping.write(["\(number)"]) }
        // The clock flaps faster than messages move.
        for step in 0..<40 as Range<UInt64> {
            stepping.clock.set(Self.noon + (step % 2 == 0 ? step : 200 * Self.hour + step))
            try await stepping.write(["flap \(step)"])
            try stepping.expectOrder()
            if step % 8 == 5 { try expectSound(stepping.store) }
        }
        stepping.clock.set(Self.noon + 1000)
        try await stepping.write(["then"])
        try await stepping.openAgain(whileIdle: true)
        try await eventually("all messages have moved") { try !stepping.store.isMovingMessages() }
        stepping.clock.set(Self.noon + 2000)
        try await stepping.write(["last"])
        try await eventually("all messages have moved") { try !stepping.store.isMovingMessages() }
        #expect(try stepping.arrivals().allSatisfy { $0.milliseconds <= Self.noon + 2000 })
        #expect(try stepping.store.read(LogQuery(room: .main, range: .newestShown, limit: 1)).texts == ["last"])
        await stepping.store.close()
    }
}
