public import ChatModel

/// Values for tests. The node key, stamp, nonce and salt are fixed, so that a failure repeats with the same bytes.
public enum Sample {
    public static let key = try! SigningKey(seed: Array(0..<32))
    /// Another key than ``key``.
    public static let otherKey = try! SigningKey(seed: Array(1..<33))
    public static let instance = try! Instance(bytes: 0..<16)
    static let founderSeed = [UInt8](2..<34)
    public static let founder = try! SigningKey(seed: founderSeed)
    public static let group = GroupID(founder: founder.publicKey)
    /// Another group than ``group``.
    public static let otherGroup = GroupID(founder: otherKey.publicKey)
    public static let stamp = Stamp(UnixTime(milliseconds: 1_294_219_800_000))  // 2011-01-05 09:30:00

    /// The head of a page of the node "laptop", whose log has the ids 1 to 58.
    public static let head = PageHead(
        node: key.publicKey, name: "laptop", instance: instance, low: id(1), high: id(58),
        next: LogPosition(id: id(58), mark: try! Mark(bytes: 100..<116)))

    public static func id(_ number: UInt64) -> LogID { LogID(rawValue: number)! }

    /// A position whose mark is made from its id.
    public static func position(_ id: UInt64) throws -> LogPosition {
        LogPosition(
            id: Self.id(id), mark: try Mark(bytes: (0..<16).map { UInt8(truncatingIfNeeded: id >> ($0 % 8)) }))
    }

    public static let salt = try! Salt(bytes: 16..<32)

    public static func field(_ name: String, _ value: String) throws -> Field {
        Field(try FieldName(name), writing: try FieldValue(value))
    }

    public static func fields(
        user: String = "jack", text: String = "This is a test", _ other: [String: String] = [:]
    ) throws -> Fields {
        try Fields(
            [try field("user", user), try field("text", text)] + other.map { try field($0.key, $0.value) }, salt: salt)
    }

    public static func message(
        user: String = "jack", text: String = "This is a test", _ other: [String: String] = [:]
    ) throws -> Message {
        try message(try fields(user: user, text: text, other))
    }

    public static func message(_ fields: Fields) throws -> Message {
        try VerifiedMessage(fields, in: .none, at: stamp, nonce: try Nonce(bytes: 1...8), signing: key).message
    }
}
