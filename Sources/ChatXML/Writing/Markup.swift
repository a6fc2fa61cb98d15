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

/// Where text stands in a page: this decides which of its characters a parser would take for something else.
enum MarkupPlace {
    case content
    case attribute

    /// What stands for a byte that cannot stand for itself (XML 1.0, sections 2.4, 2.11 and 3.3.3).
    func reference(for byte: UInt8) -> String? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch (byte, self) {
        case (UInt8(ascii: "&"), _): "&amp;"
        case (UInt8(ascii: "<"), _): "&lt;"
        case (UInt8(ascii: ">"), _): "&gt;"  // Else ]]> would be an error.
        case (UInt8(ascii: "\r"), _): "&#13;"  // Else a parser makes LF of it.
        case (UInt8(ascii: "\""), .attribute): "&quot;"
        case (UInt8(ascii: "\t"), .attribute): "&#9;"  // Else a parser makes a space of it, and of LF.
        case (UInt8(ascii: "\n"), .attribute): "&#10;"
        default: nil
        }
    }
}

extension String {
    /// The UTF-8 of the text, with U+FFFD for scalars that XML 1.0 cannot carry.
    ///
    /// For names and sentences only, so that none of them can break a page; a message's text is refused, never repaired.
    var xmlBytes: [UInt8] {
        guard !utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return Array(utf8) }
        return unicodeScalars.flatMap { Array(String($0.isLegalInXML ? $0 : "\u{FFFD}").utf8) }
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 can carry it (section 2.2): the rule for text in messages, which has one place.
    var isLegalInXML: Bool { (try? FieldValue(String(self))) != nil }
}
