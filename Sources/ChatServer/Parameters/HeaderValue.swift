/// The value of a header field with parameters, as in Content-Type and Content-Disposition:
/// `value; name=text; name="text"` (RFC 9110, section 5.6.6).
struct HeaderValue {
    /// In lower case, without the parameters.
    let value: String
    /// By name in lower case. The first of two parameters with the same name counts.
    private let parameters: [String: [UInt8]]

    /// Never fails: a malformed parameter is skipped.
    ///
    /// - Parameter text: The text after the field's colon.
    init(_ text: some Collection<UInt8>) {
        var rest = Array(text)[...]
        value = Self.lowercased(Self.takeToken(&rest, until: [UInt8(ascii: ";")]))
        var parameters: [String: [UInt8]] = [:]
        while rest.popFirst() != nil {
            let name = Self.lowercased(Self.takeToken(&rest, until: [UInt8(ascii: ";"), UInt8(ascii: "=")]))
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            let value = Self.takeValue(&rest)
            if parameters[name] == nil { parameters[name] = value }
        }
        self.parameters = parameters
    }

    subscript(name: String) -> [UInt8]? { parameters[name] }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        rest = rest.drop(while: isBlank)
        guard rest.first == UInt8(ascii: "\"") else {
            return takeToken(&rest, until: [UInt8(ascii: ";")])
        }
        rest.removeFirst()
        let value = takeQuoted(&rest)
        _ = takeToken(&rest, until: [UInt8(ascii: ";")])
        return value
    }

    /// Removes and returns the text up to the closing quotation mark. A backslash escapes the next byte.
    private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return value
    }

    /// Removes and returns the text before the first byte of `ends`, without blanks around it.
    private static func takeToken(_ rest: inout ArraySlice<UInt8>, until ends: [UInt8]) -> [UInt8] {
        let token = rest.prefix { !ends.contains($0) }
        rest = rest.dropFirst(token.count)
        let begun = token.drop(while: isBlank)
        return Array(begun.reversed().drop(while: isBlank).reversed())
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func lowercased(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}
