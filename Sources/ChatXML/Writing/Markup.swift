import ChatModel

extension [UInt8] {
    /// Appends markup without escaping.
    mutating func append(markup: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Appends ` name="value"`.
    mutating func append(attribute name: StaticString, _ value: String) {
        append(attribute: name, escaping: value.xmlBytes)
    }

    /// Appends ` name="value"`. All scalars of the value are legal in XML.
    mutating func append(attribute name: StaticString, _ value: FieldValue) {
        append(attribute: name, escaping: value.utf8)
    }

    private mutating func append(attribute name: StaticString, escaping text: [UInt8]) {
        appendStart(ofAttribute: name)
        append(escaping: text, for: .attribute)
        append(UInt8(ascii: "\""))
    }

    /// Appends ` name="value"`; the value is the number in decimal digits.
    mutating func append(attribute name: StaticString, _ number: UInt64) {
        appendStart(ofAttribute: name)
        append(decimal: number)
        append(UInt8(ascii: "\""))
    }

    /// Appends ` name="value"`; the value is the base64url text of a part of the bytes.
    mutating func append(attribute name: StaticString, base64URL bytes: ArraySlice<UInt8>, _ part: Range<Int>) {
        appendStart(ofAttribute: name)
        Base64URL.append(bytes, part, to: &self)
        append(UInt8(ascii: "\""))
    }

    /// Appends ` name="value"`; the value is the base64url text of the bytes.
    mutating func append(attribute name: StaticString, _ value: some FixedBytes) {
        append(attribute: name, base64URL: value.bytes[...], value.bytes.indices)
    }

    private mutating func appendStart(ofAttribute name: StaticString) {
        append(UInt8(ascii: " "))
        append(markup: name)
        append(markup: "=\"")
    }

    private mutating func append(decimal number: UInt64) {
        let end = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        self[end...].reverse()
    }

    /// Appends text, escaped so that every XML parser returns the same scalars.
    ///
    /// - Parameter text: UTF-8 of scalars that are Chars of XML 1.0 (section 2.2).
    mutating func append(escaping text: [UInt8], for context: MarkupContext) {
        append(escaping: text[...], text.indices, for: context)
    }

    /// Appends a part of a text, escaped so that every XML parser returns the same scalars.
    mutating func append(escaping text: ArraySlice<UInt8>, _ part: Range<Int>, for context: MarkupContext) {
        var rest = part.lowerBound
        for index in part where text[index] <= UInt8(ascii: ">") {
            guard let reference = context.reference(for: text[index]) else { continue }
            append(text, rest..<index)
            append(markup: reference)
            rest = index + 1
        }
        append(text, rest..<part.upperBound)
    }

    /// Appends a part of other bytes.
    mutating func append(_ bytes: ArraySlice<UInt8>, _ part: Range<Int>) {
        let offsets = part.lowerBound - bytes.startIndex..<part.upperBound - bytes.startIndex
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: UnsafeBufferPointer(rebasing: $0[offsets])) }
    }
}

/// Where text occurs in a document, which decides which of its characters must be escaped.
enum MarkupContext {
    case content
    case attribute

    /// Returns the reference that replaces a byte; nil for a byte that needs none (XML 1.0, sections 2.4, 2.11 and
    /// 3.3.3).
    func reference(for byte: UInt8) -> StaticString? {
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
    /// The UTF-8 of the text, with U+FFFD instead of scalars that XML 1.0 does not allow.
    ///
    /// Only for names and sentences, which must not break a page. Fields of messages are never changed, but refused.
    var xmlBytes: [UInt8] {
        guard !utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return Array(utf8) }
        return unicodeScalars.flatMap { Array(String($0.isLegalInXML ? $0 : "\u{FFFD}").utf8) }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a Char of XML 1.0 (section 2.2); these are the scalars of a ``FieldValue``.
    var isLegalInXML: Bool {
        switch value {
        case 0x09, 0x0a, 0x0d: true
        case ..<0x20, 0xfffe, 0xffff: false
        default: true
        }
    }
}
