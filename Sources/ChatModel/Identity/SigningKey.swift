internal import Crypto

/// A node's Ed25519 private key.
public struct SigningKey: Sendable {
    public static let byteCount = 32

    private let key: Curve25519.Signing.PrivateKey
    public let publicKey: PublicKey

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.key = key
        publicKey = PublicKey(trusted: key.publicKey)
    }

    /// A new key from the system's random numbers.
    public init() {
        self.init(Curve25519.Signing.PrivateKey())
    }

    /// - Parameter seed: the 32 bytes that RFC 8032 calls the private key.
    /// - Throws: ``Refusal`` with `bad-key` for another length.
    public init(seed: [UInt8]) throws(Refusal) {
        do {
            self.init(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
        } catch {
            throw Refusal(.badKey, "A private key is \(Self.byteCount) bytes, not \(seed.count).")
        }
    }

    /// The secret itself: for the key file and nowhere else.
    public var seed: [UInt8] { Array(key.rawRepresentation) }

    func sign(_ signedForm: [UInt8]) throws -> Signature {
        try Signature(bytes: key.signature(for: signedForm))
    }
}
