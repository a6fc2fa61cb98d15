/// An element of a page as the parser gave it: a claim that has yet to be judged.
struct Element {
    let name: String
    /// Values by name; a parser refuses an attribute that stands twice.
    let attributes: [String: String]
    /// The UTF-8 of all text that stands directly within it, pieces between children joined.
    var text: [UInt8] = []
    var children: [Element] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Whether no text stands within it but the white space of XML (section 2.3).
    var hasOnlyWhiteSpace: Bool { text.allSatisfy(\.isWhiteSpace) }
}
