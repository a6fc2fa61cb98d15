/// 16 random bytes that a node draws at each start. They distinguish two nodes that run with the same node key, and let
/// a node recognize itself.
public struct Instance: RandomBytes {
    public static let byteCount = 16
    public static let label = "instance"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }
}
