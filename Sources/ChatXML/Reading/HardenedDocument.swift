import ChatModel

#if canImport(FoundationXML)
    import Foundation
    import FoundationXML
#else
    import Foundation
#endif

/// A document from outside: read by Foundation's XMLParser, after checks of its bytes that the parser cannot be
/// trusted with.
///
/// It is read in two steps, so that what the root says is known even where the rest cannot be read.
struct HardenedDocument {
    private let bytes: [UInt8]
    private let rootTag: Tag

    /// Elements in one document, at most: those of the largest page, and as many again.
    private static let maximumElements = 2 * Limits.pageMessages * (Limits.fieldCount + 1)
    /// Levels of elements, at most; pages have three.
    private static let maximumDepth = 16

    /// Those of UTF-8 and of UTF-16, both ways.
    private static let byteOrderMarks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe]]

    /// Checks the bytes up to the end of the root's start tag.
    ///
    /// - Throws: ``MarkupError`` for a byte order mark, a declared encoding that is not UTF-8, bytes that are not UTF-8, and
    ///   for what ``MarkupScanner`` refuses.
    init(_ bytes: [UInt8]) throws(MarkupError) {
        guard !Self.byteOrderMarks.contains(where: bytes.starts) else {
            throw MarkupError("It begins with a byte order mark; pages are UTF-8 and have none.")
        }
        var scanner = MarkupScanner(bytes, from: try XMLDeclaration.end(in: bytes))
        scanner.skipWhiteSpace()
        let start = scanner.position
        rootTag = try scanner.nextTag()
        guard rootTag.range.lowerBound == start, rootTag.kind != .end else {
            throw MarkupError("It does not begin with a root element.")
        }
        self.bytes = bytes
        try checkUTF8(of: rootTag.range)
    }

    /// The root with its attributes alone.
    func root() throws(MarkupError) -> Element {
        try Self.parse(bytes[rootTag.range].dropLast(rootTag.kind == .empty ? 2 : 1) + "/>".utf8)
    }

    /// The root with all that is in it.
    ///
    /// - Returns: also, for each child of the root, the bytes it was read from.
    /// - Throws: ``MarkupError`` for what is no well-formed document, down to its last byte.
    /// - Complexity: O(bytes), plus what the parser takes.
    func tree() throws(MarkupError) -> (root: Element, sources: [ArraySlice<UInt8>]) {
        let sources = try childRanges().map { bytes[$0] }
        try checkUTF8(of: rootTag.range.upperBound..<bytes.endIndex)
        let root = try Self.parse(bytes[rootTag.range.lowerBound...])
        guard root.children.count == sources.count else {
            throw MarkupError("The parser found other elements than there are.")
        }
        return (root, sources)
    }

    private func checkUTF8(of range: Range<Int>) throws(MarkupError) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else {
            throw MarkupError("It is not valid UTF-8.")
        }
    }

    /// Scans all that follows the root's start tag.
    private func childRanges() throws(MarkupError) -> [Range<Int>] {
        var scanner = MarkupScanner(bytes, from: rootTag.range.upperBound)
        var children: [Range<Int>] = []
        var childStart = scanner.position
        var depth = rootTag.kind == .empty ? 0 : 1
        var elements = 1
        while depth > 0 {
            let tag = try scanner.nextTag()
            if depth == 1 { childStart = tag.range.lowerBound }
            switch tag.kind {
            case .start: depth += 1
            case .end: depth -= 1
            case .empty: break
            }
            if tag.kind != .end { elements += 1 }
            if tag.kind != .start, depth == 1 { children.append(childStart..<tag.range.upperBound) }
            guard depth <= Self.maximumDepth else { throw MarkupError("Its elements are nested too deep.") }
            guard elements <= Self.maximumElements else { throw MarkupError("It has too many elements.") }
        }
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw MarkupError("Something follows its root.") }
        return children
    }

    /// Runs the parser over bytes that have been checked.
    private static func parse(_ document: ArraySlice<UInt8>) throws(MarkupError) -> Element {
        // Foundation on Linux does not parse fewer than four bytes and reads beyond exactly four.
        let parser = XMLParser(data: Data(document) + [UInt8(ascii: "\n")])
        let builder = ElementBuilder()
        parser.delegate = builder
        // It says that it succeeded also after some errors: text behind the root, a document cut short.
        guard parser.parse(), parser.parserError == nil, let root = builder.finished else {
            throw MarkupError("It is not well-formed XML, in line \(parser.lineNumber).")
        }
        return root
    }
}
