import ChatModel
import TestSupport
import Testing

@testable import ChatStore

/// Origins whose messages this node hides from its readers.
struct HidingTests {
    private let ben = SigningKey()

    private func messages(
        _ range: ClosedRange<Int>, room: String? = nil, by key: SigningKey? = nil
    ) throws -> [VerifiedMessage] {
        try range.map { number in
            try VerifiedMessage(
                Fields(text: "ben \(number)", room: room), at: Stamp(UnixTime(milliseconds: UInt64(number) * 1000)),
                signing: key ?? ben)
        }
    }

    @discardableResult
    private func apply(_ messages: [VerifiedMessage], to store: ChatStore) async throws -> Applied {
        try await store.apply(JudgedPage(verdicts: messages.map { .good($0) }), from: #require(PeerID("peer")))
    }

    /// The texts that readers get in each range, in the order in which they get them.
    private func texts(
        _ store: ChatStore, _ contents: LogQuery.Contents, _ range: LogQuery.Range, room: Room? = .main,
        limit: Int = 500
    ) throws -> [String] {
        try store.read(LogQuery(contents, room: room, range: range, limit: limit)).texts
    }

    private static let ranges: [LogQuery.Range] = [
        .from(.after(.zero, mark: nil)), .before(LogID.zero.advanced(by: 100)), .newest, .newestShown,
        .shownAfter(.zero),
    ]

    @Test(arguments: [Hiding.hidden, .dropped])
    func `hidden texts are in no view of readers, and the log has all messages`(_ hiding: Hiding) async throws {
        try await withStore { store in
            try await store.post("one")
            let all = try messages(1...4)
            try await apply(Array(all[..<3]), to: store)
            let before = try store.wholeLog()
            #expect(try await store.hide(ben.publicKey, hiding))
            try await store.dropValues()
            try await store.post("two")
            #expect(try await apply([all[3]], to: store).stored == 1)
            for contents in [LogQuery.Contents.texts, .messages] {
                for range in Self.ranges {
                    #expect(try texts(store, contents, range) == ["one", "two"], "\(contents) \(range)")
                }
            }
            #expect(try texts(store, .messages, .from(.after(.zero, mark: nil)), room: nil) == ["one", "two"])
            let log = try store.wholeLog()
            #expect(log.digests == before.digests + [log.digests[4]] + [all[3].message.digest])
            #expect(try texts(store, .messages, .digests(log.digests), room: nil) == ["one", "two"])
            let values = log.messages.map { $0.fields[.text]?.description }
            #expect(
                values
                    == (hiding == .dropped
                        ? ["one", nil, nil, nil, "two", nil] : ["one", "ben 1", "ben 2", "ben 3", "two", "ben 4"]))
            #expect(try store.wanted() == [])
            // Neither page nor peer brings dropped values back.
            #expect(try await apply(all, to: store).known == 4)

            #expect(try await store.hide(ben.publicKey, nil))
            let shown = hiding == .dropped ? ["one", "two"] : ["one", "ben 1", "ben 2", "ben 3", "two", "ben 4"]
            #expect(try texts(store, .texts, .newest) == shown)
            try await apply(messages(5...5), to: store)
            #expect(try texts(store, .texts, .newest) == shown + ["ben 5"])
            try expectSound(store)
        }
    }

    @Test(arguments: [Hiding.hidden, .dropped])
    func `statements and address records stay, and messages without a text do not`(_ hiding: Hiding) async throws {
        try await withStore { store in
            func message(_ name: String, _ value: String) throws -> VerifiedMessage {
                try VerifiedMessage(
                    Fields([Sample.field("user", "jim"), Sample.field(name, value)], salt: .random()), at: .zero,
                    signing: ben)
            }
            let before = try [message("removes", "\(Digest.lowest)"), message("x-photo", "secret")]
            try await apply(before, to: store)
            _ = try await store.hide(ben.publicKey, hiding)
            try await store.dropValues()
            let later = try [message("places", "1 192.0.2.1:7411"), message("x-photo", "secret")]
            try await apply(later, to: store)
            let slice = try store.read(LogQuery(.messages, room: .main, range: .newest, limit: 10))
            #expect(slice.messages.map(\.digest) == [before[0], later[0]].map(\.message.digest))
            let values = try store.wholeLog().messages.map { $0.fields.all.contains { $0.value == nil } }
            #expect(values == [false, hiding == .dropped, false, hiding == .dropped])
        }
    }

    @Test func `a restart keeps who is hidden, and drops what the last process has left`() async throws {
        let folder = try TemporaryFolder()
        var store = try ChatStore(StoreOptions(folder: folder.path))
        try await apply(messages(1...2500), to: store)
        _ = try await store.hide(ben.publicKey, .dropped)
        await store.close()
        store = try ChatStore(StoreOptions(folder: folder.path))
        #expect(try store.hidden() == [ben.publicKey: .dropped])
        #expect(try store.wholeLog().texts.compactMap(\.self).count == 2500)
        try await store.dropValues()
        #expect(try store.wholeLog().texts.compactMap(\.self).isEmpty)
        try expectSound(store)
        await store.close()
    }

    @Test func `a room of hidden messages alone is not listed, but the main room is`() async throws {
        try await withStore { store in
            let id = try await store.post("one", room: "kitchen")
            let all = try messages(1...3, room: "kitchen") + messages(4...5, room: "spam") + messages(6...6)
            try await apply(all, to: store)
            #expect(try store.rooms(limit: 10).count == 3)
            _ = try await store.hide(ben.publicKey, .hidden)
            #expect(
                try store.rooms(limit: 10)
                    == [
                        RoomSummary(room: .main, last: id.advanced(by: 6)),
                        RoomSummary(room: Room(utf8: Array("kitchen".utf8)), last: id.advanced(by: 3)),
                    ])
        }
    }

    @Test func `a reader comes past any number of hidden messages by bounded pages`() async throws {
        try await withStore { store in
            try await store.post("one")
            for start in stride(from: 0, to: 12_000, by: 4000) {
                try await apply(messages(start + 1...start + 4000), to: store)
            }
            try await store.post("two")
            // The first in display order.
            try await apply(messages(0...0, by: SigningKey()), to: store)
            _ = try await store.hide(ben.publicKey, .hidden)
            // The 2011 view has no message to go on from.
            let page = try texts(store, .texts, .from(.after(.zero, mark: nil)))
            #expect(page == ["one"])
            // Pages of one room: each has a message to go on from, which has no values.
            var (shown, pages, range): ([String], Int, LogQuery.Range) = ([], 0, .newestShown)
            while case let slice = try store.read(LogQuery(.messages, room: .main, range: range, limit: 50)),
                let first = slice.records.first
            {
                shown += slice.texts.compactMap(\.self)
                pages += 1
                range = .shownBefore(first.id)
            }
            #expect(shown == ["one", "two", "ben 0"])
            #expect(pages == 2)
            // Pages of all rooms.
            (shown, pages) = ([], 0)
            var position = LogID.zero
            while case let slice = try store.read(
                LogQuery(.messages, room: nil, range: .from(.after(position, mark: nil)), limit: 50)),
                slice.next.id > position
            {
                shown += slice.texts.compactMap(\.self)
                pages += 1
                position = slice.next.id
            }
            #expect(shown == ["one", "two", "ben 0"])
            #expect(pages == 2)
        }
    }

    @Test func `a node hides only so many origins`() async throws {
        try await withStore { store in
            for _ in 0..<Tables.maximumHidden {
                let isHidden = try await store.hide(SigningKey().publicKey, .hidden)
                #expect(isHidden)
            }
            let isHidden = try await store.hide(ben.publicKey, .hidden)
            #expect(!isHidden)
            #expect(try store.hidden().count == Tables.maximumHidden)
        }
    }
}
