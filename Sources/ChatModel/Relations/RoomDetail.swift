/// What a message can say about its room. Of all messages of a room, the value with the highest stamp counts, and of those with equal
/// stamps that of the message with the highest digest.
public enum RoomDetail: UInt8, CaseIterable, Sendable {
    /// What the room is about.
    case topic = 1
    /// The name under which people see the room.
    case alias = 2

    public var field: FieldName { self == .topic ? .topic : .alias }

    static let fields: [FieldName] = [.topic, .alias]

    /// Whether a message with these fields can say something about its room. Most messages cannot.
    package static func isPossible(in fields: Fields) -> Bool { fields.mayBeChange }

    /// Requires a value that counts: one line, and for an alias not longer than the name of a room.
    ///
    /// - Throws: ``Refusal`` with `illegal-character` or `value-too-long`.
    public func require(_ value: FieldValue) throws(Refusal) {
        switch self {
        case .topic: try value.requireLine(field)
        case .alias: try value.requireShort(field, .valueTooLong)
        }
    }

    /// Returns the value that a message with these fields has for its room; nil if it has none that counts. A sealed message names no
    /// room, so it says nothing about one.
    public func value(in fields: Fields) -> FieldValue? {
        guard let value = fields.keptValue(field), !fields.all.contains(where: { $0.name == .sealed }),
            (try? require(value)) != nil
        else { return nil }
        return value
    }
}
