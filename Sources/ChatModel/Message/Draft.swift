/// The fields of a message that a client posts, before the node signs it.
public struct Draft: Hashable, Sendable {
    /// The fields that the client sent, sorted by name. All values are present.
    public let fields: [Field]
    /// The fields of the message, sorted by name: those of the client, and the node name.
    private let complete: [Field]

    /// - Parameter device: the node name, which becomes the field `device`; nil for a message without it.
    /// - Throws: ``Refusal`` with `field-twice`, `too-many-fields`, `user-missing`, `content-missing`, `illegal-character`,
    ///   `value-too-long`, `message-too-large`, or `…-too-long` (such as `user-too-long`).
    public init(_ values: [(name: FieldName, value: FieldValue)], device: FieldValue? = nil) throws(Refusal) {
        let fields = values.map { Field($0.name, writing: $0.value) }
        let added = device.map { [Field(.device, .kept($0))] } ?? []
        self.fields = fields.sorted { $0.name < $1.name }
        complete = (fields + added).sorted { $0.name < $1.name }
        try complete.requireLimits()
    }

    /// The fields of the message, but `sent`.
    package var ofMessage: Fields { Fields(sorted: complete, salt: nil) }

    /// Whether a message with these fields can come from this draft, whatever its node name and its `sent` are. Of values that are gone
    /// only the lengths are compared.
    public func matches(_ fields: Fields) -> Bool {
        let others = fields.all.filter { ![.device, .sent].contains($0.name) }
        return others.count == self.fields.count && zip(others, self.fields).allSatisfy { $0.canCome(from: $1) }
    }

    /// Whether a message with these fields can have these values of a client, among others.
    package static func matches(_ values: [(name: FieldName, value: FieldValue)], _ fields: Fields) -> Bool {
        values.allSatisfy { value in
            let written = Field(value.name, writing: value.value)
            return fields.all.contains { $0.canCome(from: written) }
        }
    }

    /// Returns the fields of the message.
    ///
    /// - Parameter sent: the time of the field `sent`; nil for a message without it. Only a message that has reached the limits
    ///   does not get the field.
    public func salted(_ salt: Salt, sent: UnixTime? = nil) -> Fields {
        let fields = sent.flatMap(complete(sent:)) ?? complete
        return Fields(sorted: fields, salt: fields.contains(where: \.isErasable) ? salt : nil)
    }

    private func complete(sent: UnixTime) -> [Field]? {
        try? { () throws(Refusal) in
            let sent = Field(.sent, .kept(try FieldValue("\(sent.milliseconds)")))
            let fields = (complete + [sent]).sorted { $0.name < $1.name }
            try fields.requireLimits()
            return fields
        }()
    }
}

extension Field {
    /// Whether this field of a message can come from a draft's field: they are equal, or the value is gone and had the
    /// same length.
    fileprivate func canCome(from written: Field) -> Bool {
        guard case .gone(_, let byteCount) = content else { return self == written }
        return name == written.name && written.isErasable && byteCount == written.byteCount
    }
}
