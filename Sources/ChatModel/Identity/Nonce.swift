/// 8 random bytes in each message, so that clones which write the same text at the same instant write two messages.
public struct Nonce: FixedBytes {
    public static let byteCount = 8
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    private init(random: Void) {
        bytes = Self.randomBytes()
    }

    public static func random() -> Nonce { Nonce(random: ()) }
}
