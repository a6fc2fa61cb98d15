import ChatModel
import TestSupport
import Testing

@Suite struct MessageTests {
    @Test(arguments: Vectors.messages)
    func `the signed form and digest are those that another program computed`(golden: Vectors.GoldenMessage) throws {
        let fields = try Fields(
            golden.fields.map { Fields.Field(try FieldName($0.name), try FieldValue(utf8: [UInt8](hex: $0.value))) })
        let message = try Message(
            origin: PublicKey(bytes: [UInt8](hex: golden.origin)),
            stamp: Stamp(rawValue: try #require(UInt64(golden.stamp))),
            nonce: Nonce(bytes: [UInt8](hex: golden.nonce)),
            fields: fields,
            signature: Signature(bytes: [UInt8](hex: golden.signature)))
        #expect(message.signedForm == [UInt8](hex: golden.signedForm))
        #expect(message.digest.bytes == [UInt8](hex: golden.digest))
        #expect(try VerifiedMessage(verifying: message).message == message)
    }

    @Test(arguments: Vectors.messages)
    func `signing the fields of a test vector gives the same form and a valid signature`(golden: Vectors.GoldenMessage)
        throws
    {
        let key = try SigningKey(seed: [UInt8](hex: golden.seed))
        #expect(key.publicKey.bytes == [UInt8](hex: golden.origin))
        let stored = try Message(
            signedForm: [UInt8](hex: golden.signedForm), signature: Signature(bytes: [UInt8](hex: golden.signature)))
        let signed = try VerifiedMessage(stored.fields, at: stored.stamp, nonce: stored.nonce, signing: key).message
        #expect(signed.signedForm == stored.signedForm)
        _ = try VerifiedMessage(verifying: signed)
    }

    @Test func `a message is parsed from its signed form unchanged`() throws {
        let message = try Sample.message(try Sample.fields(["room": "kitchen", "later": "e\u{301}\r\n"]))
        let read = try Message(signedForm: message.signedForm, signature: message.signature)
        #expect(read.digest == message.digest)
        #expect(read.origin == message.origin)
        #expect(read.stamp == message.stamp)
        #expect(read.nonce == message.nonce)
        #expect(read.fields == message.fields)
    }

    @Test func `changing any bit of the signed form or signature is detected`() throws {
        let message = try Sample.message(try Sample.fields(["later": "a"]))
        _ = try VerifiedMessage(verifying: message)
        for index in message.signedForm.indices {
            for bit in 0..<8 {
                var form = message.signedForm
                form[index] ^= 1 << bit
                #expect(throws: Refusal.self, "form, byte \(index), bit \(bit)") {
                    try VerifiedMessage(verifying: Message(signedForm: form, signature: message.signature))
                }
            }
        }
        for index in 0..<Signature.byteCount {
            var bytes = message.signature.bytes
            bytes[index] ^= 1
            #expect(throws: Refusal.self, "signature, byte \(index)") {
                let signature = try Signature(bytes: bytes)
                return try VerifiedMessage(verifying: Message(signedForm: message.signedForm, signature: signature))
            }
        }
    }

    @Test func `a message with a changed part does not verify`() throws {
        let message = try Sample.message()
        func changed(
            origin: PublicKey? = nil, stamp: Stamp? = nil, nonce: Nonce? = nil, fields: Fields? = nil
        ) throws -> Message {
            try Message(
                origin: origin ?? message.origin, stamp: stamp ?? message.stamp, nonce: nonce ?? message.nonce,
                fields: fields ?? message.fields, signature: message.signature)
        }
        _ = try VerifiedMessage(verifying: try changed())
        let others = [
            try changed(origin: SigningKey().publicKey), try changed(stamp: message.stamp.successor),
            try changed(nonce: .random()), try changed(fields: Sample.fields(user: "jill")),
            try changed(fields: Sample.fields(text: "This is a test ")),
            try changed(fields: Sample.fields(["room": "kitchen"])),
        ]
        for other in others {
            #expect(refusal { _ = try VerifiedMessage(verifying: other) } == .badSignature)
            #expect(other != message)
        }
    }

    @Test func `a malformed signed form is refused`() throws {
        let message = try Sample.message()
        let form = message.signedForm
        let domain = Array("tidings-message-v".utf8)
        let text = Array(form[66..<form.count - 16])
        let user = Array(form[(form.count - 16)...])
        let forms: [[UInt8]] = [
            [], Array(form.dropLast()), form + [0], Array(form.prefix(65)), Array(form.prefix(66)),
            domain + [UInt8(ascii: "2")] + form[18...], Array(form[..<66]) + user + text, form + user,
            form + [0, 0, 0, 1, UInt8(ascii: "z"), 0, 0, 0, 0],
            form + [0, 0, 0, 1, UInt8(ascii: "Z"), 0, 0, 0, 1, 0x61],
            form + [0, 0, 0, 1, UInt8(ascii: "z"), 0xff, 0xff, 0xff, 0xff],
            form + [0, 0, 0, 1, 0xff, 0, 0, 0, 1, 0x61],
        ]
        #expect(Array(form[..<66]) + text + user == form)  // Else the parts are cut wrong.
        for other in forms {
            #expect(throws: Refusal.self) { try Message(signedForm: other, signature: message.signature) }
        }
    }

    @Test func `a signed form has at most 24 KiB`() throws {
        let fixed = try Sample.message(try Sample.fields(["later": "a"])).signedForm.count - 1
        let fields = {
            try Sample.fields(["later": String(repeating: "a", count: Limits.signedFormBytes - fixed + $0)])
        }
        #expect(try Sample.message(try fields(0)).signedForm.count == 24 * 1024)
        #expect(refusal { _ = try Sample.message(try fields(1)) } == .messageTooLarge)
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
