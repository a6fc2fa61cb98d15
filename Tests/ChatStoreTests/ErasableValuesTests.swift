import ChatModel
import LMDB
import TestSupport
import Testing

@testable import ChatStore

struct ErasableValuesTests {
    private let key = SigningKey()

    private func message(_ text: String, room: String? = nil, second: UInt64 = 1) throws -> VerifiedMessage {
        try VerifiedMessage(
            Fields(text: text, room: room), at: Stamp(UnixTime(milliseconds: second * 1000)), signing: key)
    }

    private func withoutText(_ user: String, room: String? = nil) throws -> Draft {
        var values = [(FieldName.user, try FieldValue(user)), (try FieldName("x-note"), try FieldValue("note"))]
        if let room { values.append((.room, try FieldValue(room))) }
        return try Draft(values.map { (name: $0.0, value: $0.1) })
    }

    private func erased(_ message: VerifiedMessage) throws -> VerifiedMessage {
        try VerifiedMessage(verifying: message.message.withoutErasableValues)
    }

    private func apply(_ messages: [VerifiedMessage], to store: ChatStore) async throws -> Applied {
        try await store.apply(
            JudgedPage(verdicts: messages.map { .good($0) }), from: #require(PeerID("peer")))
    }

    @Test func `a message without its values gets a new id when a page brings them`() async throws {
        try await withStore { store in
            let message = try message("hello")
            #expect(try await apply([erased(message)], to: store).stored == 1)
            try await store.post("later")
            #expect(try store.known([message.message]) == [])
            #expect(try store.known([erased(message).message]) == [message.message.digest])
            #expect(try store.wanted() == [message.message.digest])
            let before = try store.wholeLog()
            #expect(try await apply([message], to: store).stored == 1)

            let log = try store.wholeLog()
            #expect(log.entries.map(\.id.rawValue) == [1, 2, 3])
            #expect(log.texts == ["later", "hello"])
            guard case .gone(message.message.digest) = log.entries[0].body else {
                Issue.record("The first entry is not gone.")
                return
            }
            // Readers and peers that have read up to an earlier position go on from it.
            #expect(log.entries.prefix(2).map(\.position) == before.entries.map(\.position))
            let rest = try store.read(
                LogQuery(
                    room: nil, range: .from(.after(before.next.id, mark: before.next.mark)), limit: 10))
            #expect(rest.texts == ["hello"])
            #expect(try store.known([message.message]) == [message.message.digest])
            #expect(try store.wanted() == [])
            #expect(try store.messageCount() == 2)
        }
    }

    @Test func `messages are read by their digests, by ascending id, with the values that they have`() async throws {
        try await withStore { store in
            let messages = try ["one", "two", "three", "four"].map { try message($0) }
            _ = try await apply([messages[0], erased(messages[1]), messages[2], messages[3]], to: store)
            #expect(try await store.erase(messages[2].message.digest))
            let unknown = try message("five")
            func texts(_ limit: Int = 64) throws -> [String?] {
                let digests = ([unknown] + messages.reversed()).map(\.message.digest)
                let slice = try store.read(LogQuery(room: nil, range: .digests(digests), limit: limit))
                #expect(try slice.next == store.wholeLog().next)
                #expect(!slice.isRange)
                return slice.messages.map { $0.fields[.text]?.description }
            }
            #expect(try texts() == ["one", nil, nil, "four"])
            // The digests are looked up in their order.
            #expect(try texts(1) == ["four"])
            // The values of the second message come under the highest id.
            _ = try await apply([messages[1]], to: store)
            #expect(try texts() == ["one", nil, "four", "two"])
        }
    }

    @Test func `a complete message accepts neither the same message nor one without values`() async throws {
        try await withStore { store in
            let message = try message("hello")
            _ = try await apply([message], to: store)
            let applied = try await apply([message, erased(message)], to: store)
            #expect(applied.known == 2)
            #expect(applied.stored == 0)
            #expect(try store.wholeLog().entries.count == 1)
        }
    }

    @Test func `one page may bring a message without its values and then with them`() async throws {
        try await withStore { store in
            let message = try message("hello")
            let applied = try await apply([erased(message), message, erased(message), message], to: store)
            #expect(applied.stored == 2)
            #expect(applied.known == 2)
            #expect(try store.wholeLog().texts == ["hello"])
        }
    }

    @Test func `an erased message keeps its id and accepts its values from nobody, also after a restart`() async throws
    {
        let folder = try TemporaryFolder()
        let message = try message("secret", room: "kitchen")
        var store = try ChatStore(StoreOptions(folder: folder.path))
        _ = try await apply([message], to: store)
        #expect(try await store.erase(message.message.digest))
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try store.known([message.message]) == [message.message.digest])
        #expect(try await apply([message], to: store).stored == 0)
        let log = try store.wholeLog()
        #expect(log.entries.map(\.id.rawValue) == [1])
        #expect(log.messages.first?.fields.lacksValues == true)
        #expect(log.messages.first?.fields.salt == nil)
        #expect(log.digests == [message.message.digest])
        #expect(try store.wanted() == [])
        try expectSound(store)
        await store.close()
    }

    @Test func `a message whose values are missing can be erased, and then accepts them no more`() async throws {
        try await withStore { store in
            let message = try message("hello")
            _ = try await apply([erased(message)], to: store)
            #expect(try await store.erase(message.message.digest))
            #expect(try await store.erase(message.message.digest))
            #expect(try store.wanted() == [])
            #expect(try await apply([message], to: store).stored == 0)
        }
    }

    @Test func `damaged messages in both parts of a room shorten a page and hide no later message`() async throws {
        let folder = try TemporaryFolder()
        var store = try ChatStore(StoreOptions(folder: folder.path))
        for number in 1...40 {
            if number % 2 == 0 {
                _ = try await store.post(withoutText("jack"), postKey: nil)
            } else {
                try await store.post("text \(number)")
            }
        }
        await store.close()
        let damaged: Set<UInt64> = [1, 2, 3, 4, 5, 20, 21, 22, 39, 40]
        let storeFolder = try StoreFolder(path: folder.path)
        let (database, _) = try ChatStore.open(storeFolder, StoreOptions(folder: folder.path))
        try database.write { transaction, tables in
            for id in damaged {
                var record = try #require(try tables.log.get(UInt32(clamping: id), in: transaction))
                record[60] ^= 1
                try tables.log.put(UInt32(clamping: id), record, in: &transaction)
            }
        }
        database.close()
        storeFolder.unlock()
        store = try ChatStore(StoreOptions(folder: folder.path))
        let right = (1...40 as ClosedRange<UInt64>).filter { !damaged.contains($0) }
        for limit in 1...9 {
            var read: [UInt64] = []
            var start = LogStart.beginning
            while true {
                let slice = try store.read(LogQuery(.messages, room: .main, range: .from(start), limit: limit))
                read += slice.entries.map(\.id.rawValue)
                start = .after(slice.next)
                if slice.next.id >= slice.high { break }
            }
            #expect(read == right, "limit \(limit)")
            var back: [UInt64] = []
            var range = LogQuery.Range.newest
            while case let page = try store.read(LogQuery(.messages, room: .main, range: range, limit: limit)).entries,
                let first = page.first
            {
                back = page.map(\.id.rawValue) + back
                range = .before(first.id)
            }
            #expect(back == right, "limit \(limit)")
        }
        await store.close()
    }

    @Test func `only a stored message with erasable fields can be erased`() async throws {
        try await withStore { store in
            let values = [(name: FieldName.user, value: try FieldValue("jack")), (.written, try FieldValue("7"))]
            _ = try await store.post(Draft(values), postKey: nil)
            let kept = try #require(try store.wholeLog().digests.first)
            #expect(try await !store.erase(kept))
            #expect(try await !store.erase(message("elsewhere").message.digest))
        }
    }

    @Test func `erasing an old message does not make it the newest of its room`() async throws {
        try await withStore { store in
            try await store.post("old", room: "kitchen")
            try await store.post("new", room: "kitchen")
            let digest = try store.wholeLog().digests[0]
            #expect(try await store.erase(digest))
            #expect(try store.rooms(limit: 10).first?.last.rawValue == 2)
        }
    }

    @Test func `a message that gets its values becomes the newest of its room`() async throws {
        try await withStore { store in
            let message = try message("hello", room: "kitchen")
            _ = try await apply([erased(message)], to: store)
            try await store.post("main")
            #expect(try store.rooms(limit: 10).map(\.last.rawValue) == [2, 1])
            _ = try await apply([message], to: store)
            #expect(try store.rooms(limit: 10).map(\.last.rawValue) == [3, 2])
        }
    }

    @Test func `the view of texts omits messages without a text, and the other views are in the order of ids`()
        async throws
    {
        try await withStore { store in
            let room = try Room(utf8: Array("kitchen".utf8))
            for number in 1...40 {
                if number % 3 == 0 {
                    _ = try await store.post(withoutText("jack", room: "kitchen"), postKey: nil)
                } else {
                    try await store.post("text \(number)", room: "kitchen")
                }
                try await store.post("main \(number)")
            }
            func ids(_ contents: LogQuery.Contents, _ range: LogQuery.Range, _ limit: Int = .max) throws -> [UInt64] {
                try store.read(LogQuery(contents, room: room, range: range, limit: limit)).entries.map(\.id.rawValue)
            }
            let all = (1...40).map { UInt64(2 * $0 - 1) }
            let texts = all.filter { ($0 + 1) / 2 % 3 != 0 }
            #expect(try ids(.texts, .from(.beginning)) == texts)
            #expect(try ids(.messages, .from(.beginning)) == all)
            #expect(try ids(.texts, .newest, 7) == texts.suffix(7))
            #expect(try ids(.messages, .newest, 7) == all.suffix(7))
            let middle = Sample.id(all[20])
            #expect(try ids(.texts, .before(middle), 5) == texts.filter { $0 < all[20] }.suffix(5))
            #expect(try ids(.messages, .before(middle), 5) == Array(all[15..<20]))
            #expect(try ids(.messages, .from(.after(middle, mark: nil)), 5) == Array(all[21..<26]))
            let page = try store.read(LogQuery(.messages, room: room, range: .from(.beginning), limit: 5))
            #expect(page.next.id.rawValue == all[4])
        }
    }

    @Test func `gone entries are in the log only`() async throws {
        try await withStore { store in
            let message = try message("hello")
            _ = try await apply([erased(message), message], to: store)
            for contents in [LogQuery.Contents.messages, .texts] {
                for room in [nil, Room.main] {
                    for range in [LogQuery.Range.from(.beginning), .newest, .before(Sample.id(9))] {
                        let slice = try store.read(LogQuery(contents, room: room, range: range, limit: 1))
                        #expect(slice.entries.map(\.id.rawValue) == [2], "\(contents) \(range)")
                    }
                }
            }
            #expect(try store.wholeLog().entries.count == 2)
        }
    }

    @Test func `a long row of gone entries ends a page early, and the next page goes on behind it`() async throws {
        try await withStore { store in
            let messages = try (1...50).map { try message("text \($0)") }
            _ = try await apply(try messages.map(erased), to: store)
            _ = try await apply(messages, to: store)
            var start = LogStart.beginning
            var texts: [String] = []
            var pages = 0
            repeat {
                let slice = try store.read(
                    LogQuery(.messages, room: nil, range: .from(start), limit: 100, byteLimit: 1000))
                texts += slice.texts
                start = .after(slice.next)
                pages += 1
                if slice.next.id >= slice.high { break }
            } while pages < 1000
            #expect(texts == (1...50).map { "text \($0)" })
            #expect(pages > 3)
        }
    }

    @Test func `paging back goes on before a message that got its values and a new id meanwhile`() async throws {
        try await withStore { store in
            let messages = try (1...6).map { try message("text \($0)", second: UInt64($0)) }
            _ = try await apply(messages.enumerated().map { $0 == 3 ? try erased($1) : $1 }, to: store)
            let newest = try store.read(LogQuery(.messages, room: .main, range: .newestShown, limit: 3))
            #expect(newest.entries.first?.id.rawValue == 4)
            _ = try await apply([messages[3]], to: store)
            let before = try store.read(
                LogQuery(.messages, room: .main, range: .shownBefore(Sample.id(4)), limit: 10))
            #expect(before.texts == ["text 1", "text 2", "text 3"])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a commit without a text does not wake a task that waits for texts`() async throws {
        try await withStore { store in
            let commits = store.commits
            async let texts: Void = commits.next(after: .zero, on: .texts(.main))
            async let messages: Void = commits.next(after: .zero, on: .messages(.main))
            while commits.waiterCount < 2 { await Task.yield() }
            let id = try await store.post(withoutText("jack"), postKey: nil).id
            await messages
            #expect(commits.waiterCount == 1)
            #expect(id.rawValue == 1)
            try await store.post("hello")
            await texts
        }
    }

    @Test func `messages without values arrive, get their values and are erased at random, and the store stays sound`()
        async throws
    {
        try await withStore { store in
            var generator = SeededGenerator(seed: 17)
            let messages = try (0..<60).map { number in
                try message("text \(number)", room: number % 3 == 0 ? "kitchen" : nil, second: UInt64(number % 7))
            }
            var states: [Digest: LogEntry.Values] = [:]
            for _ in 0..<400 {
                let message = try #require(messages.randomElement(using: &generator))
                let digest = message.message.digest
                switch UInt.random(in: 0..<8, using: &generator) {
                case 0:
                    let done = try await store.erase(digest)
                    #expect(done == (states[digest] != nil))
                    if done { states[digest] = .erased }
                case 1...4:
                    _ = try await apply([erased(message)], to: store)
                    states[digest] = states[digest] ?? .missing
                default:
                    _ = try await apply([message], to: store)
                    if states[digest] != .erased { states[digest] = .present }
                }
            }
            try expectSound(store)
            let live = try store.read(LogQuery(.messages, room: nil, range: .from(.beginning), limit: .max)).messages
            #expect(live.count == states.count)
            for message in live {
                #expect(message.fields.lacksValues == (states[message.digest] != .present))
            }
            #expect(Set(try store.wanted()) == Set(states.filter { $0.value == .missing }.keys))
            let texts = try store.read(LogQuery(.texts, room: .main, range: .from(.beginning), limit: .max)).digests
            let right = live.filter { $0.fields.hasText && $0.fields.room == .main }.map(\.digest)
            #expect(texts == right)
        }
    }
}
