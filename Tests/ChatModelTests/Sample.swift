import ChatModel

/// Values that tests build on.
enum Sample {
    static let key = try! SigningKey(seed: Array(0..<32))

    static func field(_ name: String, _ value: String) throws -> Fields.Field {
        Fields.Field(try FieldName(name), try FieldValue(value))
    }

    static func fields(user: String = "jack", text: String = "This is a test", _ other: [String: String] = [:]) throws
        -> Fields
    {
        try Fields(
            [try field("user", user), try field("text", text)] + other.map { try field($0.key, $0.value) })
    }

    static func message(_ fields: Fields? = nil) throws -> Message {
        try VerifiedMessage(
            try fields ?? Self.fields(), at: Stamp(rawValue: 1 << 40), nonce: try Nonce(bytes: 1...8), signing: key
        ).message
    }

    static func position(_ id: UInt64) throws -> LogPosition {
        LogPosition(
            id: LogID(rawValue: id)!, mark: try Mark(bytes: (0..<16).map { UInt8(truncatingIfNeeded: id >> ($0 % 8)) }))
    }
}
