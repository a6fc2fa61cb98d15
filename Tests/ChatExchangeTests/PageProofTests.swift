import ChatExchange
import ChatModel
import ChatXML
import TestSupport
import Testing

/// What the mark of a page proves.
@Suite struct PageProofTests {
    private let digests = try! (0..<5).map { try Digest(bytes: [UInt8](repeating: $0, count: Digest.byteCount)) }

    /// The positions of a log with the ids 10, 20 … 50, from its start on.
    private var log: [LogPosition] {
        var positions = [LogPosition.start]
        for (index, digest) in digests.enumerated() {
            positions.append(
                LogPosition(id: Sample.id(UInt64(index + 1) * 10), mark: positions[index].mark.appending(digest)))
        }
        return positions
    }

    /// Returns an entry of each kind that has a digest, in turn.
    private func entry(_ index: Int) -> LogPage.Entry {
        let (id, digest) = (log[index + 1].id, digests[index])
        return switch index % 4 {
        case 0: .listed(id, ListedMessage(digest: digest, origin: Sample.key.publicKey, group: .none))
        case 1: .gone(id, digest)
        case 2: .damaged(id, digest)
        default: .laterForm(id, form: 2, digest)
        }
    }

    /// Returns a page of the log's entries with these indices, which ends at a position.
    private func page(_ entries: Range<Int>, next: LogPosition? = nil) -> LogPage {
        var head = Sample.head
        head.next = next ?? log[entries.upperBound]
        return LogPage(head: head, entries: entries.map(entry))
    }

    @Test(arguments: [0..<5, 0..<1, 2..<4, 3..<3])
    func `a page whose mark fits proves the position of each entry`(entries: Range<Int>) {
        let positions = page(entries).positions(from: log[entries.lowerBound])
        #expect(positions == Array(log[entries.lowerBound + 1..<entries.upperBound + 1]))
    }

    @Test func `a message proves its position like an entry without a body`() throws {
        let message = try Sample.message()
        let position = LogPosition(id: Sample.id(7), mark: Mark.zero.appending(message.digest))
        var head = Sample.head
        head.next = position
        #expect(LogPage(head: head, entries: [.message(Sample.id(7), message)]).positions(from: .start) == [position])
    }

    @Test func `a page that omits an entry proves nothing`() {
        let whole = page(0..<5)
        for index in 0..<5 {
            var entries = whole.entries
            entries.remove(at: index)
            #expect(LogPage(head: whole.head, entries: entries).positions(from: .start) == nil)
        }
        #expect(whole.positions(from: log[1]) == nil)
    }

    @Test func `a page with an entry without a digest proves nothing`() {
        var head = Sample.head
        head.next = log[1]
        let bad = Refusal(.badMarkup, "markup")
        #expect(LogPage(head: head, entries: [.bad(log[1].id, bad)]).positions(from: .start) == nil)
    }

    @Test func `a page whose end is not its last entry proves nothing, whatever its mark is`() {
        let end = LogPosition(id: log[5].id.advanced(by: 1), mark: log[5].mark)
        #expect(page(0..<5, next: end).positions(from: .start) == nil)
        // The same message can have another id after the peer was restored.
        #expect(page(5..<5, next: end).positions(from: log[5]) == nil)
        #expect(page(5..<5).positions(from: log[5]) == [])
    }

    @Test func `a page that does not begin after the position proves nothing`() {
        let later = LogPosition(id: log[1].id, mark: .zero)
        #expect(page(0..<5).positions(from: later) == nil)
    }

    @Test func `a page leads on from the newest position of a cursor that its mark proves`() throws {
        let foreign = try Mark(bytes: [UInt8](repeating: 9, count: Mark.byteCount))
        let cursor = try #require(
            Cursor(restoring: [
                LogPosition(id: log[4].id, mark: foreign), log[3], LogPosition(id: log[2].id, mark: foreign), log[1],
            ]))
        #expect(page(3..<5).start(oneOf: cursor) == log[3])
        #expect(page(1..<5).start(oneOf: cursor) == log[1])
        #expect(page(0..<5).start(oneOf: cursor) == .start)
        #expect(page(2..<5).start(oneOf: cursor) == nil)
        #expect(page(4..<5).start(oneOf: cursor) == nil)
        #expect(page(0..<5).start(oneOf: .start) == .start)
    }

    @Test func `an empty page leads on from the position at its end`() throws {
        let cursor = try #require(Cursor(restoring: [log[5], log[3]]))
        #expect(page(5..<5).start(oneOf: cursor) == log[5])
        #expect(page(3..<3).start(oneOf: cursor) == log[3])
        #expect(page(4..<4).start(oneOf: cursor) == nil)
        #expect(page(0..<0).start(oneOf: cursor) == .start)
    }
}
