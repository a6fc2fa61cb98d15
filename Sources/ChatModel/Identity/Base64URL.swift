/// Strict base64url without padding (RFC 4648, section 5): every byte sequence has exactly one text.
///
/// Foundation knows only padded base64 with another alphabet. A page has five such texts for each message, and to go by
/// way of Foundation took a tenth of the time of a pull.
public enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each byte as a digit; ``noDigit`` for a byte that is none.
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
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of the bytes in ASCII.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let digits = digits
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> UInt32(count) & 0x3f)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 0x3f)]) }
    }

    /// Returns the bytes of a text; nil unless ``encode(_:)`` returns exactly this text for them.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
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
