@testable import ChatModel

/// Messages that are not good, each alone in the midst of good ones.
extension Misbehaviour {
    private static let user = ("user", "jack")
    private static let text = ("text", "This is a test")
    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    private static func emoji(_ count: Int) -> String { String(repeating: "🎈", count: count) }

    /// A message that is signed and keeps a limit not.
    private static func forged(
        _ name: String, _ code: String, says: String, markup: String? = nil, _ fields: ForgedMessage.Field...
    ) -> Misbehaviour {
        message(name, code, says: says) { _, id, key in
            try ForgedMessage(fields: fields, markup: markup).element(id, signing: key)
        }
    }

    /// A message that is replaced by an element made of it.
    private static func message(
        _ name: String, _ code: String, says: String,
        _ element: @escaping @Sendable (PeerLog.Entry, LogID, SigningKey) throws -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, says: says).with {
            $0.evidence = [poison: code]
            $0.spoil = { log, _ in
                let index = Int(poison) - 1
                log.entries[index].element = try element(log.entries[index], log.entries[index].id, log.key)
            }
        }
    }

    /// A message of which a part is replaced.
    private static func changed(
        _ name: String, _ code: String, says: String, _ replacement: @escaping @Sendable (String) -> (String, String)
    ) -> Misbehaviour {
        message(name, code, says: says) { entry, _, _ in
            let element = String(decoding: entry.element, as: UTF8.self)
            let (part, other) = replacement(element)
            return Array(element.replacing(part, with: other).utf8)
        }
    }

    static let badMessages: [Misbehaviour] = [
        changed("a text that is not the signed one", "bad-signature", says: "signature is not the origin's") { _ in
            ("<text>", "<text>not ")
        },
        message("a claimed origin", "bad-signature", says: "signature is not the origin's") { _, id, key in
            try ForgedMessage(fields: [user, text]).element(id, signing: key, claiming: SigningKey().publicKey)
        },
        message("a signature out of range", "bad-signature", says: "not in canonical form") { entry, _, _ in
            let other = Base64URL.encode(entry.message.signature.bytes.prefix(32) + Array(repeating: 0xff, count: 32))
            let element = String(decoding: entry.element, as: UTF8.self)
            return Array(element.replacing("\(entry.message.signature)", with: other).utf8)
        },
        forged("a name in capitals", "field-name", says: "A field's name has", user, text, ("Mood", "a")),
        forged("a name of 33 letters", "field-name", says: "A field's name has", user, text, (letters(33), "a")),
        forged("a name of a page's own", "field-name", says: "A field's name has", user, text, ("gone", "a")),
        forged("an empty room", "field-empty", says: "at least one character", user, text, ("room", "")),
        forged("an empty text", "field-empty", says: "at least one character", user, ("text", "")),
        forged("an empty field that is unknown", "field-empty", says: "at least one", user, text, ("mood", "")),
        forged("no user", "user-missing", says: "needs a user", text),
        forged("no text", "text-missing", says: "needs a text", user),
        forged("a user of 65 letters", "user-too-long", says: "The user has 65", text, ("user", letters(65))),
        forged("a user of 260 bytes", "user-too-long", says: "The user has 65", text, ("user", emoji(65))),
        forged("a room of 65 letters", "room-too-long", says: "The room has 65", user, text, ("room", letters(65))),
        forged("a room of 260 bytes", "room-too-long", says: "The room has 65", user, text, ("room", emoji(65))),
        forged("a device of 65 letters", "device-too-long", says: "has 65", user, text, ("device", letters(65))),
        forged("a device of 260 bytes", "device-too-long", says: "has 65", user, text, ("device", emoji(65))),
        forged("a text of 16,385 bytes", "text-too-long", says: "has 16385 bytes", user, ("text", letters(16_385))),
        forged("a text of 16,388 bytes in 4,097", "text-too-long", says: "16388", user, ("text", emoji(4_097))),
        message("17 fields", "too-many-fields", says: "at most 16 fields, not 17") { _, id, key in
            let more = (1...15).map { ("x\($0)", "a") }
            return try ForgedMessage(fields: [user, text] + more).element(id, signing: key)
        },
        forged(
            "a signed form of more than 24 KiB", "message-too-large", says: "can be signed", user,
            ("text", letters(16_000)), ("more", letters(9_000))),
        forged("a field twice", "field-twice", says: "stands twice", user, text, ("mood", "a"), ("mood", "b")),
        forged(
            "a field with an element in it", "bad-markup", says: "elements within it",
            markup: "<user>jack</user><text>This is <b>a</b> test</text>", user, text),
        forged(
            "text between the fields", "bad-markup", says: "between the fields",
            markup: "<user>jack</user>and<text>This is a test</text>", user, text),
    ]

    /// What this program does not know, and what is just allowed.
    static let allowed: [Misbehaviour] = [
        Misbehaviour("fields unknown today").with {
            $0.arriving = [1, 2]
            $0.makeLog = { text in
                var log = try PeerLog(text, ids: [1])
                let more = try (1...14).map { Fields.Field(try FieldName("later-\($0)"), try FieldValue("a\r\u{85}")) }
                try log.append("\(text) 2", at: LogID.zero.advanced(by: 2), more)
                return log
            }
        },
        Misbehaviour("attributes unknown today").with {
            $0.arriving = Array(1...9)
            $0.answer = { request, log in
                guard let page = log.page(request), !page.elements.isEmpty else { return log.answer(request) }
                let text = String(decoding: page.bytes, as: UTF8.self).replacing("<chat ", with: "<chat later='a>b' ")
                    .replacing("<message ", with: "<message later=\"/>\" ")
                    .replacing("<user>", with: "<user later=\"a\">")
                return .body(Array(text.utf8))
            }
        },
        Misbehaviour("a device of 64 characters in 256 bytes").with {
            $0.arriving = [1, 2]
            $0.makeLog = { text in
                var log = try PeerLog(text, ids: [1])
                let more = [Fields.Field(.device, try FieldValue(emoji(64)))]
                try log.append("\(text) 2", at: LogID.zero.advanced(by: 2), more)
                return log
            }
        },
        Misbehaviour("ids that skip").with {
            $0.arriving = [3, 70_000, 1 << 40, (1 << 63) - 1]
            $0.makeLog = { try PeerLog($0, ids: [3, 70_000, 1 << 40, (1 << 63) - 1]) }
        },
    ]
}
