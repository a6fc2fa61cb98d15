extension String {
    /// The first scalars of a text from another node, safe to show within a sentence or a log line.
    ///
    /// Spaces replace control characters, line and paragraph separators (which would begin another line) and
    /// bidirectional controls (which would reorder the text behind them).
    ///
    /// - Parameter maximumScalars: the number of Unicode scalars to keep, at most.
    package func oneLine(maximumScalars: Int) -> String {
        let shown = unicodeScalars.prefix(maximumScalars).map { scalar in
            let properties = scalar.properties
            return switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: properties.isBidiControl ? " " : scalar
            }
        }
        return String(String.UnicodeScalarView(shown))
    }

    /// A text from another node as a quotation. It cannot end the quotation, because apostrophes replace the quotation marks
    /// in it.
    package var quoted: String {
        // By scalars: a mark with a combining character behind it is another Character, and looks the same.
        let words = unicodeScalars.map { "\"“”„‟«»＂″‶❝❞〝〞〟".unicodeScalars.contains($0) ? "'" : $0 }
        return "“" + String(String.UnicodeScalarView(words)) + "”"
    }
}
