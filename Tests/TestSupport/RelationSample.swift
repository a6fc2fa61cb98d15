public import ChatModel

/// Messages about one target, for tests of relations.
public struct RelationSample: Sendable {
    /// Makes random relations: of the target's author and of others, in its room and in another one, and to other targets.
    public struct Random {
        private static let emoji = ["👍", "❤️"]

        public init() {}

        /// Returns the target, and `count` messages of which most have a relation to it.
        public func messages(
            _ count: Int, using generator: inout some RandomNumberGenerator
        ) throws -> (target: VerifiedMessage, relations: [VerifiedMessage]) {
            let target = try RelationSample.message([("text", "one")], at: 1)
            var relations: [VerifiedMessage] = []
            for _ in 0..<count {
                let digest = generator.chance(8) ? "\(Sample.digest(generator.next()))" : "\(target.message.digest)"
                var fields: [(String, String)]
                switch UInt8.random(in: 0..<8, using: &generator) {
                case 0: fields = [("deletes", digest)]
                case 1, 2: fields = [("edits", digest), ("text", "edit \(generator.next())")]
                case 3:
                    fields = [
                        ("deletes", "\(Sample.digest(generator.next()))"), ("re", digest),
                        ("react", Self.emoji.randomElement(using: &generator)!),
                    ]
                case 4: fields = [("re", digest), ("text", "a reply")]
                default: fields = [("re", digest), ("react", Self.emoji.randomElement(using: &generator)!)]
                }
                relations.append(
                    try RelationSample.message(
                        fields, user: generator.chance(4) ? "megan" : "jack",
                        room: generator.chance(8) ? "garden" : nil,
                        at: UInt64.random(in: 1...4, using: &generator),
                        by: generator.chance(3) ? Sample.otherKey : Sample.key, nonce: generator.next()))
            }
            return (target, relations)
        }
    }

    /// Makes a message with fields of the protocol at a second.
    public static func message(
        _ fields: [(String, String)], user: String = "jack", room: String? = nil, at second: UInt64,
        by key: SigningKey = Sample.key, nonce: UInt64 = 0
    ) throws -> VerifiedMessage {
        let all = [("user", user)] + (room.map { [("room", $0)] } ?? []) + fields
        let parts = try all.map { try Sample.field($0.0, $0.1) }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: nonce >> (8 * $0)) }
        return try VerifiedMessage(
            Fields(parts, salt: parts.contains(where: \.isErasable) ? Sample.salt : nil),
            at: Stamp(UnixTime(milliseconds: second * 1000)), nonce: Nonce(bytes: bytes), signing: key)
    }
}

extension RandomNumberGenerator {
    /// Returns true once in `times` calls.
    fileprivate mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}

extension Sample {
    /// A digest that no message has.
    public static func digest(_ number: UInt64) -> Digest {
        try! Digest(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) })
    }
}
