/// 16 random bytes drawn at each start of a node: tells a node from a clone of it, and a node from itself.
public struct Instance: FixedBytes {
    public static let byteCount = 16
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    private init(random: Void) {
        bytes = Self.randomBytes()
    }

    public static func random() -> Instance { Instance(random: ()) }
}
