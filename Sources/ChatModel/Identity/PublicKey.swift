internal import Crypto

/// An Ed25519 public key (RFC 8032): the name of a node, and of the origin of the messages it signed.
///
/// Only a canonical encoding of a point that is not of small order is a key: libraries differ on the others, and a
/// difference would split a group.
public struct PublicKey: FixedBytes {
    public static let byteCount = 32
    public let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-key` for a point that is not canonically encoded or of small order.
    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
        try Self.requireStrict(self.bytes)
    }

    @usableFromInline
    static func requireStrict(_ bytes: [UInt8]) throws(Refusal) {
        guard Curve25519Encoding.isStrictPoint(bytes[...]) else {
            throw Refusal(.badKey, "The key is not canonically encoded or of small order; no node makes such a key.")
        }
    }

    init(trusted key: Curve25519.Signing.PublicKey) {
        bytes = Array(key.rawRepresentation)
    }

    /// Whether `signature` is this key's over `signedForm`: cofactorless, as swift-crypto checks it.
    ///
    /// Takes in the order of 100 µs: call it off the threads that serve.
    func verifies(_ signature: Signature, over signedForm: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature.bytes, for: signedForm)
    }
}
