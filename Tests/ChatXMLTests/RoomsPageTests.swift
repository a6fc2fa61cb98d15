import ChatModel
import TestSupport
import Testing

@testable import ChatXML

@Suite struct RoomsPageTests {
    private func page(_ rooms: [(String, UInt64)]) throws -> [UInt8] {
        var page = RoomsPage(node: Sample.head.node, instance: Sample.head.instance)
        for (name, last) in rooms { page.append(try Room(utf8: Array(name.utf8)), last: Sample.id(last)) }
        return page.end()
    }

    @Test func `the element of the main room has no attribute name`() throws {
        #expect(
            String(decoding: try page([("", 41), ("kitchen", 40)]), as: UTF8.self) == """
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
        let root = try HardenedDocument(try page([(name, 1)])).tree()
        let read = try #require(root.children.first?.attributes["name"])
        #expect(read.utf8.elementsEqual(name.utf8))
    }
}
