/// The room of a message: the main room, which has no name, or a named room.
public struct Room: Hashable, Sendable {
    public static let main = Room(nil)

    /// The name of the room; nil for the main room.
    public let name: FieldValue?

    init(_ name: FieldValue?) {
        self.name = name
    }

    /// Creates the room with this name; an empty name means the main room.
    ///
    /// - Throws: ``Refusal`` with `not-utf-8`, `illegal-character` or `room-too-long`.
    public init(utf8 name: [UInt8]) throws(Refusal) {
        guard !name.isEmpty else {
            self = .main
            return
        }
        let value = try FieldValue(utf8: name)
        try value.requireShort(.room, .roomTooLong)
        self.init(value)
    }
}
