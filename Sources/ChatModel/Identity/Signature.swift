/// An Ed25519 signature (RFC 8032): the point R and the scalar S, 32 bytes each.
public struct Signature: FixedBytes {
    public static let byteCount = 64
    public let bytes: [UInt8]

    /// - Throws: ``Refusal`` with `bad-signature` where R is not canonically encoded or of small order, or S is not
    ///   below the group's order.
    @inlinable
    public init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = try Self.checked(bytes)
        try Self.requireStrict(self.bytes)
    }

    @usableFromInline
    static func requireStrict(_ bytes: [UInt8]) throws(Refusal) {
        guard Curve25519Encoding.isStrictPoint(bytes[..<32]), Curve25519Encoding.isScalar(bytes[32...]) else {
            throw Refusal(.badSignature, "The signature is not in canonical form.")
        }
    }
}
