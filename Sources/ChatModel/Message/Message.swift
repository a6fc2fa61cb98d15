/// A message: its fields, its group, the node that signed it, and the time of signing. A message never changes, except
/// that its erasable values can be erased; its ``digest`` identifies it on all nodes, with and without them.
///
/// A value of this type is within the protocol's limits, but its signature is not verified: see ``VerifiedMessage``.
public struct Message: Hashable, Sendable {
    /// The highest form of messages that this program knows: the attribute `form` of `<message>`. Another form has other
    /// parts, another signed form or another signature. This type is a message of form 1.
    public static let highestForm: UInt64 = 1

    public let origin: PublicKey
    public let group: GroupID
    public let stamp: Stamp
    public let nonce: Nonce
    public let fields: Fields
    public let signature: Signature
    public let digest: Digest

    /// Creates a message from its parts, such as those in a peer's page.
    public init(
        origin: PublicKey, group: GroupID, stamp: Stamp, nonce: Nonce, fields: Fields, signature: Signature
    ) {
        let form = SignedForm(origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields)
        self.init(
            origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields, signature: signature,
            digest: Digest(of: form, signature))
    }

    /// Creates a message from the parts of a record that a checksum has shown to be what was written.
    package init(
        origin: PublicKey, group: GroupID, stamp: Stamp, nonce: Nonce, fields: Fields, signature: Signature,
        digest: Digest
    ) {
        self.origin = origin
        self.group = group
        self.stamp = stamp
        self.nonce = nonce
        self.fields = fields
        self.signature = signature
        self.digest = digest
    }

    /// The bytes that the origin signed: see ``SignedForm``.
    ///
    /// - Complexity: O(bytes); hashes the erasable values.
    public var signedForm: [UInt8] {
        SignedForm(origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields).bytes
    }

    /// The digest of the parts. It differs from ``digest`` if a stored record has other parts than the digest's message.
    ///
    /// - Complexity: as ``signedForm``.
    package var computedDigest: Digest {
        Digest(
            of: SignedForm(origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields), signature)
    }

    /// The same message after its erasable values were erased.
    public var withoutErasableValues: Message {
        Message(
            origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields.withoutErasableValues,
            signature: signature, digest: digest)
    }

    public static func == (left: Message, right: Message) -> Bool { left.digest == right.digest }
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
