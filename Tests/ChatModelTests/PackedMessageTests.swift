import ChatModel
import TestSupport
import Testing

@Suite struct PackedMessageTests {
    private static let kept = Field(.room, .kept(try! FieldValue("kitchen")))
    private static let free = try! Field(FieldName("x-mood"), .erasable(FieldValue("glad")))
    private static let salt = Salt.random()

    /// Messages with each kind of field, with and without a group and a salt.
    private static let messages: [Message] = {
        let base = [
            Field(.user, .kept(try! FieldValue("jack"))), Field(.text, .erasable(try! FieldValue("Hi & <bye>\r\n"))),
        ]
        let written = Field(.written, .kept(try! FieldValue("17")))
        let fields = [
            try! Fields(base, salt: salt), try! Fields(base + [kept, free, written], salt: salt),
            try! Fields(base + [kept, free], salt: salt).withoutErasableValues,
            try! Fields(
                [base[0], Field(.text, .erasable(try! FieldValue(String(repeating: "x", count: 300))))], salt: salt),
        ]
        return fields.flatMap { fields in
            [GroupID.none, Sample.group].map { group in
                try! VerifiedMessage(
                    fields, in: group, at: Stamp(UnixTime(milliseconds: 1_294_219_800_000)), nonce: .random(),
                    signing: Sample.key
                ).message
            }
        }
    }()

    @Test(arguments: messages)
    func `an unpacked message has the parts of the packed one`(message: Message) throws {
        let packed = PackedMessage(message)
        for unpacked in [try packed.unpacked(), try packed.unpackedChecked()] {
            #expect(unpacked.digest == message.digest)
            #expect(unpacked.origin == message.origin)
            #expect(unpacked.group == message.group)
            #expect(unpacked.stamp == message.stamp)
            #expect(unpacked.nonce == message.nonce)
            #expect(unpacked.signature == message.signature)
            #expect(unpacked.fields == message.fields)
        }
        #expect(packed.isOf(message.group))
        #expect(!packed.isOf(Sample.otherGroup))
        #expect(packed.hasText == message.fields.hasText)
        #expect(packed.written?.milliseconds == (message.fields[.written] == nil ? nil : 17))
        #expect(packed.value(of: .user).map { Array(packed.bytes[$0]) } == Array("jack".utf8))
    }

    @Test(arguments: messages)
    func `bytes that lack their end, or have one more, do not have the layout`(message: Message) {
        var bytes: [UInt8] = []
        PackedMessage.append(message, to: &bytes)
        #expect(PackedMessage.hasLayout(bytes[...]))
        for count in 0..<bytes.count { #expect(!PackedMessage.hasLayout(bytes[..<count])) }
        #expect(!PackedMessage.hasLayout((bytes + [0])[...]))
    }

    @Test(arguments: [1, 127, 128, 255, 256, Limits.textBytes])
    func `a value of any length is packed and unpacked`(byteCount: Int) throws {
        let fields = try Fields(
            [
                Field(.user, .kept(FieldValue("jack"))),
                Field(.text, .erasable(FieldValue(String(repeating: "x", count: byteCount)))),
            ], salt: Self.salt)
        for fields in [fields, fields.withoutErasableValues] {
            let message = try VerifiedMessage(
                fields, in: .none, at: .zero, nonce: .random(), signing: Sample.key
            ).message
            #expect(try PackedMessage(message).unpacked().fields == fields)
        }
    }

    @Test func `a packed message can begin anywhere in its bytes`() throws {
        let message = try #require(Self.messages.last)
        var bytes: [UInt8] = [1, 2, 3]
        PackedMessage.append(message, to: &bytes)
        #expect(PackedMessage.hasLayout(bytes[3...]))
        #expect(try PackedMessage(whole: bytes[3...]).unpacked().fields == message.fields)
    }

    @Test func `of damaged bytes, a checked message obeys the rules or is refused`() throws {
        var generator = SeededGenerator(seed: 11)
        let message = try #require(Self.messages.dropFirst(2).first)
        var bytes: [UInt8] = []
        PackedMessage.append(message, to: &bytes)
        for _ in 0..<2000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            guard PackedMessage.hasLayout(damaged[...]),
                let checked = try? PackedMessage(whole: damaged[...]).unpackedChecked()
            else { continue }
            #expect(throws: Never.self) { try checked.fields.all.requireLimits() }
            #expect(checked.digest == checked.computedDigest)
        }
    }
}
