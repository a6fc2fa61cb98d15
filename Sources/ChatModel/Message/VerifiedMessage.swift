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
    /// - Throws: ``Refusal`` with `message-too-large`; an error of swift-crypto if it cannot sign.
    public init(_ fields: Fields, at stamp: Stamp, nonce: Nonce = .random(), signing key: SigningKey) throws {
        let form = SignedForm(origin: key.publicKey, stamp: stamp, nonce: nonce, fields: fields)
        let bytes = try SignedForm.write(origin: form.origin, stamp: stamp, nonce: nonce, fields: fields)
        message = Message(form, bytes, try key.sign(bytes))
    }
}
