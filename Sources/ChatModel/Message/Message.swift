/// What a user wrote, who signed it and when. It never changes; its ``digest`` names it everywhere.
///
/// A value of this type keeps the limits; whether its signature is right is for ``VerifiedMessage`` to show.
public struct Message: Hashable, Sendable {
    public let origin: PublicKey
    public let stamp: Stamp
    public let nonce: Nonce
    public let fields: Fields
    public let signature: Signature
    public let digest: Digest
    /// The bytes that are signed: see ``SignedForm``.
    public let signedForm: [UInt8]

    /// A message as it came from elsewhere.
    ///
    /// - Throws: ``Refusal`` with `message-too-large`.
    public init(origin: PublicKey, stamp: Stamp, nonce: Nonce, fields: Fields, signature: Signature) throws(Refusal) {
        let signedForm = try SignedForm.write(origin: origin, stamp: stamp, nonce: nonce, fields: fields)
        self.init(SignedForm(origin: origin, stamp: stamp, nonce: nonce, fields: fields), signedForm, signature)
    }

    /// A message as a record holds it.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the bytes are not a signed form, or with what is wrong in it.
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
