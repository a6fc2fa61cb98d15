internal import CSodium
internal import Crypto

/// An Ed25519 public key (RFC 8032). It identifies a node, and the origin of the messages that the node signed.
///
/// The key must be the canonical encoding of a point that is not of small order. Libraries disagree about other keys;
/// if nodes disagreed, some would store a message that others refuse.
public struct PublicKey: FixedBytes {
    public static let byteCount = 32
    public static let label = "public key"
    public let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-public-key` for a point that is not canonically encoded or is of small order.
    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
        try Self.requireStrict(self.bytes)
    }

    @usableFromInline
    static func requireStrict(_ bytes: [UInt8]) throws(Refusal) {
        guard Curve25519Encoding.isStrictPoint(bytes[...]) else {
            throw Refusal(
                .badPublicKey,
                "The public key is not valid: it is not canonically encoded, or it is a point of small order.")
        }
    }

    init(trusted key: Curve25519.Signing.PublicKey) {
        bytes = Array(key.rawRepresentation)
    }

    /// Whether this key made `signature` over `signedForm`, by the equation without cofactor of RFC 8032, section 5.1.7.
    ///
    /// libsodium verifies faster than BoringSSL, which signs. Both give the same verdict on what this type and ``Signature``
    /// let through.
    ///
    /// - Complexity: one Ed25519 verification, about 50 µs. Do not call this on the threads that serve requests.
    func verifies(_ signature: Signature, over signedForm: [UInt8]) -> Bool {
        guard Self.isLibraryReady else { return false }
        return unsafe crypto_sign_verify_detached(signature.bytes, signedForm, UInt64(signedForm.count), bytes) == 0
    }

    /// Chooses the fastest code for this processor, once.
    private static let isLibraryReady = sodium_init() >= 0
}
