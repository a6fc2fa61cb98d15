import ChatModel

extension Message {
    /// - Throws: ``Refusal`` with what is wrong in an attribute or a field.
    init(reading element: Element) throws(Refusal) {
        try self.init(
            origin: try element.bytes("origin"),
            stamp: Stamp(rawValue: try element.number("stamp")),
            nonce: try element.bytes("nonce"),
            fields: try element.fields(),
            signature: try element.bytes("sig")
        )
    }
}
