import ChatModel

/// An element of a page as the parser gave it: a claim that has yet to be judged.
struct Element {
    let name: String
    /// Values by name; a parser refuses an attribute that stands twice.
    let attributes: [String: String]
    /// The UTF-8 of all text that stands directly within it, pieces between children joined.
    var text: [UInt8] = []
    var children: [Element] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Whether no text stands within it but the white space of XML (section 2.3).
    var hasOnlyWhiteSpace: Bool { text.allSatisfy(\.isWhiteSpace) }
}

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

extension Element {
    /// The fields of a `<message>`, one for each element in it.
    ///
    /// - Throws: ``Refusal`` with `bad-markup` for text between the fields and for elements in a field, and as
    ///   ``Fields`` and its parts do.
    func fields() throws(Refusal) -> Fields {
        guard hasOnlyWhiteSpace else { throw Refusal(.badMarkup, "Text stands between the fields of the message.") }
        // Before any work on them: a page may hold thousands.
        guard children.count <= Limits.fieldCount else {
            throw Refusal(.tooManyFields, "A message has at most \(Limits.fieldCount) fields, not \(children.count).")
        }
        var fields: [Fields.Field] = []
        for child in children { fields.append(try child.field()) }
        return try Fields(fields)
    }

    private func field() throws(Refusal) -> Fields.Field {
        let name = try FieldName(name)
        guard children.isEmpty else { throw Refusal(.badMarkup, "The field \(name) has elements within it.") }
        return Fields.Field(name, try FieldValue(utf8: text))
    }
}
