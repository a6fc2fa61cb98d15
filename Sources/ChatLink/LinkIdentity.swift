public import ChatModel
internal import Crypto
internal import Foundation
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// The TLS identity of a node: a self-signed certificate of its node key.
///
/// Only the key counts. The names and dates of the certificate are the same for all nodes, because the clock of a node can
/// be wrong. The same key always gives the same certificate.
public struct LinkIdentity: Sendable {
    public let key: PublicKey
    let certificate: NIOSSLCertificate
    let privateKey: NIOSSLPrivateKey

    /// - Throws: an error of the libraries; none for the key of a node.
    public init(_ key: SigningKey) throws {
        self.key = key.publicKey
        certificate = try NIOSSLCertificate(bytes: Self.certificate(of: key), format: .der)
        privateKey = try NIOSSLPrivateKey(bytes: Self.pkcs8(key), format: .der)
    }

    /// Returns a certificate without extensions in DER.
    private static func certificate(of key: SigningKey) throws -> [UInt8] {
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: key.seed)
        let name = try DistinguishedName { CommonName("Tidings") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(1),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0),
            // 9999-12-31 23:59:59: no end (RFC 5280, section 4.1.2.5).
            notValidAfter: Date(timeIntervalSince1970: 253_402_300_799),
            issuer: name, subject: name, signatureAlgorithm: .ed25519, extensions: Certificate.Extensions(),
            issuerPrivateKey: Certificate.PrivateKey(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// Returns the private key in PKCS #8, in DER.
    package static func pkcs8(_ key: SigningKey) -> [UInt8] { pkcs8Prefix + key.seed }

    /// The bytes of an Ed25519 private key in PKCS #8 before the 32 bytes of its seed (RFC 8410, section 7).
    private static let pkcs8Prefix: [UInt8] = [
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
}
