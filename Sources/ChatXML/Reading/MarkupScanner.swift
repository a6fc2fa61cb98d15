import ChatModel

/// Scans the bytes of a document from tag to tag before the XML parser reads them, and refuses input that would harm
/// the parser.
///
/// The scanner refuses:
///
/// - `<!` and `<?`: document types, entity declarations, CDATA, comments and processing instructions begin with them;
/// - tags over the limits: libxml2 takes 5 s for a tag with 80,000 attributes;
/// - references to undeclared entities or illegal characters, and `]]>` in a text: the parser would report up to a million
///   errors, one for each;
/// - namespaces: parsers differ in what they make of them;
/// - control characters.
///
/// The parser checks everything else.
///
/// - Complexity: O(bytes); reads each byte once.
struct MarkupScanner {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func skipWhiteSpace() {
        while position < bytes.endIndex, bytes[position].isWhiteSpace { position += 1 }
    }

    /// Returns the next tag and moves behind it.
    mutating func nextTag() throws(Refusal) -> Tag {
        try skipText()
        let start = position
        position += 1
        guard position < bytes.endIndex else { throw Self.endsInTag }
        let first = bytes[position]
        guard first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else {
            throw Refusal(
                markup:
                    "The document has a comment, CDATA, document type or processing instruction, which it must not have."
            )
        }
        try skipTag(from: start)
        let isEmpty = bytes[position - 2] == UInt8(ascii: "/")
        return Tag(kind: first == UInt8(ascii: "/") ? .end : isEmpty ? .empty : .start, range: start..<position)
    }

    private static let endsInTag = Refusal(markup: "The document ends within a tag.")

    /// Moves to the next `<`.
    private mutating func skipText() throws(Refusal) {
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") { return }
            try check(byte)
            if byte == UInt8(ascii: ">"), position >= 2, bytes[position - 1] == UInt8(ascii: "]"),
                bytes[position - 2] == UInt8(ascii: "]")
            {
                throw Refusal(markup: "The document has ]]> in a text.")
            }
            position += 1
        }
        throw Refusal(markup: "The document ends before the end tag of its root.")
    }

    /// Moves behind the `>` of the tag. A `>` between quotation marks does not end a tag.
    private mutating func skipTag(from start: Int) throws(Refusal) {
        var quotation: UInt8?
        var attributes = 0
        while position < bytes.endIndex {
            guard position - start < Limits.tagBytes else {
                throw Refusal(markup: "A tag has more than \(Limits.tagBytes) bytes.")
            }
            let byte = bytes[position]
            try check(byte)
            position += 1
            switch byte {
            case UInt8(ascii: ">") where quotation == nil:
                return
            case UInt8(ascii: "<"):
                throw Refusal(markup: "A tag contains a <.")
            case UInt8(ascii: ":") where quotation == nil:
                throw Self.hasNamespace
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard quotation == nil else {
                    if quotation == byte { quotation = nil }
                    continue
                }
                quotation = byte
                if isNamespace(bytes[start..<(position - 1)]) { throw Self.hasNamespace }
                attributes += 1
                guard attributes <= Limits.tagAttributes else {
                    throw Refusal(markup: "A tag has more than \(Limits.tagAttributes) attributes.")
                }
            default:
                break
            }
        }
        throw Self.endsInTag
    }

    private static let hasNamespace = Refusal(
        markup:
            "The document has a namespace: the attribute xmlns, or a name with a colon.")

    /// Whether the part of a tag before the value of an attribute ends with the attribute's name `xmlns`.
    private func isNamespace(_ part: ArraySlice<UInt8>) -> Bool {
        let name = part.reversed().drop { $0.isWhiteSpace || $0 == UInt8(ascii: "=") }
            .prefix { !$0.isWhiteSpace && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        return name.elementsEqual("snlmx".utf8)
    }

    /// Checks one byte, and the reference that begins with it if it is an `&`.
    private func check(_ byte: UInt8) throws(Refusal) {
        guard byte >= 0x20 || byte.isWhiteSpace else { throw Refusal(markup: "The document has a control character.") }
        guard byte != UInt8(ascii: "&") || isReference(at: position) else {
            throw Refusal(
                markup:
                    "The document has an & that is neither a legal character reference nor one of the five entities of XML."
            )
        }
    }

    /// The maximum length of a reference without its `&` and `;`, in bytes. It leaves room for leading zeros.
    private static let referenceBytes = 15
    private static let names: [[UInt8]] = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }

    /// Whether the `&` at this index begins a valid reference (XML 1.0, sections 4.1 and 4.6).
    private func isReference(at index: Int) -> Bool {
        var end = index + 1
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: ";") {
            end += 1
            guard end - index <= Self.referenceBytes + 1 else { return false }
        }
        guard end < bytes.endIndex else { return false }
        guard bytes[index + 1] == UInt8(ascii: "#") else {
            return Self.names.contains { bytes[(index + 1)..<end].elementsEqual($0) }
        }
        let isHexadecimal = bytes[index + 2] == UInt8(ascii: "x")
        let digits = bytes[(index + (isHexadecimal ? 3 : 2))..<end]
        guard digits.first != UInt8(ascii: "+"),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return false }
        return Unicode.Scalar(number)?.isLegalInXML ?? false
    }
}

/// The kind of a tag and its byte range in the document.
struct Tag {
    enum Kind {
        case start
        case end
        case empty
    }

    let kind: Kind
    /// The bytes from `<` to `>`, including both.
    let range: Range<Int>
}

extension UInt8 {
    /// White space between markup (XML 1.0, section 2.3): space, tab, CR and LF.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0d || self == 0x0a }
}
