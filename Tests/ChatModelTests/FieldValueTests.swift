import ChatModel
import Testing

@Suite struct FieldValueTests {
    private static let refusedScalars = Array(0x00...0x1f as ClosedRange<UInt32>) + [0xfffe, 0xffff]

    @Test(arguments: refusedScalars.filter { ![0x09, 0x0a, 0x0d].contains($0) })
    func `a control character or noncharacter is refused anywhere in a text`(number: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(number))
        for text in ["\(scalar)", "\(scalar)a", "a\(scalar)", "a\(scalar)a"] {
            #expect(refusal { _ = try FieldValue(text) } == .illegalCharacter)
        }
    }

    @Test(
        arguments: [
            0x09, 0x0a, 0x0d, 0x20, 0x7e, 0x7f, 0x80, 0x85, 0x9f, 0xa0, 0x2028, 0x2029, 0xd7ff, 0xe000, 0xfeff, 0xfffd,
            0x10000, 0x1fffe, 0x1ffff, 0x10ffff,
        ] as [UInt32])
    func `the legal scalars next to the illegal ones are accepted unchanged`(number: UInt32) throws {
        let text = String(try #require(Unicode.Scalar(number)))
        for text in [text, text + "a", "a" + text, text + text] {
            #expect(try FieldValue(text).utf8 == Array(text.utf8))
        }
    }

    @Test(arguments: 0...16 as ClosedRange<UInt32>)
    func `exactly the illegal scalars of each Unicode plane are refused`(plane: UInt32) {
        let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init)
        let refused = scalars.filter { (try? FieldValue("\($0)")) == nil }
        let illegal = Self.refusedScalars.filter { ![0x09, 0x0a, 0x0d].contains($0) }
        #expect(refused.map(\.value) == (plane == 0 ? illegal : []))
    }

    @Test(arguments: [
        ("\u{1}", "U+0001"), ("\u{10}", "U+0010"), ("\u{1f}", "U+001F"), ("\u{fffe}", "U+FFFE"), ("\u{ffff}", "U+FFFF"),
    ])
    func `the refusal names the illegal character`(text: String, name: String) {
        let error = #expect(throws: Refusal.self) { try FieldValue("a" + text) }
        #expect(error?.sentence.contains(name) == true)
    }

    @Test(
        arguments: [
            [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xf0, 0x80, 0x80, 0x80],
            [0xf0, 0x8f, 0xbf, 0xbf],
            [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
            [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfe], [0xff],
            [0x80], [0xbf], [0xc2], [0xe2, 0x82], [0xf0, 0x9f, 0x91], [0xe2, 0x28, 0xa1], [0xc2, 0xc2, 0xa0], [0xe9],
        ] as [[UInt8]])
    func `bytes that are not valid UTF-8 are refused`(bytes: [UInt8]) {
        for bytes in [bytes, [0x61] + bytes, bytes + [0x61]] {
            #expect(refusal { _ = try FieldValue(utf8: bytes) } == .notUTF8)
        }
    }

    @Test func `an empty value is refused, and white space is accepted`() throws {
        #expect(refusal { _ = try FieldValue("") } == .fieldEmpty)
        #expect(try FieldValue(" \t\r\n").utf8 == [0x20, 0x09, 0x0d, 0x0a])
    }

    @Test(arguments: [
        ("\u{e9}", "e\u{301}"), ("\u{212b}", "\u{c5}"), ("\u{1100}\u{1161}", "\u{ac00}"), ("K", "\u{212a}"),
    ])
    func `canonically equal texts with different bytes are different values`(one: String, other: String) throws {
        #expect(one == other)  // Else this shows nothing.
        let (one, other) = (try FieldValue(one), try FieldValue(other))
        #expect(one != other)
        #expect(Set([one, other]).count == 2)
        #expect([one: 1, other: 2].count == 2)
        #expect((one < other) == one.utf8.lexicographicallyPrecedes(other.utf8))
        #expect((one < other) != (other < one))
    }

    @Test func `scalarCount counts Unicode scalars, not characters`() throws {
        #expect(try FieldValue("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}").scalarCount == 5)
        #expect(try FieldValue("e\u{301}\r\n").scalarCount == 4)
    }
}
