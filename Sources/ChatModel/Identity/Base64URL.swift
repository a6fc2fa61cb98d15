#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Strict base64url without padding (RFC 4648, section 5): every byte sequence has exactly one text.
public enum Base64URL {
    /// Returns the text of the bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        let padded = Data(bytes).base64EncodedString()
        return String(
            decoding: padded.utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }

    /// Returns the bytes of a text; nil unless ``encode(_:)`` returns exactly this text for them.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var padded: [UInt8] = []
        padded.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): padded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): padded.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: padded.append(byte)
            }
        }
        while padded.count % 4 != 0 { padded.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(padded)) else { return nil }
        let bytes = [UInt8](data)
        return encode(bytes).utf8.elementsEqual(text.utf8) ? bytes : nil
    }
}
