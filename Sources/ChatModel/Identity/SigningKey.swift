internal import Crypto

/// The Ed25519 key pair of a node.
public struct SigningKey: Sendable {
    public static let byteCount = 32

    private let key: Curve25519.Signing.PrivateKey
    public let publicKey: PublicKey

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.key = key
        publicKey = PublicKey(trusted: key.publicKey)
    }

    /// Creates a random key pair.
    public init() {
        self.init(Curve25519.Signing.PrivateKey())
    }

    /// Creates the key pair of a seed.
    ///
    /// - Parameter seed: the 32 bytes that RFC 8032 calls the private key.
    /// - Throws: ``Refusal`` with `node-key-unreadable` for another number of bytes.
    public init(seed: [UInt8]) throws(Refusal) {
        do {
            self.init(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
        } catch {
            throw Refusal(.nodeKeyUnreadable, "A private key has \(Self.byteCount) bytes, not \(seed.count).")
        }
    }

    /// The private key, 32 bytes. Only the key file of the node may contain them.
    public var seed: [UInt8] { Array(key.rawRepresentation) }

    func sign(_ signedForm: [UInt8]) throws -> Signature {
        try Signature(bytes: key.signature(for: signedForm))
    }
}
