extension String {
    /// The UTF-8 of the text, with U+FFFD for scalars that XML 1.0 cannot carry.
    ///
    /// For names and sentences only, so that none of them can break a page; a message's text is refused, never repaired.
    var xmlBytes: [UInt8] {
        guard !utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return Array(utf8) }
        return unicodeScalars.flatMap { Array(String($0.isLegalInXML ? $0 : "\u{FFFD}").utf8) }
    }
}
