public import ChatModel
public import ChatXML

extension PageWriter {
    /// Appends a message, packed as the store keeps it.
    public mutating func append(id: LogID, message: Message, arrival: UnixTime) {
        append(id: id, PackedMessage(message), arrival: arrival)
    }

    /// Appends a message without its body.
    public mutating func list(id: LogID, _ message: Message) {
        list(
            id: id, digest: message.digest.bytes[...], origin: message.origin.bytes[...],
            group: message.group == .none ? nil : message.group.bytes[...], lacksValues: message.fields.lacksValues)
    }

    /// Appends a gone message.
    public mutating func gone(id: LogID, digest: Digest) {
        gone(id: id, digest: digest.bytes[...])
    }

    /// Appends a damaged message.
    public mutating func damaged(id: LogID, digest: Digest) {
        damaged(id: id, digest: digest.bytes[...])
    }
}
