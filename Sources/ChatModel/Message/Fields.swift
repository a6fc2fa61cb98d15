/// The fields of a message: values by name, sorted by the bytes of the names, within the limits of the protocol.
///
/// `user` and `text` are required; `room` and `device` are optional. Unknown fields are kept unchanged.
public struct Fields: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let name: FieldName
        public let value: FieldValue

        public init(_ name: FieldName, _ value: FieldValue) {
            self.name = name
            self.value = value
        }
    }

    /// The fields, sorted by name. No name occurs twice.
    public let all: [Field]

    /// - Throws: ``Refusal`` with `field-twice`, `too-many-fields`, `user-missing`, `text-missing`, or `…-too-long`
    ///   (such as `user-too-long`).
    public init(_ fields: [Field]) throws(Refusal) {
        all = fields.sorted { $0.name < $1.name }
        for (field, next) in zip(all, all.dropFirst()) where field.name == next.name {
            throw Refusal(.fieldTwice, "The message has the field \(field.name) twice; send each field once.")
        }
        guard all.count <= Limits.fieldCount else {
            throw Refusal(.tooManyFields, "A message can have at most \(Limits.fieldCount) fields, not \(all.count).")
        }
        for (name, code) in [(FieldName.user, FailureCode.userMissing), (.text, .textMissing)] where self[name] == nil {
            throw Refusal(code, "A message needs a \(name); add one and send again.")
        }
        for field in all { try Self.checkLength(field) }
    }

    private static func checkLength(_ field: Field) throws(Refusal) {
        switch field.name {
        case .text:
            guard field.value.utf8.count <= Limits.textBytes else {
                throw Refusal(
                    .textTooLong,
                    "The text has \(field.value.utf8.count) bytes; the limit is \(Limits.textBytes). Shorten it and send "
                        + "again."
                )
            }
        case .user: try checkShortLength(field, .userTooLong)
        case .room: try checkShortLength(field, .roomTooLong)
        case .device: try checkShortLength(field, .deviceTooLong)
        default: break  // The limit of the signed form applies to all fields together.
        }
    }

    private static func checkShortLength(_ field: Field, _ code: FailureCode) throws(Refusal) {
        let scalars = field.value.scalarCount
        guard scalars <= Limits.shortFieldScalars, field.value.utf8.count <= Limits.shortFieldBytes else {
            throw Refusal(
                code,
                "The \(field.name) has \(scalars) characters; the limit is \(Limits.shortFieldScalars). Shorten it and "
                    + "send again.")
        }
    }

    /// The value of a field; nil if the message does not have the field.
    public subscript(name: FieldName) -> FieldValue? {
        all.first { $0.name == name }?.value
    }

    public var room: Room { Room(self[.room]) }
}
