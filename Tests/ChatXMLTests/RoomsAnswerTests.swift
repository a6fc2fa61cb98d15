import ChatModel
import TestSupport
import Testing

@testable import ChatXML

@Suite struct RoomsAnswerTests {
    private func document(
        _ rooms: [(String, UInt64)], topic: String? = nil, alias: String? = nil
    ) throws -> [UInt8] {
        let rooms: [RoomsAnswer.Line] = try rooms.map {
            (
                try Room(utf8: Array($0.0.utf8)), Sample.id($0.1), try topic.map { try FieldValue($0) },
                try alias.map { try FieldValue($0) }
            )
        }
        return RoomsAnswer.xml(of: rooms, node: Sample.head.node, instance: Sample.head.instance)
    }

    @Test func `the element of the main room has no attribute name`() throws {
        #expect(
            String(decoding: try document([("", 41), ("kitchen", 40)]), as: UTF8.self) == """
                <rooms node="\(Sample.head.node)" instance="\(Sample.head.instance)">
                <room last="41"/>
                <room name="kitchen" last="40"/>
                </rooms>

                """)
    }

    @Test(arguments: [
        "]]>", "&", "<a>", "<!--", "\"", " ", "a\u{FEFF}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{10FFFF}",
    ])
    func `a room name with special characters is read back unchanged`(name: String) throws {
        let root = try HardenedDocument(try document([(name, 1)], topic: name, alias: name)).tree()
        for attribute in ["name", "topic", "alias"] {
            let read = try #require(root.children.first?.attributes[attribute])
            #expect(read.utf8.elementsEqual(name.utf8))
        }
    }
}
