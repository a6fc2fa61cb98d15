/// What a message says: values by name, sorted by the names' bytes, within the limits of the protocol.
///
/// `user` and `text` are there; `room` and `device` may be; fields that this version does not know are kept as they are.
public struct Fields: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let name: FieldName
        public let value: FieldValue

        public init(_ name: FieldName, _ value: FieldValue) {
            self.name = name
            self.value = value
        }
    }

    /// Sorted by name, each name once.
    public let all: [Field]

    /// - Throws: ``Refusal`` with `field-twice`, `too-many-fields`, `user-missing`, `text-missing`, or `…-too-long`.
    public init(_ fields: [Field]) throws(Refusal) {
        all = fields.sorted { $0.name < $1.name }
        for (field, next) in zip(all, all.dropFirst()) where field.name == next.name {
            throw Refusal(.fieldTwice, "The field \(field.name) stands twice in one message.")
        }
        guard all.count <= Limits.fieldCount else {
            throw Refusal(.tooManyFields, "A message has at most \(Limits.fieldCount) fields, not \(all.count).")
        }
        for (name, code) in [(FieldName.user, FailureCode.userMissing), (.text, .textMissing)] where self[name] == nil {
            throw Refusal(code, "A message needs a \(name); write one and send again.")
        }
        for field in all { try Self.checkLength(field) }
    }

    private static func checkLength(_ field: Field) throws(Refusal) {
        switch field.name {
        case .text:
            guard field.value.utf8.count <= Limits.textBytes else {
                throw Refusal(
                    .textTooLong,
                    "The text has \(field.value.utf8.count) bytes, at most \(Limits.textBytes) can be sent; shorten it."
                )
            }
        case .user: try checkShortLength(field, .userTooLong)
        case .room: try checkShortLength(field, .roomTooLong)
        case .device: try checkShortLength(field, .deviceTooLong)
        default: break  // Bounded by the size of the signed form.
        }
    }

    private static func checkShortLength(_ field: Field, _ code: FailureCode) throws(Refusal) {
        let scalars = field.value.scalarCount
        guard scalars <= Limits.shortFieldScalars, field.value.utf8.count <= Limits.shortFieldBytes else {
            throw Refusal(
                code, "The \(field.name) has \(scalars) characters, at most \(Limits.shortFieldScalars) can be sent.")
        }
    }

    public subscript(name: FieldName) -> FieldValue? {
        all.first { $0.name == name }?.value
    }

    public var room: Room { Room(self[.room]) }
}
