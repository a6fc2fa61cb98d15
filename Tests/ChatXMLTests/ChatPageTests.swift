import ChatModel
import ChatXML
import TestSupport
import Testing

@Suite struct ChatPageTests {
    private func page(_ message: Message) -> [UInt8] {
        var writer = PageWriter(.chat)
        writer.append(id: Sample.id(7), message: message, arrival: UnixTime(milliseconds: 1_294_219_801_234))
        return writer.end(head: Sample.head)
    }

    private func page() throws -> [UInt8] { page(try Sample.message(["room": "kitchen", "later": "kept"])) }

    @Test func `a client reads what the node wrote`() throws {
        let message = try Sample.message(["room": "kitchen", "later": "kept"])
        let read = try ChatPage(reading: page(message))
        let expected = ChatMessage(
            id: Sample.id(7), added: "2011-01-05 09:30:00", origin: Sample.key.publicKey, stamp: Sample.stamp,
            arrived: UnixTime(milliseconds: 1_294_219_801_234), digest: message.digest, fields: message.fields.all)
        #expect(read == ChatPage(head: Sample.head, messages: [expected]))
    }

    @Test func `a message without a digest is accepted, because older nodes send none`() throws {
        let text = String(decoding: try page(), as: UTF8.self).replacing(#/\ digest="[^"]*"/#, with: "")
        #expect(try ChatPage(reading: Array(text.utf8)).messages.map(\.digest) == [nil])
    }

    @Test func `unknown elements of a page are ignored`() throws {
        let text = String(decoding: try page(), as: UTF8.self)
            .replacing("<message", with: "<later><message/></later><message").replacing(
                "</chat>", with: "<later/></chat>")
        #expect(try ChatPage(reading: Array(text.utf8)) == ChatPage(reading: page()))
    }

    @Test(arguments: [
        ("arrived=", "left="), ("<user>jack</user>", ""), ("id=\"7\"", "id=\"\""),
        ("added=", "x="), ("digest=\"", "digest=\"!"),
    ])
    func `one malformed message makes the page unreadable`(part: String, other: String) throws {
        let text = String(decoding: try page(), as: UTF8.self).replacing(part, with: other)
        let error = #expect(throws: PageError.self) { try ChatPage(reading: Array(text.utf8)) }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
