import ChatModel
import TestSupport
import Testing

@Suite struct FieldsTests {
    /// 7 scalars and 25 bytes, one Character.
    private static let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"

    @Test(arguments: ["user", "room", "device"])
    func `a short field has at most 64 scalars`(name: String) throws {
        let fields = { (value: String) in
            _ = try Fields(
                ["user": "a", "text": "a"].merging([name: value]) { $1 }.map { try Sample.field($0.key, $0.value) },
                salt: Sample.salt)
        }
        let code = FailureCode(rawValue: "\(name)-too-long")
        try fields(String(repeating: "a", count: 64))
        try fields(String(repeating: "\u{1F468}", count: 64))  // 256 bytes.
        try fields(String(repeating: Self.family, count: 9) + "a")
        #expect(refusal { try fields(String(repeating: "a", count: 65)) } == code)
        #expect(refusal { try fields(String(repeating: Self.family, count: 9) + "ab") } == code)
        #expect(refusal { try fields(String(repeating: "\u{1F468}", count: 65)) } == code)
        #expect(refusal { try fields(String(repeating: "e\u{301}", count: 33)) } == code)
    }

    @Test func `text has at most 16 KiB of UTF-8`() throws {
        _ = try Sample.fields(text: String(repeating: "a", count: 16_384))
        _ = try Sample.fields(text: String(repeating: "é", count: 8_192))
        #expect(refusal { _ = try Sample.fields(text: String(repeating: "a", count: 16_385)) } == .textTooLong)
        #expect(refusal { _ = try Sample.fields(text: String(repeating: "é", count: 8_192) + "a") } == .textTooLong)
    }

    @Test func `a message needs a user and another field, has at most 32 fields, and has no field twice`() throws {
        let others = { (count: Int) in Dictionary(uniqueKeysWithValues: (0..<count).map { ("x\($0)", "a") }) }
        #expect(try Sample.fields(others(30)).all.count == 32)
        #expect(refusal { _ = try Sample.fields(others(31)) } == .tooManyFields)
        let fields = { (names: [String]) in _ = try Fields(names.map { try Sample.field($0, "a") }, salt: Sample.salt) }
        #expect(refusal { try fields(["user"]) } == .contentMissing)
        #expect(refusal { try fields(["user", "room", "device"]) } == .contentMissing)
        try fields(["user", "mood"])
        try fields(["user", "x-mood"])
        #expect(refusal { try fields(["text"]) } == .userMissing)
        #expect(refusal { try fields([]) } == .userMissing)
        #expect(refusal { try fields(["user", "text", "user"]) } == .fieldTwice)
    }

    @Test(arguments: [
        "\u{0}", "\t", "\n", "\r", "\u{1f}", "\u{7f}", "\u{80}", "\u{85}", "\u{9f}", "\u{2028}", "\u{2029}",
    ])
    func `user, room and device have no control characters and no line separators`(character: String) throws {
        for name in [FieldName.user, .room, .device] {
            // A value cannot have the characters that XML cannot carry.
            guard let value = try? FieldValue("a\(character)b") else { continue }
            let fields = [Field(.user, .kept(try FieldValue("a"))), Field(.text, .erasable(try FieldValue("a")))]
            #expect(
                refusal {
                    _ = try Fields(fields.filter { $0.name != name } + [Field(name, .kept(value))], salt: Sample.salt)
                } == .illegalCharacter)
        }
        #expect(refusal { _ = try Room(utf8: Array("a\u{85}b".utf8)) } == .illegalCharacter)
    }

    @Test(arguments: [(29, true), (30, false)])
    func `a message gets the kept field sent unless that exceeds the limits`(others: Int, isAdded: Bool) throws {
        let values = try (0..<others).map { (name: try FieldName("x-\($0)"), value: try FieldValue("a")) }
        let draft = try Draft(values + [(.user, FieldValue("jack")), (.text, FieldValue("hello"))])
        let sent = draft.salted(Sample.salt, sent: UnixTime(milliseconds: 17))
        #expect(sent[.sent]?.description == (isAdded ? "17" : nil))
        #expect(sent.all.first { $0.name == .sent }?.isErasable != true)
        #expect(sent.all.count == 31 + (isAdded ? 1 : 0) + (others - 29))
        #expect(draft.matches(sent))
        #expect(draft.salted(Sample.salt)[.sent] == nil)
    }

    @Test func `names and values have at most 24 KiB together`() throws {
        let fixed = "user".utf8.count + "jack".utf8.count + "text".utf8.count + "a".utf8.count + "x-more".utf8.count
        let fields = {
            _ = try Sample.fields(text: "a", ["x-more": String(repeating: "a", count: Limits.fieldBytes - fixed + $0)])
        }
        try fields(0)
        #expect(refusal { try fields(1) } == .messageTooLarge)
    }

    @Test func `a kept value has at most 256 bytes`() throws {
        _ = try Sample.fields(["mood": String(repeating: "a", count: 256)])
        #expect(refusal { _ = try Sample.fields(["mood": String(repeating: "a", count: 257)]) } == .valueTooLong)
        _ = try Sample.fields(["x-mood": String(repeating: "a", count: 257)])
    }

    @Test func `user, room and device are kept, and text is erasable`() throws {
        let value = try FieldValue("a")
        let fields = [Field(.user, .kept(value)), Field(.text, .erasable(value))]
        for name in [FieldName.user, .room, .device, .text] {
            let wrong = Field(name, name == .text ? .kept(value) : .erasable(value))
            #expect(
                refusal { _ = try Fields(fields.filter { $0.name != name } + [wrong], salt: Sample.salt) } == .fieldKind
            )
        }
    }

    @Test func `if one erasable value is gone, all count as gone`() throws {
        let whole = try Sample.fields(["x-place": "here", "mood": "good"])
        let bare = whole.withoutErasableValues
        #expect(bare.lacksValues && !whole.lacksValues)
        #expect(bare.salt == nil)
        #expect(bare[.text] == nil)
        #expect(bare[try FieldName("mood")]?.description == "good")
        let (present, gone) = try (
            #require(whole.all.last), #require(bare.all.first { $0.name == .text })
        )
        let mixed = whole.all.filter { $0.name != .text } + [gone]
        #expect(try Fields(mixed, salt: whole.salt) == bare)
        #expect(bare.all.last?.byteCount == present.byteCount)
        #expect(refusal { _ = try Fields(whole.all, salt: nil) } == .badValue)
        #expect(try Fields(bare.all, salt: whole.salt) == bare)
    }

    @Test func `fields are sorted by the bytes of their names`() throws {
        let fields = try Sample.fields(["zz": "a", "a-b": "a", "ab": "a", "a": "a", "a0": "a"])
        #expect(fields.all.map(\.name.description) == ["a", "a-b", "a0", "ab", "text", "user", "zz"])
    }

    @Test(arguments: ["a", "z", "a0", "a-", "x-y-z", "xm", "mes-sage", "chats", String(repeating: "a", count: 32)])
    func `a legal name is accepted`(name: String) throws {
        #expect(try FieldName(name).description == name)
    }

    @Test(arguments: [
        "", "0", "-", "-a", "A", "aB", "a_b", "a.b", "a:b", "a b", " a", "a\n", "é", "a\u{301}", "xml", "xmlns",
        "xml-a", "message",
        "chat", "gone", String(repeating: "a", count: 33), "a\u{0}",
    ])
    func `a field name that breaks the rules is refused`(name: String) {
        #expect(refusal { _ = try FieldName(name) } == .fieldName)
    }

    @Test func `a message without the field room is in the main room`() throws {
        #expect(try Sample.fields().room == .main)
        #expect(try Sample.fields(["room": "kitchen"]).room == Room(utf8: Array("kitchen".utf8)))
        #expect(try Room(utf8: []) == .main)
        #expect(try Room(utf8: Array("\u{e9}".utf8)) != Room(utf8: Array("e\u{301}".utf8)))
        #expect(refusal { _ = try Room(utf8: [0xff]) } == .notUTF8)
        #expect(refusal { _ = try Room(utf8: Array(repeating: 0x61, count: 65)) } == .roomTooLong)
    }
}
