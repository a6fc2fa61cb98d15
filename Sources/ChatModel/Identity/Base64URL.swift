/// Strict base64url without padding (RFC 4648, section 5): every byte sequence has exactly one text.
///
/// Foundation knows only padded base64 with another alphabet. A page has five such texts for each message. Coding them
/// with Foundation took a tenth of the time of a pull.
public enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each byte as a digit; ``noDigit`` for a byte that is no digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: noDigit, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
    private static let noDigit: UInt8 = 0xff

    /// Returns the text of the bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        append(bytes[...], bytes.indices, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of a part of the bytes in ASCII.
    package static func append(_ bytes: ArraySlice<UInt8>, _ part: Range<Int>, to text: inout [UInt8]) {
        let digits = digits
        var index = part.lowerBound
        while part.upperBound - index >= 3 {
            let bits = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text.append(digits[bits >> 18])
            text.append(digits[bits >> 12 & 0x3f])
            text.append(digits[bits >> 6 & 0x3f])
            text.append(digits[bits & 0x3f])
            index += 3
        }
        guard index < part.upperBound else { return }
        let hasTwo = part.upperBound - index == 2
        let bits = Int(bytes[index]) << 16 | (hasTwo ? Int(bytes[index + 1]) << 8 : 0)
        text.append(digits[bits >> 18])
        text.append(digits[bits >> 12 & 0x3f])
        if hasTwo { text.append(digits[bits >> 6 & 0x3f]) }
    }

    /// Returns the bytes of a text; nil unless ``encode(_:)`` returns exactly this text for them.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8)[...])
    }

    /// Returns the bytes of a text in ASCII; nil as for ``decode(_:)-(StringProtocol)``.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in text {
            let value = values[Int(byte)]
            guard value != noDigit else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // Only the last digit may have bits that belong to no byte: at most four, which are 0.
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }
}
