import ChatModel
import ChatXML
import Testing

/// One message that is not right among two that are: each is judged alone.
@Suite struct BadMessageTests {
    private static let sig = try! Sample.message().signature.base64URL
    private static let nonce = "AQIDBAUGBwg"

    /// A page of two right messages and, between them, this element.
    private func page(_ element: String) -> String {
        Sample.page(Sample.element(id: 6) + element + Sample.element(id: 8))
    }

    private static let elements: [Bad] = [
        Bad("field-twice", "</user>", becomes: "</user><user>jill</user>"),
        Bad("field-twice", "</text>", becomes: "</text><text>more</text>"),
        Bad("bad-markup", "jack", becomes: "ja<b>c</b>k"),
        Bad("bad-markup", "jack", becomes: "<user>jack</user>"),
        Bad("bad-markup", "<user>", becomes: "and <user>"),
        Bad("bad-markup", "<user>", becomes: "&#160;<user>"),
        Bad("user-missing", "<user>jack</user>", becomes: ""),
        Bad("text-missing", "<text>This is a test</text>", becomes: ""),
        Bad("field-empty", "jack", becomes: ""),
        Bad("field-empty", "<user>jack</user>", becomes: "<user/>"),
        Bad("field-empty", "<user>", becomes: "<room></room><user>"),
        Bad("field-name", "user>", becomes: "User>"),
        Bad("field-name", "<user>", becomes: "<message>a</message><user>"),
        Bad("field-name", "<user>", becomes: "<xmlish>a</xmlish><user>"),
        Bad("field-name", "<user>", becomes: "<a_b>a</a_b><user>"),
        Bad("field-name", "<user>", becomes: "<a:b xmlns:a=\"c\">a</a:b><user>"),
        Bad("field-name", "<user>", becomes: "<r\u{e9}>a</r\u{e9}><user>"),
        Bad("user-too-long", "jack", becomes: String(repeating: "a", count: 65)),
        Bad("text-too-long", "This is", becomes: String(repeating: "a", count: 16 * 1024)),
        Bad("message-too-large", "<user>", becomes: "<x>" + String(repeating: "a", count: 24 * 1024) + "</x><user>"),
        Bad("too-many-fields", "<user>", becomes: (0..<15).map { "<x\($0)>a</x\($0)>" }.joined() + "<user>"),
        Bad("too-many-fields", "<user>", becomes: String(repeating: "<a/>", count: 20_000) + "<user>"),
        Bad("bad-value", "stamp=\"84817988812800000\"", becomes: ""),
        Bad("bad-value", "stamp=\"", becomes: "stamp=\"0"),
        Bad("bad-value", "stamp=\"", becomes: "stamp=\"+"),
        Bad("bad-value", "stamp=\"", becomes: "stamp=\"1000"),
        Bad("bad-value", "stamp=\"84817988812800000\"", becomes: "stamp=\"\""),
        Bad("bad-value", "nonce=\"\(nonce)\"", becomes: ""),
        Bad("bad-value", nonce, becomes: nonce + "="),
        Bad("bad-value", nonce, becomes: "AQIDBAUGBwh"),
        Bad("bad-value", nonce, becomes: "AQIDBAUGBw"),
        Bad("bad-value", nonce, becomes: "AQIDBAUG/wg"),
        Bad("bad-value", nonce, becomes: " " + nonce),
        Bad("bad-value", " sig=", becomes: " signature="),
        Bad("bad-value", sig, becomes: sig.dropLast(2)),
        Bad("bad-signature", sig, becomes: Base64URL.encode(Array(repeating: 0xff, count: 64))),
        Bad("bad-value", " origin=", becomes: " author="),
        Bad("bad-key", Sample.key.publicKey.base64URL, becomes: Base64URL.encode(Array(repeating: 0xff, count: 32))),
        Bad("bad-value", "<message id=\"7\"/>"),
        Bad("bad-value", "<gone id=\"7\"/>"),
        Bad("bad-value", "<gone id=\"7\" digest=\"AAAA\"/>"),
    ]

    /// An element that is no message, and the reason.
    struct Bad: Sendable, CustomTestStringConvertible {
        let code: String
        let element: String

        init(_ code: String, _ element: String) {
            self.code = code
            self.element = element
        }

        /// A right message in which a part was replaced.
        init(_ code: String, _ part: String, becomes other: some StringProtocol & Sendable) {
            precondition(Sample.element.contains(part), "\(part) is not in the message.")
            self.init(code, Sample.element.replacing(part, with: other))
        }

        var testDescription: String { "\(code): \(element.prefix(400))" }
    }

    @Test(arguments: elements)
    func `it is bad with a reason, and the others are read`(bad: Bad) {
        let ids = [Sample.id(6), Sample.id(7), Sample.id(8)]
        let expected = Outcome.read(ids, bad: [Sample.id(7): Refusal.Code(rawValue: bad.code)])
        #expect(Outcome(reading: page(bad.element)) == expected)
    }

    @Test func `what stood there is kept as it was, up to a limit`() throws {
        for length in [600, 100_000] {
            let element = Sample.element.replacing("jack", with: String(repeating: "&#x61;", count: length / 6))
            let entries = try LogPageReader.read(Array(page(element).utf8)).entries
            guard case .bad(Sample.id(7), let bad) = entries[1] else {
                Issue.record("It was read: \(entries[1])")
                return
            }
            #expect(bad.raw == Array(element.utf8.prefix(64 * 1024)))
        }
    }

    @Test func `a signature that is another's is not judged here`() throws {
        let element = Sample.element.replacing("jack", with: "jill")
        #expect(Outcome(reading: page(element)) == .read([Sample.id(6), Sample.id(7), Sample.id(8)], bad: [:]))
    }

    @Test func `a message that was let go is neither read nor bad`() throws {
        let digest = try Sample.message().digest
        let entries = try LogPageReader.read(Array(page("<gone id=\"7\" digest=\"\(digest)\"/>").utf8)).entries
        guard case .gone(Sample.id(7), digest) = entries[1] else {
            Issue.record("\(entries[1])")
            return
        }
    }
}
