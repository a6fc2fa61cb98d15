/// An Ed25519 signature (RFC 8032): the point R and the scalar S, 32 bytes each.
public struct Signature: FixedBytes {
    public static let byteCount = 64
    public static let label = "signature"
    public let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-signature` if R is not canonically encoded or is of small order, or if S is not
    ///   below the order of the base point.
    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
        try Self.requireStrict(self.bytes)
    }

    @usableFromInline
    static func requireStrict(_ bytes: [UInt8]) throws(Refusal) {
        guard Curve25519Encoding.isStrictPoint(bytes[..<32]), Curve25519Encoding.isScalar(bytes[32...]) else {
            throw Refusal(.badSignature, "The signature is not in canonical form (RFC 8032, section 5.1).")
        }
    }
}
