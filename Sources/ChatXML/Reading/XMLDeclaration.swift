import ChatModel

/// The optional declaration before the root of a page: `<?xml version="1.0" encoding="UTF-8"?>` (XML 1.0, section 2.8).
///
/// The parser gets the document without its declaration, so that it cannot switch to another encoding.
enum XMLDeclaration {
    /// Returns the offset of the byte after the declaration; 0 if the document has no declaration.
    ///
    /// - Throws: ``Refusal`` for another encoding or version, and for a malformed declaration.
    static func end(in bytes: [UInt8]) throws(Refusal) -> Int {
        guard bytes.starts(with: "<?".utf8) else { return 0 }
        guard let close = bytes.prefix(maximumBytes).firstIndex(of: UInt8(ascii: ">")),
            let text = String(validating: bytes[...close], as: UTF8.self),
            let match = text.wholeMatch(of: form)
        else { throw Refusal(markup: "The document begins with neither an XML 1.0 declaration nor a root element.") }
        if let encoding = match.output.encoding, encoding.lowercased() != "utf-8" {
            throw Refusal(markup: "The document declares the encoding \(encoding); pages must be UTF-8.")
        }
        return close + 1
    }

    private static let maximumBytes = 128

    // Computed on each use, because a Regex is not Sendable. Matches scalars, because CR LF is one Character.
    private static var form: Regex<(Substring, encoding: Substring?)> {
        /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["'](?<encoding>[A-Za-z][A-Za-z0-9._-]*)["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/
            .matchingSemantics(.unicodeScalar)
    }
}
