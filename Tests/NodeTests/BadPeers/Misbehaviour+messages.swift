@testable import ChatModel

/// Peers that send one bad message among good ones, and peers that send unusual but valid messages.
extension Misbehaviour {
    private static let user = ("user", "jack")
    private static let text = ("text", "This is a test")
    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    private static func emoji(_ count: Int) -> String { String(repeating: "🎈", count: count) }

    /// A peer that sends a message which breaks a rule, with a correct signature.
    ///
    /// - Parameter markup: Written into the page instead of the fields; nil for the fields.
    private static func forged(
        _ name: String, warning: String, markup: String? = nil, _ fields: ForgedMessage.Field...
    ) -> Misbehaviour {
        message(name, warning: warning) { _, id, key in
            try ForgedMessage(fields: fields, markup: markup).element(id, signing: key)
        }
    }

    /// A peer that sends an element made from its fifth message instead of the message. Its log names the good message, so the
    /// mark of its page does not fit.
    private static func message(
        _ name: String, warning: String,
        _ element: @escaping @Sendable (PeerLog.Entry, LogID, SigningKey) throws -> [UInt8]
    ) -> Misbehaviour {
        Misbehaviour(name, warning: warning).with {
            $0.missingIDs = [spoiledID]
            $0.requests = 4
            $0.spoil = { log, _ in
                let index = Int(spoiledID) - 1
                log.entries[index].element = try element(log.entries[index], log.entries[index].id, log.key)
            }
        }
    }

    /// A peer that replaces a part of its fifth message.
    ///
    /// - Parameter replacement: Returns the part and its replacement.
    private static func changed(
        _ name: String, warning: String, _ replacement: @escaping @Sendable (String) -> (String, String)
    ) -> Misbehaviour {
        message(name, warning: warning) { entry, _, _ in
            let element = String(decoding: entry.element, as: UTF8.self)
            let (part, other) = replacement(element)
            return Array(element.replacing(part, with: other).utf8)
        }
    }

    /// A peer whose log has a message with a bad signature, as its marks prove: the message is refused.
    private static func refused(
        _ name: String, _ change: @escaping @Sendable (Message) throws -> Message
    ) -> Misbehaviour {
        Misbehaviour(name, warning: "signature does not verify").with {
            $0.refused = 1
            $0.spoil = { log, _ in
                let index = Int(spoiledID) - 1
                log.replace(index, with: try change(log.entries[index].message))
            }
        }
    }

    static let badMessages: [Misbehaviour] = [
        refused("has a message with another origin than its signer") { good in
            Message(
                origin: SigningKey().publicKey, group: good.group, stamp: good.stamp, nonce: good.nonce,
                fields: good.fields, signature: good.signature)
        },
        refused("has a message with another nonce than the signed one") { good in
            Message(
                origin: good.origin, group: good.group, stamp: good.stamp, nonce: .random(), fields: good.fields,
                signature: good.signature)
        },
        changed(
            "sends a text that differs from the signed one", warning: "signature does not verify"
        ) { _ in
            ("<text>", "<text>not ")
        },
        message(
            "sends a message with another origin than its signer",
            warning: "signature does not verify"
        ) { _, id, key in
            try ForgedMessage(fields: [user, text]).element(id, signing: key, claiming: SigningKey().publicKey)
        },
        message("sends a signature whose scalar is out of range", warning: "not in canonical form") {
            entry, _, _ in
            let other = Base64URL.encode(entry.message.signature.bytes.prefix(32) + Array(repeating: 0xff, count: 32))
            let element = String(decoding: entry.element, as: UTF8.self)
            return Array(element.replacing("\(entry.message.signature)", with: other).utf8)
        },
        forged(
            "sends a field name with a capital letter", warning: "A field name must have", user, text,
            ("Mood", "a")),
        forged(
            "sends a field name of 33 letters", warning: "A field name must have", user, text,
            (letters(33), "a")),
        forged(
            "sends a field with the reserved name gone", warning: "A field name must have", user, text,
            ("gone", "a")),
        forged("sends an empty room", warning: "at least one character", user, text, ("room", "")),
        forged("sends an empty text", warning: "at least one character", user, ("text", "")),
        forged("sends an empty unknown field", warning: "at least one", user, text, ("mood", "")),
        forged("sends a message without a user", warning: "needs a user", text),
        forged("sends a message without a text", warning: "needs a text", user),
        forged("sends a user of 65 letters", warning: "The user has 65", text, ("user", letters(65))),
        forged(
            "sends a user of 65 emoji, 260 bytes", warning: "The user has 65", text,
            ("user", emoji(65))),
        forged(
            "sends a room of 65 letters", warning: "The room has 65", user, text, ("room", letters(65))
        ),
        forged(
            "sends a room of 65 emoji, 260 bytes", warning: "The room has 65", user, text,
            ("room", emoji(65))),
        forged(
            "sends a device of 65 letters", warning: "has 65", user, text, ("device", letters(65))),
        forged(
            "sends a device of 65 emoji, 260 bytes", warning: "has 65", user, text,
            ("device", emoji(65))),
        forged(
            "sends a text of 16,385 letters", warning: "has 16385 bytes", user,
            ("text", letters(16_385))),
        forged(
            "sends a text of 4,097 emoji, 16,388 bytes", warning: "16388", user, ("text", emoji(4_097))
        ),
        message("sends a message with 33 fields", warning: "at most 32 fields, not 33") {
            _, id, key in
            let more = (1...31).map { ("x\($0)", "a") }
            return try ForgedMessage(fields: [user, text] + more).element(id, signing: key)
        },
        message(
            "sends a message whose names and values are over 24 KiB", warning: "names and values"
        ) { _, id, key in
            let more = (10...39).map { ("\(letters(18))\($0)", letters(256)) }
            return try ForgedMessage(fields: [user, ("text", letters(16_384))] + more).element(id, signing: key)
        },
        forged(
            "sends a field twice", warning: "the field mood twice", user, text, ("mood", "a"),
            ("mood", "b")),
        forged(
            "sends an element within a field", warning: "contains elements",
            markup: "<user>jack</user><text>This is <b>a</b> test</text>", user, text),
        forged(
            "sends text between the fields", warning: "between the fields",
            markup: "<user>jack</user>and<text>This is a test</text>", user, text),
    ]

    /// Peers whose messages are valid, though this version does not know all of their parts.
    static let allowed: [Misbehaviour] = [
        Misbehaviour("sends unknown fields").with {
            $0.storedIDs = [1, 2]
            $0.makeLog = { text in
                var log = try PeerLog(text, ids: [1])
                let more = try (1...14).map {
                    Field(try FieldName("later-\($0)"), writing: try FieldValue("a\r\u{85}"))
                }
                try log.append("\(text) 2", at: LogID.zero.advanced(by: 2), more)
                return log
            }
        },
        Misbehaviour("sends unknown attributes").with {
            $0.storedIDs = Array(1...9)
            $0.answer = { request, log in
                guard let page = log.page(request), !page.elements.isEmpty else { return log.answer(request) }
                let text = String(decoding: page.bytes, as: UTF8.self).replacing("<chat ", with: "<chat later='a>b' ")
                    .replacing("<message ", with: "<message later=\"/>\" ")
                    .replacing("<user>", with: "<user later=\"a\">")
                return .body(Array(text.utf8))
            }
        },
        Misbehaviour("sends a device of 64 emoji, 256 bytes").with {
            $0.storedIDs = [1, 2]
            $0.makeLog = { text in
                var log = try PeerLog(text, ids: [1])
                let more = [Field(.device, writing: try FieldValue(emoji(64)))]
                try log.append("\(text) 2", at: LogID.zero.advanced(by: 2), more)
                return log
            }
        },
        Misbehaviour("sends ids with gaps").with {
            $0.storedIDs = [3, 70_000, 1 << 40, 1 << 53]
            $0.makeLog = { try PeerLog($0, ids: [3, 70_000, 1 << 40, 1 << 53]) }
        },
    ]
}
