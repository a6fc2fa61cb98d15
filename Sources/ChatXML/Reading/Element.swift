import ChatModel

/// An XML element of a page, parsed but not yet checked.
struct Element {
    let name: String
    /// Values by name. The parser refuses an element that has an attribute twice.
    let attributes: [String: String]
    /// The UTF-8 of the text directly in the element; the pieces between its children are joined.
    var text: [UInt8] = []
    var children: [Element] = []

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

    /// Returns the group in the attribute `group`, or `group` if there is no such attribute.
    ///
    /// - Throws: ``Refusal`` with `bad-value`.
    func group(elseIn group: GroupID) throws(Refusal) -> GroupID {
        guard let text = attributes["group"] else { return group }
        return try GroupID(named: text)
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
            throw Refusal(.badValue, "The attribute \(name) of <\(self.name)> is not an id: an id is at most 2^53.")
        }
        return id
    }
}

extension Element {
    /// Returns the fields of a `<message>` in the order of the page: each child element is one field. A value is erasable if
    /// its element has the attribute `kind` with the value 1, or `gone`; the value of `text` always is.
    ///
    /// - Throws: ``Refusal`` with `bad-markup` for text between the fields and for elements in a field; `too-many-fields`;
    ///   the refusals of ``FieldName`` and ``FieldValue``.
    func fields() throws(Refusal) -> [Field] {
        guard hasOnlyWhiteSpace else { throw Refusal(.badMarkup, "The message has text between the fields.") }
        // Checked before any other work, because a malicious page may have thousands of children here.
        guard children.count <= Limits.fieldCount else {
            throw Refusal(
                .tooManyFields, "A message can have at most \(Limits.fieldCount) fields, not \(children.count).")
        }
        var fields: [Field] = []
        for child in children { fields.append(try child.field()) }
        return fields
    }

    private func field() throws(Refusal) -> Field {
        let name = try FieldName(name)
        guard children.isEmpty else {
            throw Refusal(.badMarkup, "The field \(name) contains elements; a field must contain only text.")
        }
        let kind = attributes["kind"]
        guard kind == nil || kind == "1" else {
            throw Refusal(.badValue, "The attribute kind of the field \(name) is not 1.")
        }
        guard attributes["gone"] == nil else { return Field(name, try goneValue()) }
        let value = try FieldValue(utf8: text)
        return Field(name, kind == nil && name != .text ? .kept(value) : .erasable(value))
    }

    private func goneValue() throws(Refusal) -> Field.Content {
        guard text.isEmpty else {
            throw Refusal(.badMarkup, "The field \(name) has a value although the value is gone.")
        }
        let byteCount = try number("bytes")
        guard byteCount <= Limits.fieldBytes else {
            throw Refusal(
                .messageTooLarge, "The field \(name) has \(byteCount) bytes; the limit is \(Limits.fieldBytes).")
        }
        return .gone(try bytes("gone"), byteCount: Int(byteCount))
    }
}
