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

/// A message as a node tells it to its clients, who take the node's word for it: no signature comes along.
public struct ChatMessage: Hashable, Sendable {
    public let id: LogID
    /// The stamp's time in UTC, for people: `2011-01-05 09:30:00`.
    public let added: String
    public let origin: PublicKey
    public let stamp: Stamp
    /// When the message came into the node's log.
    public let arrived: UnixTime
    /// What decides between messages of one stamp; a node of an older version does not say it.
    public let digest: Digest?
    public let fields: Fields

    public init(
        id: LogID, added: String, origin: PublicKey, stamp: Stamp, arrived: UnixTime, digest: Digest?, fields: Fields
    ) {
        self.id = id
        self.added = added
        self.origin = origin
        self.stamp = stamp
        self.arrived = arrived
        self.digest = digest
        self.fields = fields
    }
}

extension ChatMessage {
    /// - Throws: ``Refusal`` with what is wrong in an attribute or a field.
    init(reading element: Element) throws(Refusal) {
        self.init(
            id: try element.id("id"),
            added: try element.attribute("added"),
            origin: try element.bytes("origin"),
            stamp: Stamp(rawValue: try element.number("stamp")),
            arrived: UnixTime(milliseconds: try element.number("arrived")),
            digest: element.attributes["digest"] == nil ? nil : try element.bytes("digest"),
            fields: try element.fields()
        )
    }
}
