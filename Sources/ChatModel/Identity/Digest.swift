internal import Crypto

/// SHA-256 over a message's signed form and signature: the message's identity everywhere.
public struct Digest: FixedBytes {
    public static let byteCount = 32
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    init(of signedForm: [UInt8], _ signature: Signature) {
        var hash = SHA256()
        hash.update(data: signedForm)
        hash.update(data: signature.bytes)
        bytes = Array(hash.finalize())
    }
}
