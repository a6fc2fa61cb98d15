public import ChatModel

/// A chat page, the answer to `view=chat`: messages of one room.
public struct ChatPage: Hashable, Sendable {
    public let head: PageHead
    /// The messages, in the requested order: by id, or in display order.
    public let messages: [ChatMessage]

    public init(head: PageHead, messages: [ChatMessage]) {
        self.head = head
        self.messages = messages
    }
}

extension ChatPage {
    /// Parses a chat page. One malformed message makes the whole page unreadable: a client reads pages of its own
    /// node only, which sends no malformed messages. Unknown elements and attributes are ignored.
    ///
    /// - Throws: ``PageError``.
    /// - Complexity: O(bytes). Blocks, so do not call it on Swift's cooperative threads.
    public init(reading bytes: [UInt8]) throws(PageError) {
        let page = try HeadedPage(bytes, version: nil)
        self.init(head: page.head, messages: try page.entries(named: ["message"], ChatMessage.init(reading:)))
    }
}

/// A message in a chat page. It has no signature: clients trust their own node.
///
/// A message may have no text, and its erasable values may be gone. When the node gets the values, the message comes again
/// with a higher ``id`` and the same ``digest``: a client replaces the one that it has.
public struct ChatMessage: Hashable, Sendable {
    public let id: LogID
    /// The time that people see in UTC, such as `2011-01-05 09:30:00`: the lowest of the stamp's, of ``arrived`` and of the
    /// field `sent`.
    public let added: String
    public let origin: PublicKey
    public let stamp: Stamp
    /// The time at which the node stored the message.
    public let arrived: UnixTime
    /// The digest; nil if the node has an older version that does not send it.
    public let digest: Digest?
    /// The fields, in the order of the page. The values are those that the node has; there is no salt to check them with.
    public let fields: [Field]

    public init(
        id: LogID, added: String, origin: PublicKey, stamp: Stamp, arrived: UnixTime, digest: Digest?, fields: [Field]
    ) {
        self.id = id
        self.added = added
        self.origin = origin
        self.stamp = stamp
        self.arrived = arrived
        self.digest = digest
        self.fields = fields
    }

    /// The value of a field; nil if the message does not have the field, or if the value is gone.
    public subscript(name: FieldName) -> FieldValue? { fields.first { $0.name == name }?.value }
}

extension ChatMessage {
    /// - Throws: ``Refusal`` with the code of an invalid attribute or field.
    init(reading element: Element) throws(Refusal) {
        let fields = try element.fields()
        try fields.sorted { $0.name < $1.name }.requireLimits()
        self.init(
            id: try element.id("id"),
            added: try element.attribute("added"),
            origin: try element.bytes("origin"),
            stamp: Stamp(rawValue: try element.number("stamp")),
            arrived: UnixTime(milliseconds: try element.number("arrived")),
            digest: element.attributes["digest"] == nil ? nil : try element.bytes("digest"),
            fields: fields
        )
    }
}
