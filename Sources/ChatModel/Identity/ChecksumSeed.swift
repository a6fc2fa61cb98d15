internal import Crypto

/// The number with which a store computes the checksums of its records: a secret of the store.
///
/// Only the store can compute these checksums, so the store itself wrote a record with the right one. A peer can send
/// any other part of a record within a message: marks and digests are public.
public struct ChecksumSeed: Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Derives the seed of a new store: the first 8 bytes of HKDF-SHA-256 (RFC 5869) of the node key's seed without a
    /// salt, with the tag `tidings-record-v1` as info; big-endian.
    public init(of nodeKey: SigningKey) {
        let bytes = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: nodeKey.seed), info: Tag.record.bytes, outputByteCount: 8)
        rawValue = unsafe bytes.withUnsafeBytes { bytes in unsafe UInt64(bigEndian: Array(bytes)[...]) }
    }

    /// Draws a seed at random.
    public static func random() -> ChecksumSeed { ChecksumSeed(rawValue: .random(in: 0...UInt64.max)) }
}
