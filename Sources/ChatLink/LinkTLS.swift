internal import NIOCore
package import NIOSSL

/// The TLS settings of links: TLS 1.3 only, and both sides present a certificate with an Ed25519 key.
///
/// BoringSSL checks that the other side has the private key of its certificate, and nothing else of the certificate.
/// ``ProvenKey`` says which keys are accepted. Early data, which an attacker could replay, is off in BoringSSL unless it is
/// turned on.
package enum LinkTLS {
    /// The protocol of ordinary links in ALPN.
    package static let applicationProtocol = "tidings/1"
    /// The protocol of turned links in ALPN.
    package static let turnedProtocol = "tidings-turned/1"
    /// The time that the other side has to answer the end of TLS.
    private static let shutdownTime = TimeAmount.seconds(1)

    /// Makes a context for connections that this node opens.
    static func dialerContext(_ identity: LinkIdentity, isTurned: Bool = false) throws -> NIOSSLContext {
        try NIOSSLContext(configuration: dialer(identity, isTurned: isTurned))
    }

    package static func server(_ identity: LinkIdentity) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(identity.certificate)], privateKey: .privateKey(identity.privateKey))
        set(&configuration, [applicationProtocol, turnedProtocol])
        return configuration
    }

    package static func dialer(_ identity: LinkIdentity, isTurned: Bool = false) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateChain = [.certificate(identity.certificate)]
        configuration.privateKey = .privateKey(identity.privateKey)
        set(&configuration, [isTurned ? turnedProtocol : applicationProtocol])
        return configuration
    }

    private static func set(_ configuration: inout TLSConfiguration, _ protocols: [String]) {
        configuration.minimumTLSVersion = .tlsv13
        configuration.maximumTLSVersion = .tlsv13
        configuration.applicationProtocols = protocols
        // With `.none`, BoringSSL would not ask for a certificate, and the verification callback would never run.
        configuration.certificateVerification = .noHostnameVerification
        // BoringSSL's usual list lacks Ed25519.
        configuration.verifySignatureAlgorithms = [.ed25519]
        configuration.signingSignatureAlgorithms = [.ed25519]
        // Without this, the authorities of the system would be loaded.
        configuration.trustRoots = .certificates([])
        configuration.shutdownTimeout = shutdownTime
    }

    /// Settings of the handlers. The buffer for encrypted pages is given back after a page.
    static var handlerConfiguration: NIOSSLHandler.Configuration {
        var configuration = NIOSSLHandler.Configuration()
        configuration.maximumPreservedOutboundBufferCapacity = 32 << 10
        return configuration
    }
}
