package import ChatModel
internal import NIOCore
package import NIOSSL

/// The public key of the other side of a TLS connection.
package enum ProvenKey {
    /// The bytes of an Ed25519 key in a certificate before the 32 bytes of the key itself (RFC 8410, section 4).
    private static let prefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Returns the key of a certificate; nil if it is not the key of a node. For a key of small order, anybody can make a
    /// signature that verifies: ``ChatModel/PublicKey`` refuses it.
    package static func key(of certificate: NIOSSLCertificate) -> PublicKey? {
        guard let bytes = try? certificate.extractPublicKey().toSPKIBytes(), bytes.starts(with: prefix),
            let key = try? PublicKey(bytes: bytes.dropFirst(prefix.count))
        else { return nil }
        return key
    }

    /// Returns a callback that accepts a certificate with a key that `accepts` allows, and no other.
    ///
    /// The callback replaces all checks of BoringSSL except that of the signature over the handshake. It is not called
    /// when a session is resumed, so the key is checked again at each request.
    static func verification(
        _ accepts: @escaping @Sendable (PublicKey) -> Bool
    ) -> NIOSSLCustomVerificationCallbackWithMetadata {
        { certificates, result in
            guard let leaf = certificates.first, let key = Self.key(of: leaf), accepts(key) else {
                return result.succeed(.failed)
            }
            result.succeed(.certificateVerified(VerificationMetadata(nil)))
        }
    }
}
