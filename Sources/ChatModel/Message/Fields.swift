/// The fields of a message: sorted by the bytes of their names, and within the limits of the protocol.
///
/// A message has a `user` and at least one field besides `user`, `room` and `device`, or the field `sealed` and none of these three.
/// Unknown fields are kept unchanged.
/// The erasable values of a message are all present or all gone.
public struct Fields: Hashable, Sendable {
    /// The fields, sorted by name. No name occurs twice.
    public let all: [Field]
    /// The salt of the hashes of the erasable values; nil if no erasable value is present.
    public let salt: Salt?
    /// Whether a field is one by which a message can be a ``Relation`` or have a ``RoomDetail``. Most messages have none, and each index of a
    /// store asks.
    let mayBeChange: Bool

    /// Creates fields that were received. If one erasable value is gone, all count as gone.
    ///
    /// - Parameter salt: nil if no salt was received.
    /// - Throws: ``Refusal`` as ``Draft/init(_:)``; with `bad-value` if an erasable value is present and the salt is not.
    public init(_ fields: [Field], salt: Salt?) throws(Refusal) {
        let sorted = fields.sorted { $0.name < $1.name }
        try sorted.requireLimits()
        guard sorted.contains(where: { $0.isErasable && !$0.isGone }) else {
            self.init(sorted: sorted, salt: nil)
            return
        }
        guard let salt else { throw Refusal(.badValue, "The attribute salt of the message is missing.") }
        let complete = Fields(sorted: sorted, salt: salt)
        self = sorted.contains(where: \.isGone) ? complete.withoutErasableValues : complete
    }

    /// Creates fields that are known to be within the limits: they were checked before, or the checksum of their record
    /// is right.
    package init(sorted: [Field], salt: Salt?) {
        all = sorted
        self.salt = salt
        mayBeChange = sorted.contains { $0.name.isOfChange }
    }

    /// The value of a field; nil if the message does not have the field, or if the value is gone.
    public subscript(name: FieldName) -> FieldValue? {
        all.first { $0.name == name }?.value
    }

    /// Returns the kept value of a field; nil if the message does not have the field, or its value is erasable.
    func keptValue(_ name: FieldName) -> FieldValue? {
        guard case .kept(let value)? = all.first(where: { $0.name == name })?.content else { return nil }
        return value
    }

    /// Returns the digest in a field; nil if the field has no kept value, or one that is no digest.
    public func digest(_ name: FieldName) -> Digest? { keptValue(name)?.digest }

    /// Whether the message has erasable values and they are gone.
    public var lacksValues: Bool { all.contains(where: \.isGone) }

    /// Whether the message has a text and the text is present.
    public var hasText: Bool { self[.text] != nil }

    /// The same fields after all erasable values were erased.
    public var withoutErasableValues: Fields {
        guard let salt else { return self }
        return Fields(sorted: all.map { $0.erased(salt) }, salt: nil)
    }

    public var room: Room { Room(self[.room]) }
}

extension Field {
    fileprivate func erased(_ salt: Salt) -> Field {
        guard case .erasable(let value) = content else { return self }
        return Field(name, .gone(ValueHash(of: value, named: name, salt: salt), byteCount: value.utf8.count))
    }
}

// MARK: - The limits

extension [Field] {
    /// Requires that fields, sorted by name, can be those of a message.
    ///
    /// - Throws: ``Refusal`` as ``Draft/init(_:)``; with `field-kind` or `field-empty`.
    package func requireLimits() throws(Refusal) {
        for (field, next) in zip(self, dropFirst()) where field.name == next.name {
            throw Refusal(.fieldTwice, "The message has the field \(field.name) twice; send each field once.")
        }
        guard count <= Limits.fieldCount else {
            throw Refusal(.tooManyFields, "A message can have at most \(Limits.fieldCount) fields, not \(count).")
        }
        let isSealed = contains { $0.name == .sealed }
        if isSealed, let open = first(where: { [.user, .room, .device].contains($0.name) }) {
            throw Refusal(
                .fieldKind, "A message with the field sealed must not have the field \(open.name); seal it, too.")
        }
        guard isSealed || contains(where: { $0.name == .user }) else {
            throw Refusal(.userMissing, "A message needs a user; add one and send again.")
        }
        guard contains(where: { ![.user, .room, .device].contains($0.name) }) else {
            throw Refusal(.contentMissing, "A message needs a text or another field; add one and send again.")
        }
        for field in self { try field.requireLimits() }
        let bytes = reduce(0) { $0 + $1.name.utf8.count + $1.byteCount }
        guard bytes <= Limits.fieldBytes else {
            throw Refusal(
                .messageTooLarge,
                "The names and values of the message have \(bytes) bytes; the limit is \(Limits.fieldBytes). Shorten it "
                    + "and send again.")
        }
    }
}

extension Field {
    /// Requires the kind and the length that the name demands.
    ///
    /// - Throws: ``Refusal`` with `field-kind`, `field-empty`, `illegal-character`, `value-too-long`, or `…-too-long` (such
    ///   as `user-too-long`).
    fileprivate func requireLimits() throws(Refusal) {
        guard byteCount > 0 else { throw Refusal(.fieldEmpty, "The field \(name) states a length of 0 bytes.") }
        switch name {
        case .user: try requireShort(.userTooLong)
        case .room: try requireShort(.roomTooLong)
        case .device: try requireShort(.deviceTooLong)
        case .text: try requireText()
        default: try requireKeptLength()
        }
    }

    /// Requires a kept value of one line, as `user`, `room` and `device` must be.
    private func requireShort(_ tooLong: FailureCode) throws(Refusal) {
        guard case .kept(let value) = content else {
            throw Refusal(.fieldKind, "The field \(name) must have a kept value, not an erasable one.")
        }
        try value.requireShort(name, tooLong)
    }

    private func requireText() throws(Refusal) {
        guard isErasable else {
            throw Refusal(.fieldKind, "The field text must have an erasable value, not a kept one.")
        }
        guard byteCount <= Limits.textBytes else {
            throw Refusal(
                .textTooLong,
                "The text has \(byteCount) bytes; the limit is \(Limits.textBytes). Shorten it and send again.")
        }
    }

    private func requireKeptLength() throws(Refusal) {
        guard isErasable || byteCount <= Limits.keptValueBytes else {
            throw Refusal(
                .valueTooLong,
                "The kept value of the field \(name) has \(byteCount) bytes; the limit is \(Limits.keptValueBytes).")
        }
    }
}

extension FieldValue {
    /// Requires a value without control characters and separators of lines.
    ///
    /// - Throws: ``Refusal`` with `illegal-character`.
    func requireLine(_ name: FieldName) throws(Refusal) {
        if let control = firstControlScalar {
            throw Refusal(
                .illegalCharacter,
                "The character \(control) is not allowed in the field \(name); remove it and send again.")
        }
    }

    /// Requires the limits of `user`, `room` and `device`.
    ///
    /// - Throws: ``Refusal`` with `illegal-character` or with `tooLong`.
    package func requireShort(_ name: FieldName, _ tooLong: FailureCode) throws(Refusal) {
        try requireLine(name)
        guard scalarCount <= Limits.shortFieldScalars, utf8.count <= Limits.shortFieldBytes else {
            throw Refusal(
                tooLong,
                "The \(name) has \(scalarCount) characters; the limit is \(Limits.shortFieldScalars). Shorten it and send "
                    + "again.")
        }
    }
}
