import TestSupport
import Testing

@testable import ChatModel

@Suite struct MessageTests {
    @Test(arguments: Vectors.goodMessages)
    func `the signed form and digest are those that another program computed`(golden: Vectors.GoldenMessage) throws {
        let message = try golden.message
        #expect(message.signedForm == [UInt8](hex: golden.signedForm))
        #expect(message.digest.bytes == [UInt8](hex: golden.digest))
        #expect(try VerifiedMessage(verifying: message).message == message)
    }

    @Test(arguments: Vectors.goodMessages)
    func `signing the fields of a test vector gives the same form and a valid signature`(golden: Vectors.GoldenMessage)
        throws
    {
        guard let seed = golden.seed else { return }
        let key = try SigningKey(seed: [UInt8](hex: seed))
        let message = try golden.message
        #expect(key.publicKey == message.origin)
        let signed = try VerifiedMessage(
            message.fields, in: message.group, at: message.stamp, nonce: message.nonce, signing: key
        ).message
        #expect(signed.signedForm == message.signedForm)
        _ = try VerifiedMessage(verifying: signed)
    }

    @Test func `a message without its erasable values has the same form, digest and a valid signature`() throws {
        let message = try Sample.message(["x-place": "here", "mood": "good"])
        let bare = message.withoutErasableValues
        #expect(bare.signedForm == message.signedForm)
        #expect(bare.computedDigest == message.digest)
        _ = try VerifiedMessage(verifying: bare)
    }

    @Test func `changing any bit of the signed form or signature is detected`() throws {
        let message = try Sample.message(["later": "a"])
        let form = message.signedForm
        #expect(message.origin.verifies(message.signature, over: form))
        for index in form.indices {
            for bit in 0..<8 {
                var changed = form
                changed[index] ^= 1 << bit
                #expect(!message.origin.verifies(message.signature, over: changed), "form, byte \(index), bit \(bit)")
            }
        }
        for index in 0..<Signature.byteCount {
            var bytes = message.signature.bytes
            bytes[index] ^= 1
            #expect(throws: Refusal.self, "signature, byte \(index)") {
                guard message.origin.verifies(try Signature(bytes: bytes), over: form) else {
                    throw Refusal(.badSignature, "It does not verify.")
                }
            }
        }
    }

    @Test func `a message with a changed part does not verify`() throws {
        let message = try Sample.message()
        func changed(
            origin: PublicKey? = nil, group: GroupID = .none, stamp: Stamp? = nil, nonce: Nonce? = nil,
            fields: Fields? = nil
        ) -> Message {
            Message(
                origin: origin ?? message.origin, group: group, stamp: stamp ?? message.stamp,
                nonce: nonce ?? message.nonce, fields: fields ?? message.fields, signature: message.signature)
        }
        _ = try VerifiedMessage(verifying: changed())
        let others = [
            changed(origin: SigningKey().publicKey), changed(group: try GroupID(bytes: 1...16)),
            changed(stamp: message.stamp.successor), changed(nonce: .random()),
            changed(fields: try Sample.fields(user: "jill")),
            changed(fields: try Sample.fields(text: "This is a test ")),
            changed(fields: try Sample.fields(["room": "kitchen"])),
            changed(fields: try Fields(message.fields.all, salt: .random())),
        ]
        for other in others {
            #expect(refusal { _ = try VerifiedMessage(verifying: other) } == .badSignature)
            #expect(other != message)
        }
    }

    @Test func `signing the same fields at the same time with the same key twice makes two different messages`() throws
    {
        let stamp = Stamp(rawValue: 5)
        let one = try VerifiedMessage(try Sample.fields(), at: stamp, signing: Sample.key).message
        let other = try VerifiedMessage(try Sample.fields(), at: stamp, signing: Sample.key).message
        #expect(one.digest != other.digest)
        #expect(one != other)
    }
}
