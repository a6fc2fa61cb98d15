import ChatModel

extension [UInt8] {
    /// Appends a piece of markup as it stands.
    mutating func append(markup: String) {
        append(contentsOf: markup.utf8)
    }

    /// Appends ` name="value"`.
    mutating func append(attribute name: String, _ value: String) {
        append(markup: " \(name)=\"")
        append(escaping: value.xmlBytes, for: .attribute)
        append(UInt8(ascii: "\""))
    }

    /// Appends `<name>value</name>`, without white space that would become part of the value.
    mutating func append(element name: String, _ value: [UInt8]) {
        append(markup: "<\(name)>")
        append(escaping: value, for: .content)
        append(markup: "</\(name)>")
    }

    /// Appends text so that every XML parser gives the same scalars back.
    ///
    /// - Parameter text: UTF-8 that holds only what XML 1.0 calls a Char.
    mutating func append(escaping text: [UInt8], for place: MarkupPlace) {
        var rest = 0
        for index in text.indices {
            guard let reference = place.reference(for: text[index]) else { continue }
            append(contentsOf: text[rest..<index])
            append(markup: reference)
            rest = index + 1
        }
        append(contentsOf: text[rest...])
    }
}
