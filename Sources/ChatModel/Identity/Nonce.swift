/// 8 bytes in each message, drawn at random or computed by a ``NonceKey``. Without them, two nodes with the same node
/// key that sign the same fields at the same time would produce one message instead of two.
public struct Nonce: RandomBytes {
    public static let byteCount = 8
    public static let label = "nonce"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }
}
