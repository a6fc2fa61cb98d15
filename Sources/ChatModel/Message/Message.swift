/// A message: its fields, the node that signed it, and the time of signing. A message never changes; its ``digest``
/// identifies it on all nodes.
///
/// A value of this type is within the protocol's limits, but its signature is not verified: see ``VerifiedMessage``.
public struct Message: Hashable, Sendable {
    public let origin: PublicKey
    public let stamp: Stamp
    public let nonce: Nonce
    public let fields: Fields
    public let signature: Signature
    public let digest: Digest
    /// The bytes that the origin signed: see ``SignedForm``.
    public let signedForm: [UInt8]

    /// Creates a message from its parts, such as those in a peer's page.
    ///
    /// - Throws: ``Refusal`` with `message-too-large`.
    public init(origin: PublicKey, stamp: Stamp, nonce: Nonce, fields: Fields, signature: Signature) throws(Refusal) {
        let signedForm = try SignedForm.write(origin: origin, stamp: stamp, nonce: nonce, fields: fields)
        self.init(SignedForm(origin: origin, stamp: stamp, nonce: nonce, fields: fields), signedForm, signature)
    }

    /// Creates a message from its signed form, as records store it.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the bytes are not a signed form, or with the code of an invalid part.
    public init(signedForm: [UInt8], signature: Signature) throws(Refusal) {
        self.init(try SignedForm(reading: signedForm), signedForm, signature)
    }

    init(_ form: SignedForm, _ signedForm: [UInt8], _ signature: Signature) {
        origin = form.origin
        stamp = form.stamp
        nonce = form.nonce
        fields = form.fields
        self.signature = signature
        self.signedForm = signedForm
        digest = Digest(of: signedForm, signature)
    }

    public static func == (left: Message, right: Message) -> Bool { left.digest == right.digest }
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
