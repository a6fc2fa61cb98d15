import ChatModel

extension Element {
    /// The value of an attribute.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if it is not there.
    func attribute(_ name: String) throws(Refusal) -> String {
        guard let value = attributes[name] else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is missing.")
        }
        return value
    }

    /// The bytes that an attribute writes as base64url.
    ///
    /// - Throws: ``Refusal`` as `Value` does.
    func bytes<Value: FixedBytes>(_ name: String) throws(Refusal) -> Value {
        try Value(base64URL: attribute(name))
    }

    /// The number that an attribute writes in decimal, without sign or leading zeros: the one way to write it.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    func number(_ name: String) throws(Refusal) -> UInt64 {
        let text = try attribute(name)
        guard let number = UInt64(text), String(number).utf8.elementsEqual(text.utf8) else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is not a decimal number below 2^64.")
        }
        return number
    }

    /// The id that an attribute writes; 0 included.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    func id(_ name: String) throws(Refusal) -> LogID {
        guard let id = LogID(rawValue: try number(name)) else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is not an id: it is not below 2^63.")
        }
        return id
    }
}
