public import ChatModel

/// The answer to `view=chat`: messages of one room and where to go on.
public struct ChatPage: Hashable, Sendable {
    public let head: PageHead
    /// In the order of their ids, or in that in which people read them, as was asked for.
    public let messages: [ChatMessage]

    public init(head: PageHead, messages: [ChatMessage]) {
        self.head = head
        self.messages = messages
    }
}

extension ChatPage {
    /// Reads the page. It comes from the client's own node: one message that is not right makes all of it unreadable.
    ///
    /// - Throws: ``PageError``.
    /// - Complexity: O(bytes). Blocks: call it off Swift's cooperative threads.
    public init(reading bytes: [UInt8]) throws(PageError) {
        let page = try HeadedPage(bytes, version: nil)
        let messages = try page.entries { (element, _) throws(MarkupError) -> ChatMessage in
            try Self.message(element)
        }
        self.init(head: page.head, messages: messages)
    }

    private static func message(_ element: Element) throws(MarkupError) -> ChatMessage {
        guard element.name == "message" else {
            throw MarkupError("It has an unknown element <\(element.name.prefix(40))>.")
        }
        do throws(Refusal) {
            return try ChatMessage(reading: element)
        } catch {
            throw MarkupError(error.sentence)
        }
    }
}
