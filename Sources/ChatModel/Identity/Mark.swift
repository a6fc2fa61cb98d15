internal import Crypto

/// The running hash over a log up to an id. Equal marks prove that two nodes speak of the same log.
///
/// The mark before the first record is 16 zero bytes. The mark of a record is the first 16 bytes of
/// SHA-256(mark of the previous record ‖ digest). Ids are not hashed, so gaps between ids do not matter.
public struct Mark: FixedBytes {
    public static let byteCount = 16
    public static let label = "mark"
    /// The mark of an empty log.
    public static let zero = try! Mark(bytes: [UInt8](repeating: 0, count: byteCount))  // The right number of bytes.

    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    /// Returns the mark of the next record, whose message has `digest`.
    public func appending(_ digest: Digest) -> Mark {
        var hash = SHA256()
        hash.update(data: bytes)
        hash.update(data: digest.bytes)
        return try! Mark(bytes: hash.finalize().prefix(Self.byteCount))  // The right number of bytes.
    }
}
