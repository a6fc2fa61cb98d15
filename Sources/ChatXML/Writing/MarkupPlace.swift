/// Where text stands in a page: this decides which of its characters a parser would take for something else.
enum MarkupPlace {
    case content
    case attribute

    /// What stands for a byte that cannot stand for itself (XML 1.0, sections 2.4, 2.11 and 3.3.3).
    func reference(for byte: UInt8) -> String? {
        guard byte <= UInt8(ascii: ">") else { return nil }
        return switch (byte, self) {
        case (UInt8(ascii: "&"), _): "&amp;"
        case (UInt8(ascii: "<"), _): "&lt;"
        case (UInt8(ascii: ">"), _): "&gt;"  // Else ]]> would be an error.
        case (UInt8(ascii: "\r"), _): "&#13;"  // Else a parser makes LF of it.
        case (UInt8(ascii: "\""), .attribute): "&quot;"
        case (UInt8(ascii: "\t"), .attribute): "&#9;"  // Else a parser makes a space of it, and of LF.
        case (UInt8(ascii: "\n"), .attribute): "&#10;"
        default: nil
        }
    }
}
