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
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw Refusal(.notUTF8, "The text is not valid UTF-8; send it as UTF-8.")
        }
        if let illegal = text.unicodeScalars.first(where: { !Self.isLegal($0) }) {
            let hex = String(illegal.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
            throw Refusal(.illegalCharacter, "The character \(name) cannot be sent; take it out and send again.")
        }
    }

    /// - Throws: as ``init(utf8:)``.
    public init(_ text: String) throws(Refusal) {
        try self.init(utf8: text.utf8)
    }

    /// What XML 1.0 calls a Char (section 2.2).
    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: true
        case ..<0x20, 0xfffe, 0xffff: false
        default: true
        }
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
