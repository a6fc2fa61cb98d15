public import ChatModel

/// The key that a client sends with a post so that a repeated post is stored once: 1 to 64 printable ASCII characters.
public struct PostKey: Hashable, Sendable {
    public static let maximumBytes = 64

    let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-post-key`.
    public init(utf8 bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = Array(bytes)
        guard (1...Self.maximumBytes).contains(self.bytes.count), self.bytes.allSatisfy({ (0x20...0x7e).contains($0) })
        else {
            throw Refusal(
                .badPostKey,
                "The parameter key must have 1 to \(Self.maximumBytes) printable ASCII characters. Send each message with "
                    + "a new random key.")
        }
    }
}
