import ChatModel
import TestSupport
import Testing

@Suite struct ProjectionTests {
    private let target = try! RelationSample.message([("text", "one")], at: 1).message
    private var digest: String { "\(target.digest)" }

    private func relation(
        _ fields: [(String, String)], user: String = "jack", room: String? = nil, at second: UInt64,
        by key: SigningKey = Sample.key, nonce: UInt64 = 0
    ) throws -> Message {
        try RelationSample.message(fields, user: user, room: room, at: second, by: key, nonce: nonce).message
    }

    private func edit(_ text: String, at second: UInt64) throws -> Message {
        try relation([("edits", digest), ("text", text)], at: second)
    }

    private func shown(_ relations: Message...) -> Projection { shown(target, relations) }

    private func shown(_ target: Message, _ relations: [Message]) -> Projection {
        Projection(of: PackedMessage(target), by: relations.map { PackedMessage($0) })
    }

    private func emoji(_ projection: Projection) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: projection.reactions.map { ("\($0.emoji)", $0.authors.count) })
    }

    /// Each order of six messages is one of 720.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `every order of arrival of up to six relations gives the same projection`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for count in 1...6 {
            let (target, relations) = try RelationSample.Random().messages(count, using: &generator)
            let messages = relations.map(\.message)
            let expected = shown(target.message, messages)
            messages.forEachOrder { #expect(shown(target.message, $0) == expected) }
        }
    }

    @Test func `the edit with the highest stamp counts, and a deletion beats it`() throws {
        let (first, second) = (try edit("two", at: 2), try edit("three", at: 3))
        #expect(shown(second, first).edit == PackedMessage(second))
        #expect(
            shown(first, try relation([("edits", digest), ("text", "x")], user: "megan", at: 4)).edit
                == PackedMessage(first))
        #expect(
            shown(first, try relation([("edits", digest), ("text", "x")], room: "garden", at: 4)).edit
                == PackedMessage(first))
        #expect(
            shown(first, try relation([("edits", digest), ("text", "x")], at: 4, by: Sample.otherKey)).edit
                == PackedMessage(first))
        let deletion = try relation([("deletes", digest)], at: 2)
        #expect(shown(second, deletion).isDeleted && shown(second, deletion).edit == nil)
        #expect(!shown(try relation([("deletes", digest)], at: 2, by: Sample.otherKey)).isDeleted)
    }

    @Test func `an edit of a message without a text does not count, and a reaction to it does`() throws {
        let target = try relation([("topic", "Tea")], at: 1)
        let edit = try relation([("edits", "\(target.digest)"), ("text", "x")], at: 2)
        let reaction = try relation([("re", "\(target.digest)"), ("react", "❤️")], at: 2)
        let shown = shown(target, [edit, reaction])
        #expect(shown.edit == nil && emoji(shown) == ["❤️": 1])
    }

    @Test func `a reaction counts once, until it is withdrawn, and again when it is given later`() throws {
        let heart = [("re", digest), ("react", "❤️")]
        let withdrawal = [("deletes", "\(Sample.digest(1))")] + heart
        let given = try relation(heart, at: 2)
        let again = try relation(heart, at: 2, nonce: 1)
        let others = try relation(heart, user: "megan", at: 2)
        #expect(emoji(shown(given, again, others)) == ["❤️": 2])
        #expect(emoji(shown(given, others, try relation(withdrawal, at: 3))) == ["❤️": 1])
        #expect(emoji(shown(given, try relation(withdrawal, at: 3), try relation(heart, at: 4))) == ["❤️": 1])
        // The withdrawal of another user, and of another emoji.
        #expect(emoji(shown(given, try relation(withdrawal, user: "megan", at: 3))) == ["❤️": 1])
        let thumb = [("deletes", "\(Sample.digest(1))"), ("re", digest), ("react", "👍")]
        #expect(emoji(shown(given, try relation(thumb, at: 3))) == ["❤️": 1])
        #expect(emoji(shown(given, try relation([("deletes", digest)], at: 3))) == [:])
    }

    @Test func `of reactions those of most authors come first, and no more than a page can have`() throws {
        var relations: [Message] = []
        for number in 0..<100 {
            relations.append(try relation([("re", digest), ("react", "\(number)")], at: 2 + UInt64(number)))
        }
        relations.append(try relation([("re", digest), ("react", "99")], user: "megan", at: 200))
        let reactions = shown(target, relations).reactions
        #expect(reactions.map { "\($0.emoji)" } == ["99"] + (0..<63).map(String.init))
        #expect(reactions[0].authors.map { "\($0.user)" } == ["jack", "megan"])
    }

    /// The relation of a message, which its packed form has, too.
    private func relation(of message: Message) -> Relation? {
        #expect(Relation(PackedMessage(message)) == Relation(message))
        return Relation(message)
    }

    @Test func `of several fields the first decides, and only kept digests count`() throws {
        let all = try relation([("deletes", digest), ("edits", digest), ("text", "x")], at: 2)
        #expect(relation(of: all) == .deletion(of: target.digest))
        let edit = try relation([("edits", digest), ("re", digest), ("react", "👍"), ("text", "x")], at: 2)
        #expect(relation(of: edit) == .edit(of: target.digest))
        #expect(relation(of: try relation([("re", digest), ("text", "a reply")], at: 2)) == nil)
        #expect(relation(of: try relation([("react", "👍")], at: 2)) == nil)
        #expect(relation(of: try relation([("deletes", "no digest"), ("edits", digest)], at: 2)) == nil)
        #expect(relation(of: try relation([("edits", digest), ("x-note", "no text")], at: 2)) == nil)
        let erasable = try Fields(
            [
                Sample.field("user", "jack"), Field(FieldName("deletes"), .erasable(FieldValue(digest))),
                Sample.field("edits", digest), Sample.field("text", "x"),
            ], salt: Sample.salt)
        #expect(relation(of: try Sample.message(erasable)) == .edit(of: target.digest))
    }

    @Test func `a sealed message has no user, room or device, and others need a user`() throws {
        _ = try Draft([(.sealed, FieldValue("secret"))])
        for name in [FieldName.user, .room, .device] {
            #expect(throws: Refusal.self) { try Draft([(.sealed, FieldValue("secret")), (name, FieldValue("x"))]) }
        }
        #expect(throws: Refusal.self) { try Draft([(.text, FieldValue("x"))]) }
    }
}

extension Array {
    /// Calls `body` with the elements in each order (Heap 1963).
    fileprivate func forEachOrder(_ body: ([Element]) -> Void) {
        var (elements, counters, index) = (self, [Int](repeating: 0, count: count), 0)
        body(elements)
        while index < elements.count {
            if counters[index] < index {
                elements.swapAt(index.isMultiple(of: 2) ? 0 : counters[index], index)
                body(elements)
                counters[index] += 1
                index = 0
            } else {
                counters[index] = 0
                index += 1
            }
        }
    }
}
