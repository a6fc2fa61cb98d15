import ChatModel

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
