/// The group of a message: 16 random bytes that the members of a group share. It is no secret and grants nothing.
public struct GroupID: FixedBytes {
    public static let byteCount = 16
    public static let label = "group"
    public let bytes: [UInt8]

    /// The group of a message that belongs to none: 16 zero bytes.
    public static let none = GroupID(zero: ())

    private init(zero: Void) {
        bytes = Array(repeating: 0, count: Self.byteCount)
    }

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }
}
