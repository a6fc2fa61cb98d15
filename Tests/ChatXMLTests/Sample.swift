import ChatModel

/// What the tests write and read: messages of a fixed key, so that a failure repeats.
enum Sample {
    static let key = try! SigningKey(seed: Array(0..<32))
    static let stamp = Stamp(UnixTime(milliseconds: 1_294_219_800_000))  // 2011-01-05 09:30:00

    static let head = PageHead(
        node: key.publicKey, name: "laptop", instance: try! Instance(bytes: 0..<16), low: id(1), high: id(58),
        next: LogPosition(id: id(58), mark: try! Mark(bytes: 100..<116)))

    static func id(_ number: UInt64) -> LogID { LogID(rawValue: number)! }

    static func message(user: String = "jack", text: String = "This is a test", _ other: [String: String] = [:]) throws
        -> Message
    {
        var fields = [Fields.Field(.user, try FieldValue(user)), Fields.Field(.text, try FieldValue(text))]
        for (name, value) in other { fields.append(Fields.Field(try FieldName(name), try FieldValue(value))) }
        return try message(fields)
    }

    static func message(_ fields: [Fields.Field]) throws -> Message {
        try VerifiedMessage(try Fields(fields), at: stamp, nonce: try Nonce(bytes: 1...8), signing: key).message
    }

    /// The root's start tag of a page that peers read, as text to be built on.
    static let root =
        "<chat version=\"1\" node=\"\(head.node)\" name=\"laptop\" instance=\"\(head.instance)\""
        + " low=\"1\" high=\"58\" next=\"58\" mark=\"\(head.next.mark)\">"

    /// A right message of id 7 as peers write it.
    static let element = element(id: 7)

    static func element(id: UInt64, _ fields: String = "<text>This is a test</text><user>jack</user>") -> String {
        let message = try! message()
        return "<message id=\"\(id)\" origin=\"\(message.origin)\" stamp=\"\(message.stamp.rawValue)\""
            + " nonce=\"\(message.nonce)\" sig=\"\(message.signature)\">\(fields)</message>"
    }

    static func page(_ content: String) -> String { root + content + "</chat>" }
}
