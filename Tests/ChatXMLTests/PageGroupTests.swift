import ChatModel
import ChatXML
import TestSupport
import Testing

/// The attribute `group` of pages and of messages.
@Suite struct PageGroupTests {
    private static let groups = [GroupID.none, Sample.group, Sample.otherGroup]

    private func message(of group: GroupID) throws -> Message {
        try VerifiedMessage(
            Sample.fields(), in: group, at: Sample.stamp, nonce: try Nonce(bytes: 1...8), signing: Sample.key
        ).message
    }

    private func page(
        _ view: PageView, of group: GroupID, _ messages: [Message]
    ) -> String {
        var writer = PageWriter(view, in: group)
        for (index, message) in messages.enumerated() {
            writer.append(id: Sample.id(UInt64(index) + 7), message: message, arrival: UnixTime(milliseconds: 0))
        }
        var head = Sample.head
        head.group = group
        return String(decoding: writer.end(head: head), as: UTF8.self)
    }

    /// A log page of ``Sample/group`` with one message of the same group, where `part` is replaced.
    private func page(_ part: String, becomes other: String) throws -> String {
        let text = page(.log, of: Sample.group, [try message(of: Sample.group)])
        precondition(text.contains(part), "\(part) is not in the page.")
        return text.replacing(part, with: other, maxReplacements: 1)
    }

    @Test(arguments: groups, groups)
    func `a message is read back with its group and digest on a page of any group`(page: GroupID, group: GroupID) throws
    {
        let message = try message(of: group)
        let bytes = Array(self.page(.log, of: page, [message]).utf8)
        let read = try LogPageReader.read(bytes, in: page)
        #expect(read.head.group == page)
        guard case .message(_, let same) = read.entries.first else {
            Issue.record("\(read.entries)")
            return
        }
        #expect(same.group == group)
        #expect(same.digest == message.digest)
        _ = try VerifiedMessage(verifying: same)
    }

    @Test func `a message names its group only where the page has another one`() throws {
        let messages = try Self.groups.map(message)
        let attributes = { (text: String) in text.matches(of: #/ group="([^"]*)"/#).map { String($0.1) } }
        #expect(attributes(page(.log, of: .none, messages)) == ["\(Sample.group)", "\(Sample.otherGroup)"])
        #expect(
            attributes(page(.log, of: Sample.group, messages)) == ["\(Sample.group)", "", "\(Sample.otherGroup)"])
    }

    @Test func `a chat page names its group and not those of its messages, and an article page names none`() throws {
        let messages = try Self.groups.map(message)
        let chat = page(.chat, of: Sample.group, messages)
        #expect(chat.matches(of: #/group="/#).count == 1)
        #expect(try ChatPage(reading: Array(chat.utf8)).head.group == Sample.group)
        #expect(!page(.article, of: Sample.group, messages).contains("group"))
    }

    @Test(arguments: ["AAAA", "AAAAAAAAAAAAAAAAAAAAAA", "yMnKy8zNzs_Q0dLT1NXW1=", " "])
    func `a message with a malformed group is bad`(text: String) throws {
        let page = try page(" stamp=", becomes: " group=\"\(text)\" stamp=")
        let entries = try LogPageReader.read(Array(page.utf8), in: Sample.group).entries
        guard case .bad(_, let refusal) = entries.first else {
            Issue.record("\(entries)")
            return
        }
        #expect(refusal.code == .badValue)
    }

    @Test(arguments: ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA", "yMnKy8zNzs_Q0dLT1NXW1="])
    func `a page with a malformed group has no readable root`(text: String) throws {
        let page = try page(" group=\"\(Sample.group)\"", becomes: " group=\"\(text)\"")
        #expect(Outcome(reading: page) == .noReadableRoot)
    }

    @Test func `a page of another group is refused before the rest is read`() throws {
        // A reader of the group finds the text between the messages.
        let page = Array(try page("<message", becomes: "text<message").utf8)
        for group in [GroupID.none, Sample.otherGroup] {
            #expect(throws: PageError.foreignGroup(Sample.group)) { try LogPageReader.read(page, in: group) }
        }
        #expect {
            _ = try LogPageReader.read(page, in: Sample.group)
        } throws: { error in
            if case .unreadable = error as? PageError { true } else { false }
        }
    }

    @Test func `a page without a group is read by a node of any group`() throws {
        let page = Array(page(.log, of: .none, [try message(of: .none)]).utf8)
        for group in Self.groups { #expect(try LogPageReader.read(page, in: group).entries.count == 1) }
    }
}
