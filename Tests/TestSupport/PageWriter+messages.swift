public import ChatModel
public import ChatXML

extension PageWriter {
    /// Appends a message, packed as the store keeps it.
    public mutating func append(id: LogID, message: Message, arrival: UnixTime) {
        append(id: id, PackedMessage(message), arrival: arrival)
    }

    /// Appends a gone message.
    public mutating func gone(id: LogID, digest: Digest) {
        gone(id: id, digest: digest.bytes[...])
    }
}
