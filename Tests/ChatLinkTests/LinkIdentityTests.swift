import ChatModel
import LinkTestSupport
import NIOSSL
import Testing

@testable import ChatLink

struct LinkIdentityTests {
    private let key = SigningKey()

    @Test func `the certificate has the node's key`() throws {
        let identity = try LinkIdentity(key)
        #expect(identity.key == key.publicKey)
        #expect(ProvenKey.key(of: identity.certificate) == key.publicKey)
    }

    @Test func `the same key always has the same certificate`() throws {
        let first = try LinkIdentity(key).certificate.toDERBytes()
        #expect(try LinkIdentity(SigningKey(seed: key.seed)).certificate.toDERBytes() == first)
        #expect(try LinkIdentity(SigningKey()).certificate.toDERBytes() != first)
    }

    /// For a key of small order, a signature can be made that verifies for every handshake.
    @Test(arguments: [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [UInt8](repeating: 0xff, count: 32),
    ])
    func `a certificate with a key of small order, or one not canonically encoded, is refused`(bytes: [UInt8]) throws {
        var der = try LinkIdentity(key).certificate.toDERBytes()
        let range = try #require(der.firstRange(of: key.publicKey.bytes))
        der.replaceSubrange(range, with: bytes)
        #expect(ProvenKey.key(of: try NIOSSLCertificate(bytes: der, format: .der)) == nil)
    }

    @Test func `a certificate with a key of another kind is refused`() throws {
        #expect(ProvenKey.key(of: try NIOSSLCertificate(bytes: Array(Self.p256.utf8), format: .pem)) == nil)
    }

    /// Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=other`.
    private static let p256 = """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCAR2gAwIBAgIUBSENXoymLjy9J721lXM8u0EXRLQwCgYIKoZIzj0EAwIw
        EDEOMAwGA1UEAwwFb3RoZXIwIBcNMjYxMTI0MDcyMzUwWhgPMjEyNjEwMzEwNzIz
        NTBaMBAxDjAMBgNVBAMMBW90aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        RJMhbciu02igqJmgfehn8MMG8aNiE2osYo6qxL0dUctNlHzWKihEjjzwtKOTp2+A
        O1u2Ng6ZrrY7ZTmzfhh/paNTMFEwHQYDVR0OBBYEFEMmPvQvwpOWHTuWfUoJUQre
        8Y+kMB8GA1UdIwQYMBaAFEMmPvQvwpOWHTuWfUoJUQre8Y+kMA8GA1UdEwEB/wQF
        MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAKqpGDeT4Ho+6aCU+WO+ZEA7H4y9culK
        iXvyLzq8zoI5AiAuLAddPudons0V04GcuMnvtmjqtJChdjgaEAaFF6ncmQ==
        -----END CERTIFICATE-----
        """
}
