import ChatModel

/// An XML element of a page, parsed but not yet checked.
struct Element {
    let name: String
    /// Values by name. The parser refuses an element that has an attribute twice.
    let attributes: [String: String]
    /// The UTF-8 of the text directly in the element; the pieces between its children are joined.
    var text: [UInt8] = []
    var children: [Element] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Whether the element's own text is only white space (XML 1.0, section 2.3).
    var hasOnlyWhiteSpace: Bool { text.allSatisfy(\.isWhiteSpace) }
}

extension Element {
    /// Returns the value of an attribute.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the attribute is missing.
    func attribute(_ name: String) throws(Refusal) -> String {
        guard let value = attributes[name] else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is missing.")
        }
        return value
    }

    /// Returns the value of an attribute that has base64url bytes.
    ///
    /// - Throws: ``Refusal`` with `bad-value` if the attribute is missing; the refusals of `Value`.
    func bytes<Value: FixedBytes>(_ name: String) throws(Refusal) -> Value {
        try Value(base64URL: attribute(name))
    }

    /// Returns the value of an attribute that has a decimal number without sign and leading zeros.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    func number(_ name: String) throws(Refusal) -> UInt64 {
        let text = try attribute(name)
        guard let number = UInt64(text), String(number).utf8.elementsEqual(text.utf8) else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is not a decimal number below 2^64.")
        }
        return number
    }

    /// Returns the value of an attribute that has an id or 0.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    func id(_ name: String) throws(Refusal) -> LogID {
        guard let id = LogID(rawValue: try number(name)) else {
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is not an id: an id is below 2^63.")
        }
        return id
    }
}

extension Element {
    /// Returns the fields of a `<message>`: each child element is one field.
    ///
    /// - Throws: ``Refusal`` with `bad-markup` for text between the fields and for elements in a field; the refusals of
    ///   ``Fields``, ``FieldName`` and ``FieldValue``.
    func fields() throws(Refusal) -> Fields {
        guard hasOnlyWhiteSpace else { throw Refusal(.badMarkup, "The message has text between the fields.") }
        // Checked before any other work, because a malicious page may have thousands of children here.
        guard children.count <= Limits.fieldCount else {
            throw Refusal(
                .tooManyFields, "A message can have at most \(Limits.fieldCount) fields, not \(children.count).")
        }
        var fields: [Fields.Field] = []
        for child in children { fields.append(try child.field()) }
        return try Fields(fields)
    }

    private func field() throws(Refusal) -> Fields.Field {
        let name = try FieldName(name)
        guard children.isEmpty else {
            throw Refusal(.badMarkup, "The field \(name) contains elements; a field must contain only text.")
        }
        return Fields.Field(name, try FieldValue(utf8: text))
    }
}
