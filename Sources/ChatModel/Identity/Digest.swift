internal import Crypto

/// The identity of a message on all nodes: SHA-256 over its signed form and its signature.
public struct Digest: FixedBytes {
    public static let byteCount = 32
    public static let label = "digest"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    init(of form: SignedForm, _ signature: Signature) {
        var hash = SHA256()
        hash.update(data: form.bytes)
        hash.update(data: signature.bytes)
        bytes = Array(hash.finalize())
    }
}
