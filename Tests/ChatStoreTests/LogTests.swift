import ChatModel
import ChatStore
import TestSupport
import Testing

struct LogTests {
    @Test func `messages get the ids 1, 2, 3 in order of arrival and are read in that order`() async throws {
        try await withStore { store in
            for number in 1...20 { #expect(try await store.post("text \(number)").rawValue == UInt64(number)) }
            let slice = try store.wholeLog()
            #expect(slice.texts == (1...20).map { "text \($0)" })
            #expect(slice.entries.map(\.id.rawValue) == Array(1...20))
            #expect(slice.low.rawValue == 1)
            #expect(slice.high.rawValue == 20)
            #expect(slice.next == slice.entries.last?.position)
        }
    }

    @Test func `a new log is empty`() async throws {
        try await withStore { store in
            let slice = try store.wholeLog()
            #expect(slice.entries.isEmpty)
            #expect(slice.high == .zero)
            #expect(slice.next == .start)
        }
    }

    @Test func `a posted message is signed with the node key and has the node name as its device`() async throws {
        try await withStore { store in
            _ = try await store.post(Draft(text: "signed", device: "laptop"), postKey: nil)
            let message = try #require(try store.wholeLog().messages.first)
            #expect(message.origin == store.key.publicKey)
            #expect(message.fields[.device]?.description == "laptop")
            _ = try VerifiedMessage(verifying: message)
        }
    }

    @Test func `a mark is the hash over the digests so far, from 16 zero bytes`() async throws {
        try await withStore { store in
            for number in 1...5 { try await store.post("\(number)") }
            var mark = Mark.zero
            for entry in try store.wholeLog().entries {
                guard case .message(let message) = entry.body else { continue }
                mark = mark.appending(message.digest)
                #expect(entry.position.mark == mark)
            }
        }
    }

    @Test(arguments: [1, 3, 7, 100])
    func `a read after an id returns the next messages and the position to continue from`(limit: Int) async throws {
        try await withStore { store in
            for number in 1...20 { try await store.post("\(number)") }
            var texts: [String] = []
            var position = LogPosition.start
            repeat {
                let range = LogQuery.Range.from(.after(position))
                let slice = try store.read(LogQuery(room: nil, range: range, limit: limit))
                #expect(slice.entries.count <= limit)
                texts += slice.texts
                position = slice.next
            } while position.id.rawValue < 20
            #expect(texts == (1...20).map(String.init))
        }
    }

    @Test(arguments: [1, 2000, 5000])
    func `a slice ends after the byte limit and has at least one message`(limit: Int) async throws {
        try await withStore { store in
            for _ in 1...10 { try await store.post(String(repeating: "x", count: 1000)) }
            let slice = try store.read(LogQuery(room: nil, range: .from(.beginning), limit: 100, byteLimit: limit))
            #expect(slice.entries.count == max(1, (limit + 1199) / 1200))
            #expect(slice.next == slice.entries.last?.position)
            #expect(slice.next.id < slice.high)
        }
    }

    @Test func `a room has only its own messages, also if two rooms have names with the same start`() async throws {
        try await withStore { store in
            for room in [nil, "a", "ab", "b", "\u{e9}", "e\u{301}"] {
                try await store.post("in \(room ?? "main") 1", room: room)
                try await store.post("in \(room ?? "main") 2", room: room)
            }
            for name in ["", "a", "ab", "e\u{301}"] {
                let room = try Room(utf8: Array(name.utf8))
                let slice = try store.read(LogQuery(room: room, range: .from(.beginning), limit: 10))
                let shown = name.isEmpty ? "main" : name
                #expect(slice.texts == ["in \(shown) 1", "in \(shown) 2"])
                #expect(slice.next.id.rawValue == 12)
            }
        }
    }

    @Test func `a read from the end, or before an id, returns the newest messages, oldest first`() async throws {
        try await withStore { store in
            for number in 1...10 {
                try await store.post("\(number)")
                try await store.post("other \(number)", room: "other")
            }
            let newest = try store.read(LogQuery(room: .main, range: .newest, limit: 3))
            #expect(newest.texts == ["8", "9", "10"])
            #expect(newest.next.id == newest.high)
            let first = try #require(newest.entries.first)
            let before = try store.read(LogQuery(room: .main, range: .before(first.id), limit: 4))
            #expect(before.texts == ["4", "5", "6", "7"])
            #expect(try store.read(LogQuery(room: .main, range: .before(before.low), limit: 4)).texts == [])
            #expect(try store.read(LogQuery(room: nil, range: .newest, limit: 1)).texts == ["other 10"])
        }
    }

    @Test
    func `a read refuses a mark of another log and an id that the log does not have, but never the start`() async throws
    {
        try await withStore { store in
            for number in 1...3 { try await store.post("\(number)") }
            let log = try store.wholeLog()
            let position = log.entries[1].position
            let slice = try store.read(
                LogQuery(room: nil, range: .from(.after(position.id, mark: position.mark)), limit: 10))
            #expect(slice.texts == ["3"])
            for range in [
                LogQuery.Range.from(.after(position.id, mark: log.entries[0].position.mark)),
                .from(.after(position.id.advanced(by: 9), mark: position.mark)),
            ] {
                let error = #expect(throws: StoreError.self) {
                    try store.read(LogQuery(room: nil, range: range, limit: 10))
                }
                #expect(error?.code == .cursorUnknown)
            }
            let start = try store.read(LogQuery(room: nil, range: .from(.after(.zero, mark: position.mark)), limit: 10))
            #expect(start.entries.count == 3)
        }
    }

    @Test func `a read after an id beyond the end returns nothing, or is refused if the query says so`() async throws {
        try await withStore { store in
            let id = try await store.post("1")
            let range = LogQuery.Range.from(.after(id.advanced(by: 1), mark: nil))
            #expect(try store.read(LogQuery(room: nil, range: range, limit: 10)).texts == [])
            let error = #expect(throws: StoreError.self) {
                try store.read(LogQuery(room: nil, range: range, limit: 10, refusesUnknownIDs: true))
            }
            #expect(error?.code == .cursorUnknown)
        }
    }

    @Test func `a read with a cursor continues from the newest position of this log, or from the start`() async throws {
        try await withStore { store in
            for number in 1...8 { try await store.post("\(number)") }
            let entries = try store.wholeLog().entries
            let foreign = Mark.zero.appending(try #require(try store.wholeLog().digests.last))
            let positions = [
                LogPosition(id: entries[6].id, mark: foreign), LogPosition(id: entries[4].id, mark: foreign),
                entries[2].position, entries[0].position,
            ]
            let cursor = try #require(Cursor(restoring: positions))
            let known = try store.read(LogQuery(room: nil, range: .from(.newestCommon(cursor)), limit: 10))
            #expect(known.texts == ["4", "5", "6", "7", "8"])
            let strange = try #require(Cursor(restoring: Array(positions.prefix(2))))
            #expect(
                try store.read(LogQuery(room: nil, range: .from(.newestCommon(strange)), limit: 10)).entries.count == 8)
        }
    }

    @Test func `the count of messages after an id ends at its limit and includes all rooms`() async throws {
        try await withStore { store in
            for number in 1...5 { try await store.post("\(number)", room: number.isMultiple(of: 2) ? "even" : nil) }
            for (past, limit, count) in [(0, 9, 5), (2, 9, 3), (2, 2, 2), (5, 9, 0), (99, 9, 0)] {
                let id = LogID.zero.advanced(by: UInt64(past))
                #expect(try store.entryCount(after: id, upTo: limit) == count, "after \(past)")
            }
            let figures = try store.figures()
            #expect(figures.messages == 5)
            #expect(figures.high.rawValue == 5)
            #expect((1..<figures.limitBytes).contains(figures.bytes))
            #expect(figures.limitBytes == 64 << 20)
        }
    }
}
