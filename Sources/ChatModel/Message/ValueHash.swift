internal import Crypto

/// The hash of an erasable value, which stands in the signed form instead of the value.
public struct ValueHash: FixedBytes {
    public static let byteCount = 32
    public static let label = "value hash"
    public let bytes: [UInt8]

    private static let tag = Tag.value.bytes

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    /// Computes SHA-256 over the tag `tidings-value-v1`, the salt, the length of the name (1 byte), the name and the value.
    public init(of value: FieldValue, named name: FieldName, salt: Salt) {
        let name = name.utf8
        var hash = SHA256()
        hash.update(data: Self.tag)
        hash.update(data: salt.bytes)
        hash.update(data: [UInt8(name.count)])
        hash.update(data: name)
        hash.update(data: value.utf8)
        bytes = Array(hash.finalize())
    }
}

/// 16 random bytes in each message with erasable values. The salt is erased together with the values, so that nobody can
/// guess a short text from its hash.
public struct Salt: RandomBytes {
    public static let byteCount = 16
    public static let label = "salt"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }
}
