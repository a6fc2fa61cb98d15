import Testing

@testable import ChatModel

@Suite struct TextTests {
    @Test func `parsing a decimal number refuses everything but ASCII digits`() {
        #expect(UInt16(decimal: "0") == 0)
        #expect(UInt16(decimal: "00065535") == 65_535)
        for text in ["", "65536", "+1", "-1", " 1", "1 ", "1a", "0x1", "\u{0661}", "１", "1\u{301}"] {
            #expect(UInt16(decimal: text) == nil, "\(text)")
        }
    }

    @Test func `oneLine replaces line breaks, control characters and bidirectional controls by spaces`() {
        #expect("a\nb\r\nc\u{0}d\u{1b}[0m".oneLine(maximumScalars: 100) == "a b  c d [0m")
        #expect("a\u{85}b\u{2028}c\u{2029}d".oneLine(maximumScalars: 100) == "a b c d")
        #expect("\u{202e}evil\u{202c}\u{2066}\u{200f}\u{61c}".oneLine(maximumScalars: 100) == " evil    ")
    }

    @Test func `oneLine keeps joined emoji and other letters`() {
        let text = "Café \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{05D0}"
        #expect(text.oneLine(maximumScalars: 100) == text)
    }

    @Test func `a quotation is not ended by the quotation marks in it`() {
        #expect("He said.” Error: “run \"this\"".quoted == "“He said.' Error: 'run 'this'”")
    }

    @Test func `oneLine ends after the maximum number of scalars`() {
        #expect("abcdef".oneLine(maximumScalars: 3) == "abc")
        #expect("e\u{301}\u{302}".oneLine(maximumScalars: 2) == "e\u{301}")
    }

    @Test func `integers are written with the most significant byte first`() {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt16(0x0102))
        bytes.append(bigEndian: Int32(-2))
        #expect(bytes == [1, 2, 0xff, 0xff, 0xff, 0xfe])
        #expect(UInt16(bigEndian: bytes[0..<2]) == 0x0102)
        #expect(Int32(bigEndian: bytes[2...]) == -2)
    }
}
