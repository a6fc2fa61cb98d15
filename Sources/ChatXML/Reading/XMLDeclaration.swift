/// The one thing that may stand before a page's root: `<?xml version="1.0" encoding="UTF-8"?>` (XML 1.0, section 2.8).
///
/// It is taken off before the parser sees the document, which cannot switch to another encoding then.
enum XMLDeclaration {
    /// - Returns: the offset behind the declaration; 0 if there is none.
    /// - Throws: ``MarkupError`` for another encoding or version, and for what has not a declaration's form.
    static func end(in bytes: [UInt8]) throws(MarkupError) -> Int {
        guard bytes.starts(with: "<?".utf8) else { return 0 }
        guard let close = bytes.prefix(maximumBytes).firstIndex(of: UInt8(ascii: ">")),
            let text = String(validating: bytes[...close], as: UTF8.self),
            let match = text.wholeMatch(of: form)
        else { throw MarkupError("It begins with neither an XML 1.0 declaration nor its root.") }
        if let encoding = match.output.encoding, encoding.lowercased() != "utf-8" {
            throw MarkupError("It declares the encoding \(encoding); pages are UTF-8.")
        }
        return close + 1
    }

    private static let maximumBytes = 128

    // Made anew each time, as a Regex is not Sendable. By scalars: CR and LF together are one Character.
    private static var form: Regex<(Substring, encoding: Substring?)> {
        /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["'](?<encoding>[A-Za-z][A-Za-z0-9._-]*)["'])?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*["'](?:yes|no)["'])?[ \t\r\n]*\?>/
            .matchingSemantics(.unicodeScalar)
    }
}
