/// A message whose signature was verified. Only verified messages are stored in a log.
public struct VerifiedMessage: Hashable, Sendable {
    public let message: Message

    /// Verifies the signature of a message.
    ///
    /// - Throws: ``Refusal`` with `bad-signature`.
    /// - Complexity: one Ed25519 verification, about 100 µs. Do not call this on the threads that serve requests.
    public init(verifying message: Message) throws(Refusal) {
        guard message.origin.verifies(message.signature, over: message.signedForm) else {
            throw Refusal(.badSignature, "The signature does not verify: the origin did not sign this message.")
        }
        self.message = message
    }

    /// Creates and signs a message.
    ///
    /// - Throws: an error of swift-crypto if it cannot sign.
    public init(
        _ fields: Fields, in group: GroupID, at stamp: Stamp, nonce: Nonce = .random(), signing key: SigningKey
    ) throws {
        let origin = key.publicKey
        let form = SignedForm(origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields)
        let signature = try key.sign(form.bytes)
        message = Message(
            origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields, signature: signature,
            digest: Digest(of: form, signature))
    }
}
