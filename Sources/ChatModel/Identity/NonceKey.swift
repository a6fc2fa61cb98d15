internal import Crypto

/// The secret from which a node computes the nonces of posts with a post key.
///
/// The secret follows from the node key. So a node whose store was restored, or was lost and filled again by peers,
/// still recognises a repeated post. Nobody without the node key can compute a nonce from a post key, or tell it from a
/// random one.
public struct NonceKey: Sendable {
    private let key: SymmetricKey

    /// Derives the secret: HKDF-SHA-256 (RFC 5869) of the node key's seed without a salt, with the tag
    /// `tidings-post-key-v1` as info, 32 bytes.
    public init(of nodeKey: SigningKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: nodeKey.seed), info: Tag.postKey.bytes, outputByteCount: 32)
    }

    /// Returns the first 8 bytes of HMAC-SHA-256 over a post key.
    public func nonce(for postKey: [UInt8]) -> Nonce {
        let code = HMAC<SHA256>.authenticationCode(for: postKey, using: key)
        return try! Nonce(bytes: code.prefix(Nonce.byteCount))  // The right number of bytes.
    }
}
