internal import Crypto

/// 16 random bytes in an invitation. Whoever shows them to the node that has drawn them may pair with it.
public struct InvitationSecret: RandomBytes {
    public static let byteCount = 16
    public static let label = "invitation's secret"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    /// The hash by which the node knows its invitation.
    public var hash: InvitationHash { InvitationHash(of: self) }
}

/// SHA-256 over the secret of an invitation. A node keeps the hash and not the secret. A slow hash is not
/// needed, because 128 random bits cannot be guessed.
public struct InvitationHash: FixedBytes {
    public static let byteCount = 32
    public static let label = "hash of an invitation"
    public let bytes: [UInt8]

    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
    }

    init(of secret: InvitationSecret) {
        bytes = Array(SHA256.hash(data: secret.bytes))
    }
}
