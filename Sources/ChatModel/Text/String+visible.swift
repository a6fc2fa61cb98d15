extension String {
    /// Returns a name with its invisible characters and unusual spaces as code points, so that it looks different from all other
    /// names. The function in the web client's `model/text.js` also keeps the joiners between letters.
    ///
    /// - Parameter maximumScalars: the number of Unicode scalars of the name to show, at most.
    package func visible(maximumScalars: Int) -> String {
        let name = String(String.UnicodeScalarView(unicodeScalars.prefix(maximumScalars)))
        let hasVisible = name.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark: false
            default: !scalar.isInvisible
            }
        }
        return name.map { character in
            let scalars = character.unicodeScalars
            if hasVisible, character.isEmojiSequence { return "\(character)" }
            return scalars.map { !hasVisible || $0.isInvisible ? $0.codePoint : "\($0)" }.joined()
        }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        // Other spaces look like the usual one.
        case .spaceSeparator: value != 0x20
        default: properties.isDefaultIgnorableCodePoint || value == 0x2800
        }
    }

    /// The Unicode notation, such as `⟨U+200B⟩`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩"
    }
}

extension Character {
    /// Whether the character is an emoji whose invisible scalars belong to it: joiners between emoji, and variation selectors.
    fileprivate var isEmojiSequence: Bool {
        let scalars = Array(unicodeScalars)
        guard scalars.count > 1, scalars[0].properties.isEmoji, scalars[0].value > 0xFF else { return false }
        return scalars.indices.dropFirst().allSatisfy { index in
            switch scalars[index].value {
            case 0x200D: index + 1 < scalars.count && scalars[index + 1].properties.isEmoji
            case 0xFE0F: scalars[index - 1].properties.isEmoji
            default: scalars[index].properties.isEmoji || scalars[index].properties.isEmojiModifier
            }
        }
    }
}
