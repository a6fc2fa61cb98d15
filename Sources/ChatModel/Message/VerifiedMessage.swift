/// A message whose signature verifies: the only kind that a log takes.
public struct VerifiedMessage: Hashable, Sendable {
    public let message: Message

    /// - Throws: ``Refusal`` with `bad-signature`.
    /// - Complexity: one Ed25519 verification, in the order of 100 µs: call it off the threads that serve.
    public init(verifying message: Message) throws(Refusal) {
        guard message.origin.verifies(message.signature, over: message.signedForm) else {
            throw Refusal(.badSignature, "The signature is not the origin's over this message.")
        }
        self.message = message
    }

    /// Signs a new message.
    ///
    /// - Throws: ``Refusal`` with `message-too-large`; what the system's library gives if it cannot sign.
    public init(_ fields: Fields, at stamp: Stamp, nonce: Nonce = .random(), signing key: SigningKey) throws {
        let form = SignedForm(origin: key.publicKey, stamp: stamp, nonce: nonce, fields: fields)
        let bytes = try SignedForm.write(origin: form.origin, stamp: stamp, nonce: nonce, fields: fields)
        message = Message(form, bytes, try key.sign(bytes))
    }
}
