internal import ChatModel

/// A decoder for `application/x-www-form-urlencoded` that reads forms as PHP does (php_default_treat_data,
/// php_url_decode).
///
/// No input is malformed, because the 2011 client sends its text without any encoding. `&` separates pairs. `+` is a
/// space. `%` with two hex digits is a byte, and any other `%` is a percent sign. A name without `=` has an empty value.
enum URLEncodedForm {
    static func pairs(in form: some Collection<UInt8>) -> [FormPair] {
        form.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return FormPair(name: decode(name), value: decode(part.dropFirst(name.count + 1)))
        }
    }

    /// Whether a form has a parameter with a name of one letter. Decodes only names that can be this one.
    static func contains(_ name: ParameterName, in form: some Collection<UInt8>) -> Bool {
        form.split(separator: UInt8(ascii: "&")).contains { part in
            let encoded = part.prefix { $0 != UInt8(ascii: "=") }
            // A longer name decodes to one letter only if it begins with `+` or `%`.
            guard encoded.count == 1 || encoded.first == UInt8(ascii: "+") || encoded.first == UInt8(ascii: "%")
            else { return false }
            return ParameterName(utf8: decode(encoded)) == name
        }
    }

    static func decode(_ encoded: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var rest = Array(encoded)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let escaped = escapedByte(rest.prefix(2)) {
                    decoded.append(escaped)
                    rest.removeFirst(2)
                } else {
                    decoded.append(byte)
                }
            default:
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func escapedByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, let high = hexDigit(digits.first), let low = hexDigit(digits.last) else { return nil }
        return high << 4 | low
    }

    private static func hexDigit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let byte) where byte.isASCIIDigit: byte - UInt8(ascii: "0")
        case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
