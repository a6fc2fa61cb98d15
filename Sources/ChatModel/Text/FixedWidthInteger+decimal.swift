extension FixedWidthInteger {
    /// Parses decimal ASCII digits; leading zeros are allowed.
    ///
    /// Returns nil if the text is empty, has any other character (such as the sign that `Int(_:)` accepts), or is a
    /// number that does not fit.
    package init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.init(text)
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit, `0` to `9`.
    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
