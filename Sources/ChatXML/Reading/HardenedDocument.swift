import ChatModel

#if canImport(FoundationXML)
    import Foundation
    import FoundationXML
#else
    import Foundation
#endif

/// An XML document from the network. Its bytes are checked for everything that Foundation's XMLParser handles badly,
/// and then parsed by XMLParser.
///
/// The root's attributes can be read separately, so that they are known even if the rest of the document is unreadable.
struct HardenedDocument {
    private let bytes: [UInt8]
    private let rootTag: Tag

    /// The maximum number of elements in a document: twice those of the largest page.
    private static let maximumElements = 2 * Limits.pageMessages * (Limits.fieldCount + 1)
    /// The maximum depth of nested elements; pages have a depth of three.
    private static let maximumDepth = 16

    /// Checks the bytes up to the end of the root's start tag.
    ///
    /// - Throws: ``Refusal`` for a byte order mark, for another encoding than UTF-8, and for everything that
    ///   ``MarkupScanner`` refuses.
    init(_ bytes: [UInt8]) throws(Refusal) {
        var scanner = MarkupScanner(bytes, from: try XMLDeclaration.end(in: bytes))
        scanner.skipWhiteSpace()
        let start = scanner.position
        rootTag = try scanner.nextTag()
        guard rootTag.range.lowerBound == start, rootTag.kind != .end else {
            throw Refusal(markup: "The document does not begin with a root element, or has a byte order mark.")
        }
        self.bytes = bytes
        try checkUTF8(of: rootTag.range)
    }

    /// Returns the root with its attributes, without its contents.
    func root() throws(Refusal) -> Element {
        try Self.parse(bytes[rootTag.range].dropLast(rootTag.kind == .empty ? 2 : 1) + "/>".utf8)
    }

    /// The bytes after the root's start tag; nil if the root is empty.
    var content: ArraySlice<UInt8>? { rootTag.kind == .start ? bytes[rootTag.range.upperBound...] : nil }

    /// Returns the root with its contents.
    ///
    /// - Throws: ``Refusal`` if the document is not well-formed.
    /// - Complexity: O(bytes), plus the time of the parser.
    func tree() throws(Refusal) -> Element {
        let childCount = try countChildren()
        try checkUTF8(of: rootTag.range.upperBound..<bytes.endIndex)
        let root = try Self.parse(bytes[rootTag.range.lowerBound...])
        guard root.children.count == childCount else {
            throw Refusal(markup: "The XML parser and the scanner found different elements in the document.")
        }
        return root
    }

    private func checkUTF8(of range: Range<Int>) throws(Refusal) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else {
            throw Refusal(markup: "The document is not valid UTF-8.")
        }
    }

    /// Scans the document after the root's start tag and returns the number of the root's children.
    private func countChildren() throws(Refusal) -> Int {
        var scanner = MarkupScanner(bytes, from: rootTag.range.upperBound)
        var children = 0
        var depth = rootTag.kind == .empty ? 0 : 1
        var elements = 1
        while depth > 0 {
            let tag = try scanner.nextTag()
            switch tag.kind {
            case .start: depth += 1
            case .end: depth -= 1
            case .empty: break
            }
            if tag.kind != .end { elements += 1 }
            if tag.kind != .start, depth == 1 { children += 1 }
            guard depth <= Self.maximumDepth else {
                throw Refusal(markup: "The elements of the document are nested too deep.")
            }
            guard elements <= Self.maximumElements else { throw Refusal(markup: "The document has too many elements.") }
        }
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw Refusal(markup: "The document has contents after its root.") }
        return children
    }

    /// Parses bytes that were checked before.
    private static func parse(_ document: ArraySlice<UInt8>) throws(Refusal) -> Element {
        // Foundation on Linux cannot parse fewer than four bytes, and reads out of bounds for exactly four.
        let parser = XMLParser(data: Data(document) + [UInt8(ascii: "\n")])
        let builder = ElementBuilder()
        parser.delegate = builder
        // The parser also returns true after some errors, such as text after the root or a document that is cut short.
        guard parser.parse(), parser.parserError == nil, let root = builder.finished else {
            throw Refusal(markup: "The document is not well-formed XML: error in line \(parser.lineNumber).")
        }
        return root
    }
}
