/// The value of a field: one or more Unicode scalars that XML 1.0 can carry, held as the UTF-8 bytes that came in.
///
/// Equality, order and hash are those of the bytes, never canonical equivalence: NFC and NFD differ here.
public struct FieldValue: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// At least one byte of valid UTF-8.
    public let utf8: [UInt8]

    /// - Throws: ``Refusal`` with `field-empty`, `not-utf-8` (overlong forms and surrogates included) or
    ///   `illegal-character` (U+0000 to U+001F but tab, LF and CR; U+FFFE and U+FFFF). Nothing is repaired.
    public init(utf8 bytes: some Sequence<UInt8>) throws(Refusal) {
        utf8 = Array(bytes)
        guard !utf8.isEmpty else { throw Refusal(.fieldEmpty, "A field that is sent has at least one character.") }
        guard String(validating: utf8, as: UTF8.self) != nil else {
            throw Refusal(.notUTF8, "The text is not valid UTF-8; send it as UTF-8.")
        }
        if let illegal = Self.firstIllegalScalar(in: utf8) {
            throw Refusal(.illegalCharacter, "The character \(illegal) cannot be sent; take it out and send again.")
        }
    }

    /// - Throws: as ``init(utf8:)``.
    public init(_ text: String) throws(Refusal) {
        try self.init(utf8: text.utf8)
    }

    /// The first scalar in valid UTF-8 that is not what XML 1.0 calls a Char (section 2.2), as `U+0001`.
    ///
    /// Surrogates are not in valid UTF-8. U+FFFE and U+FFFF are EF BF BE and EF BF BF.
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

    /// Unicode scalars, not Characters: the number of those changes with the toolchain.
    ///
    /// - Complexity: O(bytes)
    public var scalarCount: Int { utf8.count { $0 & 0xc0 != 0x80 } }

    public var description: String { String(decoding: utf8, as: UTF8.self) }

    public static func < (left: FieldValue, right: FieldValue) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
