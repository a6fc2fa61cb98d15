import ChatModel

extension [UInt8] {
    /// Appends markup without escaping.
    mutating func append(markup: String) {
        append(contentsOf: markup.utf8)
    }

    /// Appends ` name="value"`.
    mutating func append(attribute name: String, _ value: String) {
        appendStart(ofAttribute: name)
        append(escaping: value.xmlBytes, for: .attribute)
        append(UInt8(ascii: "\""))
    }

    /// Appends ` name="value"`; the value is the base64url text of the bytes.
    mutating func append(attribute name: String, _ value: some FixedBytes) {
        appendStart(ofAttribute: name)
        Base64URL.append(value.bytes, to: &self)
        append(UInt8(ascii: "\""))
    }

    private mutating func appendStart(ofAttribute name: String) {
        append(UInt8(ascii: " "))
        append(markup: name)
        append(markup: "=\"")
    }

    /// Appends `<name>value</name>`, without white space around the value.
    ///
    /// - Parameter attributes: markup after the name, such as ` kind="1"`.
    mutating func append(element name: String, attributes: String = "", _ value: [UInt8]) {
        append(UInt8(ascii: "<"))
        append(markup: name)
        append(markup: attributes)
        append(UInt8(ascii: ">"))
        append(escaping: value, for: .content)
        append(markup: "</")
        append(markup: name)
        append(UInt8(ascii: ">"))
    }

    /// Appends text, escaped so that every XML parser returns the same scalars.
    ///
    /// - Parameter text: UTF-8 of scalars that are Chars of XML 1.0 (section 2.2).
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

/// Where text occurs in a document, which decides which of its characters must be escaped.
enum MarkupPlace {
    case content
    case attribute

    /// Returns the reference that replaces a byte; nil for a byte that needs none (XML 1.0, sections 2.4, 2.11 and
    /// 3.3.3).
    func reference(for byte: UInt8) -> String? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch (byte, self) {
        case (UInt8(ascii: "&"), _): "&amp;"
        case (UInt8(ascii: "<"), _): "&lt;"
        case (UInt8(ascii: ">"), _): "&gt;"  // Unescaped, ]]> would be an error.
        case (UInt8(ascii: "\r"), _): "&#13;"  // A parser would turn it into LF.
        case (UInt8(ascii: "\""), .attribute): "&quot;"
        case (UInt8(ascii: "\t"), .attribute): "&#9;"  // A parser would turn a tab or LF into a space.
        case (UInt8(ascii: "\n"), .attribute): "&#10;"
        default: nil
        }
    }
}

extension String {
    /// The UTF-8 of the text, with U+FFFD in place of scalars that XML 1.0 does not allow.
    ///
    /// Only for names and sentences, which must not break a page. Fields of messages are never changed, but refused.
    var xmlBytes: [UInt8] {
        guard !utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return Array(utf8) }
        return unicodeScalars.flatMap { Array(String($0.isLegalInXML ? $0 : "\u{FFFD}").utf8) }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a Char of XML 1.0 (section 2.2), by the rule of ``FieldValue``.
    var isLegalInXML: Bool { (try? FieldValue(String(self))) != nil }
}
