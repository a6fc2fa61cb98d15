import ChatModel
import ChatXML
import TestSupport
import Testing

@Suite struct AnswerTests {
    private static let refusal = Refusal(.textTooLong, "The text is too long; shorten it & send \"again\".")

    @Test(arguments: [
        (Answer.success(nil), "<success />\n"),
        (.success(Sample.id(41)), "<success id=\"41\" />\n"),
        (
            .success(Sample.id(41), Sample.digest(0)),
            "<success id=\"41\" digest=\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\" />\n"
        ),
        (
            .failure(refusal),
            "<failure code=\"text-too-long\">The text is too long; shorten it &amp; send \"again\".</failure>"
        ),
    ])
    func `an answer is written in its only form and parsed again`(answer: Answer, xml: String) throws {
        #expect(String(decoding: answer.xml, as: UTF8.self) == xml)
        #expect(try Answer(reading: Array(xml.utf8)) == answer)
    }

    @Test func `U+FFFD replaces scalars that XML does not allow in a sentence`() throws {
        let answer = Answer.failure(Refusal(FailureCode(rawValue: "a\u{0}"), "b\u{1}\u{FFFF}"))
        let read = try Answer(reading: answer.xml)
        #expect(read == .failure(Refusal(FailureCode(rawValue: "a\u{FFFD}"), "b\u{FFFD}\u{FFFD}")))
    }

    @Test(arguments: [
        "", "<success", "<success id=\"x\"/>", "<success id=\"01\"/>", "<html/>", "success", "<success/>x",
    ])
    func `a document that is not a valid answer is refused`(text: String) {
        #expect(throws: PageError.self) { try Answer(reading: Array(text.utf8)) }
    }
}
