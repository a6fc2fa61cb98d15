/// The fields of a message that a client posts, before the node signs it.
public struct Draft: Hashable, Sendable {
    /// The fields, sorted by name. All values are present.
    public let fields: [Field]

    /// - Throws: ``Refusal`` with `field-twice`, `too-many-fields`, `user-missing`, `content-missing`, `illegal-character`,
    ///   `value-too-long`, `message-too-large`, or `…-too-long` (such as `user-too-long`).
    public init(_ values: [(name: FieldName, value: FieldValue)]) throws(Refusal) {
        try self.init(values.map { Field($0.name, writing: $0.value) })
    }

    private init(_ fields: [Field]) throws(Refusal) {
        self.fields = fields.sorted { $0.name < $1.name }
        try self.fields.requireLimits()
    }

    /// Returns the draft with a field `device`.
    ///
    /// - Throws: ``Refusal`` as ``init(_:)``.
    public func adding(device: FieldValue) throws(Refusal) -> Draft {
        try Draft(fields + [Field(.device, .kept(device))])
    }

    /// Returns the fields of the message.
    public func salted(_ salt: Salt) -> Fields {
        Fields(sorted: fields, salt: fields.contains(where: \.isErasable) ? salt : nil)
    }
}
