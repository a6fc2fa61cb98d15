import ChatModel
import ChatXML
import TestSupport
import Testing

struct VectorTests {
    private func page(with vector: Vectors.Entry) throws -> [UInt8] {
        let mark = try vector.digest.map { Mark.zero.appending(try Digest(bytes: [UInt8](hex: $0))) } ?? .zero
        let end = Sample.id(1 << 53)
        var head = PageHead(
            node: Sample.key.publicKey, name: "vectors", instance: Sample.instance, low: Sample.id(1),
            high: end, next: LogPosition(id: end, mark: mark))
        if let group = vector.pageGroup { head.group = try GroupID(base64URL: group) }
        let empty = String(decoding: PageWriter(.log, in: head.group).end(head: head), as: UTF8.self)
        return Array(empty.replacing("</chat>", with: "\(vector.element)\n</chat>").utf8)
    }

    @Test(arguments: Vectors.entries) func `an entry of a log is judged as its vector says`(vector: Vectors.Entry)
        throws
    {
        let page = try page(with: vector)
        let group = try vector.pageGroup.map { try GroupID(base64URL: $0) } ?? .none
        expectSameReading(of: page, in: group)
        guard vector.verdict != .unreadablePage else {
            #expect(throws: PageError.self) { try LogPageReader.read(page, in: group) }
            return
        }
        let entry = try #require(try LogPageReader.read(page, in: group).entries.first)
        switch (vector.verdict, entry) {
        case (.gone, .gone(_, let digest)):
            #expect(digest.bytes == [UInt8](hex: vector.digest ?? ""))
        case (.damaged, .damaged(_, let digest)):
            #expect(digest.bytes == [UInt8](hex: vector.digest ?? ""))
        case (.listed, .listed(_, let listed)):
            #expect(listed.digest.bytes == [UInt8](hex: vector.digest ?? ""))
            #expect(listed.origin.bytes == [UInt8](hex: vector.origin ?? ""))
            #expect(listed.group == (try GroupID(bytes: [UInt8](hex: vector.group ?? ""))))
            #expect(listed.lacksValues == vector.lacksValues)
        case (.laterForm, .laterForm(_, let form, let digest)):
            #expect(form == vector.form)
            #expect(digest.bytes == [UInt8](hex: vector.digest ?? ""))
        case (.good, .message(_, let message)):
            #expect(message.digest.bytes == [UInt8](hex: vector.digest ?? ""))
            _ = try VerifiedMessage(verifying: message)
        case (.badMessage, .message(_, let message)):
            #expect(vector.code == FailureCode.badSignature.rawValue)
            #expect(throws: Refusal.self) { try VerifiedMessage(verifying: message) }
        case (.badMessage, .bad(_, let refusal)):
            #expect(refusal.code.rawValue == vector.code)
        default:
            Issue.record("The reader reads the entry as \(entry).")
        }
    }

    @Test(arguments: Vectors.pages) func `a page is judged as its vector says`(vector: Vectors.Page) {
        expectSameReading(of: vector.content)
        do throws(PageError) {
            _ = try LogPageReader.read(vector.content)
            #expect(vector.verdict == .readable)
        } catch .noReadableRoot {
            #expect(vector.verdict == .noReadableRoot)
        } catch {
            #expect(vector.verdict == .unreadable)
        }
    }
}
