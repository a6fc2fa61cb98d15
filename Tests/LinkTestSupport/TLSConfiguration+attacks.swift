public import ChatLink
public import ChatModel
internal import Crypto
internal import Foundation
internal import NIOCore
public import NIOSSL

/// TLS settings of nodes and of attackers.
extension TLSConfiguration {
    /// The settings of a node that opens a link.
    public static func dialer(_ key: SigningKey) throws -> TLSConfiguration {
        LinkTLS.dialer(try LinkIdentity(key))
    }

    /// The settings of a node that accepts links.
    public static func server(_ key: SigningKey) throws -> TLSConfiguration {
        LinkTLS.server(try LinkIdentity(key))
    }

    /// Changes a copy.
    public func with(_ change: (inout TLSConfiguration) -> Void) -> TLSConfiguration {
        var copy = self
        change(&copy)
        return copy
    }

    /// The same settings with a certificate whose dates have passed, and whose own signature is therefore wrong.
    public func expired() throws -> TLSConfiguration {
        guard case .certificate(let certificate)? = certificateChain.first else {
            throw NIOSSLError.failedToLoadCertificate
        }
        let (never, past) = (Array("99991231235959Z".utf8), Array("20001231235959Z".utf8))
        let bytes = try certificate.toDERBytes().replacing(never, with: past)
        let expired = try NIOSSLCertificate(bytes: bytes, format: .der)
        return with { $0.certificateChain = [.certificate(expired)] }
    }

    /// Returns the same settings with the certificate of `victim`. The handshake is signed with `key`, because the attacker
    /// does not have the victim's private key.
    public func claiming(_ victim: SigningKey, signing key: SigningKey) throws -> TLSConfiguration {
        let victim = try Self.dialer(victim)
        return with { configuration in
            configuration.certificateChain = victim.certificateChain
            configuration.privateKey = .privateKey(NIOSSLPrivateKey(customPrivateKey: OtherKey(seed: key.seed)))
        }
    }
}

/// A private key that signs for whatever certificate it is used with.
private struct OtherKey: NIOSSLCustomPrivateKey, Hashable {
    let seed: [UInt8]

    var signatureAlgorithms: [SignatureAlgorithm] { [.ed25519] }

    func sign(
        channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer
    ) -> EventLoopFuture<ByteBuffer> {
        channel.eventLoop.makeCompletedFuture {
            let key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
            return ByteBuffer(bytes: try key.signature(for: Array(data.readableBytesView)))
        }
    }

    func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
        channel.eventLoop.makeFailedFuture(NIOSSLError.failedToLoadPrivateKey)
    }
}

extension NIOSSLClientHandler {
    /// A handler that accepts whoever answers, as an attacker does.
    public static func acceptingAll(_ configuration: TLSConfiguration) throws -> NIOSSLClientHandler {
        try NIOSSLClientHandler(
            context: NIOSSLContext(configuration: configuration), serverHostname: nil,
            customVerificationCallback: { _, result in result.succeed(.certificateVerified) })
    }
}

extension LinkIdentity {
    /// Returns a node's certificate and its private key, for OpenSSL.
    public static func pem(of key: SigningKey) throws -> (certificate: String, privateKey: String) {
        let configuration = LinkTLS.dialer(try LinkIdentity(key))
        guard case .certificate(let certificate)? = configuration.certificateChain.first else {
            throw NIOSSLError.failedToLoadCertificate
        }
        return (pem("CERTIFICATE", try certificate.toDERBytes()), pem("PRIVATE KEY", pkcs8(key)))
    }

    private static func pem(_ kind: String, _ bytes: [UInt8]) -> String {
        let text = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(kind)-----\n\(text)\n-----END \(kind)-----\n"
    }
}
