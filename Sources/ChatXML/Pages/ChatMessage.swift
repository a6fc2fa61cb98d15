public import ChatModel

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
