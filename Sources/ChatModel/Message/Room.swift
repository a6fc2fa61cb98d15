/// Where a message was said: the main room, which has no name, or a named one.
public struct Room: Hashable, Sendable {
    public static let main = Room(nil)

    /// The name; nothing for the main room.
    public let name: FieldValue?

    init(_ name: FieldValue?) {
        self.name = name
    }

    /// The room of that name; the main room for an empty one.
    ///
    /// - Throws: ``Refusal`` with `not-utf-8`, `illegal-character` or `room-too-long`.
    public init(utf8 name: [UInt8]) throws(Refusal) {
        guard !name.isEmpty else {
            self = .main
            return
        }
        let value = try FieldValue(utf8: name)
        guard value.scalarCount <= Limits.shortFieldScalars else {
            throw Refusal(.roomTooLong, "A room's name has at most \(Limits.shortFieldScalars) characters.")
        }
        self.init(value)
    }
}
