import ChatModel
import ChatXML
import TestSupport
import Testing

/// Pages with a malformed message between two valid ones.
@Suite struct BadMessageTests {
    private static let sig = try! Sample.message().signature.base64URL
    private static let nonce = "AQIDBAUGBwg"
    private static let hash = Base64URL.encode(Array(repeating: 1, count: 32))

    /// Returns a page with this element between two valid messages.
    private func page(_ element: String) -> String {
        Sample.page(Sample.element(id: 6) + element + Sample.element(id: 8))
    }

    private static let elements: [Bad] = [
        Bad(.fieldTwice, "</user>", becomes: "</user><user>jill</user>"),
        Bad(.fieldTwice, "</text>", becomes: "</text><text>more</text>"),
        Bad(.badMarkup, "jack", becomes: "ja<b>c</b>k"),
        Bad(.badMarkup, "jack", becomes: "<user>jack</user>"),
        Bad(.badMarkup, "<user>", becomes: "and <user>"),
        Bad(.badMarkup, "<user>", becomes: "&#160;<user>"),
        Bad(.userMissing, "<user>jack</user>", becomes: ""),
        Bad(.contentMissing, "<text>This is a test</text>", becomes: ""),
        Bad(.fieldEmpty, "jack", becomes: ""),
        Bad(.fieldEmpty, "<user>jack</user>", becomes: "<user/>"),
        Bad(.fieldEmpty, "<user>", becomes: "<room></room><user>"),
        Bad(.fieldName, "user>", becomes: "User>"),
        Bad(.fieldName, "<user>", becomes: "<message>a</message><user>"),
        Bad(.fieldName, "<user>", becomes: "<xmlish>a</xmlish><user>"),
        Bad(.fieldName, "<user>", becomes: "<a_b>a</a_b><user>"),
        Bad(.fieldName, "<user>", becomes: "<r\u{e9}>a</r\u{e9}><user>"),
        Bad(.userTooLong, "jack", becomes: String(repeating: "a", count: 65)),
        Bad(.textTooLong, "This is", becomes: String(repeating: "a", count: 16 * 1024)),
        Bad(.messageTooLarge, "<user>", becomes: "<x kind='1'>" + String(repeating: "a", count: 24_550) + "</x><user>"),
        Bad(.valueTooLong, "<user>", becomes: "<x>" + String(repeating: "a", count: 257) + "</x><user>"),
        Bad(.illegalCharacter, "jack", becomes: "ja\nck"),
        Bad(.illegalCharacter, "jack", becomes: "ja\u{2028}ck"),
        Bad(.fieldKind, "<user>", becomes: "<user kind=\"1\">"),
        Bad(.fieldKind, "<user>", becomes: "<device gone=\"\(hash)\" bytes=\"1\"/><user>"),
        Bad(.badValue, "<text>", becomes: "<text kind=\"0\">"),
        Bad(.badMarkup, "<text>", becomes: "<text gone=\"\(hash)\" bytes=\"14\">"),
        Bad(.badValue, "<user>", becomes: "<x gone=\"\(hash)\"/><user>"),
        Bad(.badValue, "<user>", becomes: "<x gone=\"\(hash)A\" bytes=\"1\"/><user>"),
        Bad(.fieldEmpty, "<user>", becomes: "<x gone=\"\(hash)\" bytes=\"0\"/><user>"),
        Bad(.messageTooLarge, "<user>", becomes: "<x gone=\"\(hash)\" bytes=\"18446744073709551615\"/><user>"),
        Bad(.textTooLong, "<text>This is a test</text>", becomes: "<text gone=\"\(hash)\" bytes=\"16385\"/>"),
        Bad(.badValue, " salt=", becomes: " pepper="),
        Bad(.badValue, Sample.salt.base64URL, becomes: "AAAA"),
        Bad(.tooManyFields, "<user>", becomes: (0..<31).map { "<x\($0)>a</x\($0)>" }.joined() + "<user>"),
        Bad(.tooManyFields, "<user>", becomes: String(repeating: "<a/>", count: 20_000) + "<user>"),
        Bad(.badValue, "stamp=\"84817988812800000\"", becomes: ""),
        Bad(.badValue, "stamp=\"", becomes: "stamp=\"0"),
        Bad(.badValue, "stamp=\"", becomes: "stamp=\"+"),
        Bad(.badValue, "stamp=\"", becomes: "stamp=\"1000"),
        Bad(.badValue, "stamp=\"84817988812800000\"", becomes: "stamp=\"\""),
        Bad(.badValue, "nonce=\"\(nonce)\"", becomes: ""),
        Bad(.badValue, nonce, becomes: nonce + "="),
        Bad(.badValue, nonce, becomes: "AQIDBAUGBwh"),
        Bad(.badValue, nonce, becomes: "AQIDBAUGBw"),
        Bad(.badValue, nonce, becomes: "AQIDBAUG/wg"),
        Bad(.badValue, nonce, becomes: " " + nonce),
        Bad(.badValue, " sig=", becomes: " signature="),
        Bad(.badValue, sig, becomes: sig.dropLast(2)),
        Bad(.badSignature, sig, becomes: Base64URL.encode(Array(repeating: 0xff, count: 64))),
        Bad(.badValue, " origin=", becomes: " author="),
        Bad(
            .badPublicKey, Sample.key.publicKey.base64URL, becomes: Base64URL.encode(Array(repeating: 0xff, count: 32))),
        Bad(.badValue, " stamp=", becomes: " form=\"2\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"2\" digest=\"AAAA\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"0\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"01\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"\" digest=\"\(hash)\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"x\" digest=\"\(hash)\" stamp="),
        Bad(.badValue, " stamp=", becomes: " form=\"18446744073709551616\" digest=\"\(hash)\" stamp="),
        Bad(.badValue, "<message id=\"7\"/>"),
        Bad(.badValue, "<gone id=\"7\"/>"),
        Bad(.badValue, "<gone id=\"7\" digest=\"AAAA\"/>"),
    ]

    /// A malformed message, and the expected code.
    struct Bad: Sendable, CustomTestStringConvertible {
        let code: FailureCode
        let element: String

        init(_ code: FailureCode, _ element: String) {
            self.code = code
            self.element = element
        }

        /// A valid message in which one part was replaced.
        init(_ code: FailureCode, _ part: String, becomes other: some StringProtocol & Sendable) {
            precondition(Sample.element.contains(part), "\(part) is not in the message.")
            self.init(code, Sample.element.replacing(part, with: other))
        }

        var testDescription: String { "\(code): \(element.prefix(400))" }
    }

    @Test(arguments: elements)
    func `a malformed message is bad with its reason, and its neighbours are read`(bad: Bad) {
        let ids = [Sample.id(6), Sample.id(7), Sample.id(8)]
        let expected = Outcome.read(ids, bad: [Sample.id(7): bad.code])
        #expect(Outcome(reading: page(bad.element)) == expected)
    }

    @Test(arguments: [
        ("2", " x=\"\"><user><b>no field</b></user></message>"), ("18446744073709551615", "/>"),
    ])
    func `of a message of a later form only the id, the form and the digest are read`(form: String, rest: String) throws
    {
        let element = "<message id=\"7\" form=\"\(form)\" digest=\"\(Self.hash)\"\(rest)"
        let entries = try LogPageReader.read(Array(page(element).utf8)).entries
        guard case .laterForm(Sample.id(7), let number, let digest) = entries[1] else {
            Issue.record("\(entries[1])")
            return
        }
        #expect("\(number)" == form)
        #expect(digest.base64URL == Self.hash)
        #expect(entries.map(\.id) == [Sample.id(6), Sample.id(7), Sample.id(8)])
    }

    @Test func `a message of form 1 is read as a message without a form`() throws {
        let element = Sample.element.replacing(" stamp=", with: " form=\"1\" digest=\"?\" stamp=")
        let entries = try LogPageReader.read(Array(page(element).utf8)).entries
        guard case .message(Sample.id(7), let message) = entries[1] else {
            Issue.record("\(entries[1])")
            return
        }
        #expect(try message.digest == Sample.message().digest)
    }

    @Test func `the reader does not verify signatures`() throws {
        let element = Sample.element.replacing("jack", with: "jill")
        #expect(Outcome(reading: page(element)) == .read([Sample.id(6), Sample.id(7), Sample.id(8)], bad: [:]))
    }

    @Test func `a gone message is an entry of its own kind`() throws {
        let digest = try Sample.message().digest
        let entries = try LogPageReader.read(Array(page("<gone id=\"7\" digest=\"\(digest)\"/>").utf8)).entries
        guard case .gone(Sample.id(7), digest) = entries[1] else {
            Issue.record("\(entries[1])")
            return
        }
    }
}
