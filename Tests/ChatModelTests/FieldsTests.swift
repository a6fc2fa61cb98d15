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
                ["user": "a", "text": "a"].merging([name: value]) { $1 }.map { try Sample.field($0.key, $0.value) })
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

    @Test func `a message needs a user and a text, has at most 16 fields, and has no field twice`() throws {
        let others = { (count: Int) in Dictionary(uniqueKeysWithValues: (0..<count).map { ("x\($0)", "a") }) }
        #expect(try Sample.fields(others(14)).all.count == 16)
        #expect(refusal { _ = try Sample.fields(others(15)) } == .tooManyFields)
        #expect(refusal { _ = try Fields([Sample.field("user", "a")]) } == .textMissing)
        #expect(refusal { _ = try Fields([Sample.field("text", "a")]) } == .userMissing)
        #expect(refusal { _ = try Fields([]) } == .userMissing)
        let twice = try ["user", "text", "user"].map { try Sample.field($0, "a") }
        #expect(refusal { _ = try Fields(twice) } == .fieldTwice)
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
