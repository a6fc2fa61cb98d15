import ChatModel
import TestSupport
import Testing

@testable import ChatXML

@Suite struct RoundTripTests {
    @Test(arguments: 0...16 as ClosedRange<UInt32>)
    func `every legal scalar is read back, alone and at the start, middle and end of a text`(
        plane: UInt32
    ) throws {
        let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init).filter(\.isLegalInXML)
        #expect(scalars.count == (plane == 0 ? 0x10000 - 29 - 2048 - 2 : 0x10000))
        for start in stride(from: 0, to: scalars.count, by: 8_192) {
            let values = scalars[start..<min(start + 8_192, scalars.count)].flatMap { scalar in
                [Array("\(scalar)".utf8), Array("\(scalar)a\(scalar)b\(scalar)\(scalar)".utf8)]
            }
            #expect(try contents(of: values) == values, "a scalar from \(scalars[start].value) on")
        }
    }

    /// The values after they were written as elements and read again.
    private func contents(of values: [[UInt8]]) throws -> [[UInt8]] {
        var document = Array("<chat>".utf8)
        for value in values {
            document.append(markup: "<text>")
            document.append(escaping: value, for: .content)
            document.append(markup: "</text>")
        }
        document.append(markup: "</chat>")
        return try HardenedDocument(document).tree().children.map(\.text)
    }

    static let texts = [
        "\r", "\n", "\t", " ", "\r\n", "\n\r", " a ", "\r\na\r\n", "]]>", "]]", "&", "&amp;", "&#13;", "<a>", "<!--",
        "<![CDATA[a]]>",
        "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "\u{FEFF}\u{FEFF}", "e\u{301}",
        "\u{e9}",
        "\u{301}", "\u{212B}", "\u{212A}", "\u{1F468}\u{200D}\u{1F469}", "\u{7f}", "\u{FFFD}",
        "\u{10FFFF}", "\u{E000}", "\u{D7FF}",
    ]

    @Test(arguments: texts)
    func `a message with special characters is read back with the same digest`(text: String) throws {
        let message = try Sample.message(text: text, ["mood": text, "x-mood": text])
        var writer = PageWriter(.log)
        writer.append(id: Sample.id(58), message: message, arrival: UnixTime(milliseconds: 0))
        let page = try LogPageReader.read(writer.end(head: Sample.head))
        guard case .message(Sample.id(58), let read) = page.entries.first else {
            Issue.record("\(page.entries)")
            return
        }
        #expect(read.digest == message.digest)
        #expect(read.fields[try FieldName("mood")]?.utf8 == Array(text.utf8))
    }

    @Test(arguments: texts)
    func `a node name with special characters is read back unchanged`(text: String) throws {
        var head = Sample.head
        head.name = text
        let read = try LogPageReader.read(PageWriter(.log).end(head: head)).head
        #expect(read.name.utf8.elementsEqual(text.utf8))
    }

    @Test func `texts of 1 to 700 characters are read back unchanged`() throws {
        for unit in ["a", "é", "\u{2028}", "\u{1F468}", "&", "\r", "a\r\u{1F468}"] {
            let values = (1...700).map { Array(String(repeating: unit, count: $0).utf8) }
            #expect(try contents(of: values) == values, "\(unit)")
        }
    }

    @Test func `a message at all limits is read back`() throws {
        var fields = [Field(.user, writing: try FieldValue(String(repeating: "\u{1F468}", count: 64)))]
        fields.append(Field(.text, writing: try FieldValue(String(repeating: "\r", count: Limits.textBytes))))
        for index in 0..<(Limits.fieldCount - 2) {
            let name = try FieldName(index.isMultiple(of: 2) ? "x-\(index)" : "x\(index)")
            fields.append(Field(name, writing: try FieldValue(String(repeating: "&", count: 250))))
        }
        let message = try Sample.message(try Fields(fields, salt: Sample.salt))
        var writer = PageWriter(.log)
        writer.append(id: Sample.id(1), message: message, arrival: UnixTime(milliseconds: 0))
        guard case .message(_, message) = try LogPageReader.read(writer.end(head: Sample.head)).entries[0] else {
            Issue.record("It is not the same message.")
            return
        }
    }
}
