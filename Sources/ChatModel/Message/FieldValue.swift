/// The value of a field: one or more Unicode scalars that XML 1.0 allows, stored as the UTF-8 bytes that were received.
///
/// Values are compared by their bytes. Strings that Swift considers canonically equal, such as the NFC and NFD forms of
/// a text, are different values.
public struct FieldValue: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Valid UTF-8, at least one byte.
    public let utf8: [UInt8]

    /// Checks the bytes and stores them unchanged.
    ///
    /// - Throws: ``Refusal`` with `field-empty`; `not-utf-8`, also for overlong forms and surrogates;
    ///   `illegal-character` for U+FFFE, U+FFFF, and U+0000 to U+001F except tab, LF and CR.
    public init(utf8 bytes: some Sequence<UInt8>) throws(Refusal) {
        utf8 = Array(bytes)
        guard !utf8.isEmpty else {
            throw Refusal(.fieldEmpty, "A field must have at least one character; leave an empty field out.")
        }
        guard String(validating: utf8, as: UTF8.self) != nil else {
            throw Refusal(.notUTF8, "The text is not valid UTF-8; send it as UTF-8.")
        }
        if let illegal = Self.firstIllegalScalar(in: utf8) {
            throw Refusal(.illegalCharacter, "The character \(illegal) is not allowed; remove it and send again.")
        }
    }

    /// - Throws: as ``init(utf8:)``.
    public init(_ text: String) throws(Refusal) {
        try self.init(utf8: text.utf8)
    }

    /// Creates a value from bytes that were the ``utf8`` of a value when they were stored.
    package init(stored utf8: ArraySlice<UInt8>) {
        self.utf8 = Array(utf8)
    }

    /// Returns the first scalar that is not a Char of XML 1.0 (section 2.2), written as `U+0001`; nil if all are.
    ///
    /// Valid UTF-8 has no surrogates, so they need no check. U+FFFE and U+FFFF are the bytes EF BF BE and EF BF BF.
    private static func firstIllegalScalar(in utf8: [UInt8]) -> String? {
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case 0x09, 0x0a, 0x0d: continue
            case ..<0x10: return "U+000" + String(byte, radix: 16, uppercase: true)
            case ..<0x20: return "U+00" + String(byte, radix: 16, uppercase: true)
            case 0xbe, 0xbf:
                guard index >= 2, utf8[index - 1] == 0xbf, utf8[index - 2] == 0xef else { continue }
                return byte == 0xbe ? "U+FFFE" : "U+FFFF"
            default: continue
            }
        }
        return nil
    }

    /// The first control character (U+0000 to U+001F, U+007F to U+009F) or line or paragraph separator (U+2028, U+2029),
    /// written as `U+0007`; nil if there is none.
    var firstControlScalar: String? {
        description.unicodeScalars.first { scalar in
            switch scalar.value {
            case ..<0x20, 0x7f...0x9f, 0x2028, 0x2029: true
            default: false
            }
        }
        .map { "U+" + String(repeating: "0", count: 4 - min(4, hexadecimal($0).count)) + hexadecimal($0) }
    }

    private func hexadecimal(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16, uppercase: true) }

    /// The number of Unicode scalars. Characters are not counted, because their number depends on the toolchain's
    /// Unicode version.
    ///
    /// - Complexity: O(bytes)
    public var scalarCount: Int { utf8.count { $0 & 0xc0 != 0x80 } }

    public var description: String { String(decoding: utf8, as: UTF8.self) }

    public static func < (left: FieldValue, right: FieldValue) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
