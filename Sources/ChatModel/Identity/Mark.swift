internal import Crypto

/// The running hash over a log up to an id: equal marks prove that two sides mean the same log.
///
/// The mark before the first record is 16 zero bytes; the mark of a record is the first 16 bytes of
/// SHA-256(mark of the record before ‖ digest). Ids are no part of it: gaps in them do not matter.
public struct Mark: FixedBytes {
    public static let byteCount = 16
    public static let zero = Mark()

    public let bytes: [UInt8]

    private init() {
        bytes = Array(repeating: 0, count: Self.byteCount)
    }

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    private init(after previous: Mark, _ digest: Digest) {
        var hash = SHA256()
        hash.update(data: previous.bytes)
        hash.update(data: digest.bytes)
        bytes = Array(hash.finalize().prefix(Self.byteCount))
    }

    /// The mark of the record that follows this one and holds `digest`.
    public func appending(_ digest: Digest) -> Mark {
        Mark(after: self, digest)
    }
}
