import ChatModel

/// Reads the entries of a log page in exactly the form in which ``PageWriter`` writes them.
///
/// The scanner takes a third of the time of the XML parser. If a page has another form, or a message that breaks a rule, the XML
/// parser reads the page from the beginning. So a page can have unknown elements and attributes, and every error of a page
/// comes from the XML parser.
struct LogPageScanner {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private let head: PageHead
    /// The origins that the page has named so far.
    private var origins: [PublicKey] = []

    /// The page has another form. A message that breaks a rule throws a ``Refusal`` instead; both have the same effect.
    private struct OtherForm: Error {}

    private init(_ bytes: ArraySlice<UInt8>, on head: PageHead) {
        self.bytes = bytes
        index = bytes.startIndex
        self.head = head
    }

    /// Returns the entries of a page; nil if the XML parser has to read it.
    ///
    /// - Parameter bytes: the bytes after the root's start tag.
    static func entries(in bytes: ArraySlice<UInt8>, on head: PageHead) -> [LogPage.Entry]? {
        var scanner = LogPageScanner(bytes, on: head)
        return try? scanner.entries()
    }

    private mutating func entries() throws -> [LogPage.Entry] {
        var entries: [LogPage.Entry] = []
        var messages = 0
        try skip("\n")
        while !isSkipped("</chat>\n") {
            if isSkipped("<listed id=\"") {
                entries.append(try listed())
            } else if isSkipped("<origin key=\"") {
                origins.append(try PublicKey(bytes: base64URL(PublicKey.byteCount)))
                try skip("/>\n")
            } else if isSkipped("<gone id=\"") {
                entries.append(.gone(try id(), try digest()))
            } else if isSkipped("<damaged id=\"") {
                entries.append(.damaged(try id(), try digest()))
            } else {
                messages += 1
                entries.append(try message())
            }
            guard messages <= Limits.pageMessages, entries.count <= Limits.listEntries,
                origins.count <= Limits.listEntries
            else { throw OtherForm() }
        }
        guard index == bytes.endIndex else { throw OtherForm() }
        return entries
    }

    /// Reads a digest and the end of its element.
    private mutating func digest() throws -> Digest {
        try skip(" digest=\"")
        let digest = try Digest(bytes: base64URL(Digest.byteCount))
        try skip("/>\n")
        return digest
    }

    private mutating func listed() throws -> LogPage.Entry {
        let id = try id()
        try skip(" digest=\"")
        let digest = try Digest(bytes: base64URL(Digest.byteCount))
        try skip(" origin=\"")
        let origin = try number()
        guard origin < origins.count else { throw OtherForm() }
        let group = isSkipped(" group=\"") ? try group() : head.group
        let lacksValues = isSkipped(" values=\"none\"")
        try skip("/>\n")
        return .listed(
            id, ListedMessage(digest: digest, origin: origins[Int(origin)], group: group, lacksValues: lacksValues))
    }

    private mutating func message() throws -> LogPage.Entry {
        try skip("<message id=\"")
        let id = try id()
        try skip(" added=\"")
        try skipTime()
        try skip(" origin=\"")
        let origin = try PublicKey(bytes: base64URL(PublicKey.byteCount))
        let group = isSkipped(" group=\"") ? try group() : head.group
        try skip(" stamp=\"")
        let stamp = Stamp(rawValue: try number())
        try skip(" nonce=\"")
        let nonce = try Nonce(bytes: base64URL(Nonce.byteCount))
        try skip(" sig=\"")
        let signature = try Signature(bytes: base64URL(Signature.byteCount))
        let salt = isSkipped(" salt=\"") ? try Salt(bytes: base64URL(Salt.byteCount)) : nil
        try skip(">")
        let fields = try Fields(fields(), salt: salt)
        return .message(
            id,
            Message(origin: origin, group: group, stamp: stamp, nonce: nonce, fields: fields, signature: signature))
    }

    private mutating func group() throws -> GroupID {
        guard !isSkipped("\"") else { return .none }
        let group = try GroupID(bytes: base64URL(GroupID.byteCount))
        guard group != .none else { throw OtherForm() }
        return group
    }
}

// MARK: - Fields

extension LogPageScanner {
    /// Reads the fields of a message and its end tag.
    private mutating func fields() throws -> [Field] {
        var fields: [Field] = []
        while !isSkipped("</message>\n") {
            guard fields.count < Limits.fieldCount else { throw OtherForm() }
            fields.append(try field())
        }
        return fields
    }

    private mutating func field() throws -> Field {
        try skip("<")
        let tag = try nameRange()
        let name = try FieldName(String(decoding: bytes[tag], as: UTF8.self))
        guard !isSkipped(" gone=\"") else { return Field(name, try goneValue()) }
        let isErasable = isSkipped(" kind=\"1\"") || name == .text
        try skip(">")
        let value = try FieldValue(utf8: content())
        try skip("</")
        guard try bytes[tag] == bytes[nameRange()] else { throw OtherForm() }
        try skip(">")
        return Field(name, isErasable ? .erasable(value) : .kept(value))
    }

    private mutating func goneValue() throws -> Field.Content {
        let hash = try ValueHash(bytes: base64URL(ValueHash.byteCount))
        try skip(" bytes=\"")
        let byteCount = try number()
        guard byteCount <= Limits.fieldBytes else { throw OtherForm() }
        try skip("/>")
        return .gone(hash, byteCount: Int(byteCount))
    }

    /// Moves behind the name of a field and returns the range of the name.
    private mutating func nameRange() throws -> Range<Int> {
        let start = index
        while index < bytes.endIndex, FieldName.mayContain(bytes[index]) { index += 1 }
        return start..<index
    }

    /// Moves to the next `<` and returns the text before it, with the bytes instead of their references.
    ///
    /// A parser returns other bytes for an unescaped CR, and refuses an unescaped `>` in `]]>`.
    private mutating func content() throws -> [UInt8] {
        var content: [UInt8] = []
        var rest = index
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                content += bytes[rest..<index]
                return content
            case UInt8(ascii: "&"):
                content += bytes[rest..<index]
                content.append(try referredByte())
                rest = index
            case UInt8(ascii: ">"), UInt8(ascii: "\r"):
                throw OtherForm()
            default:
                index += 1
            }
        }
        throw OtherForm()
    }

    /// Moves behind a reference and returns the byte for which it was written.
    private mutating func referredByte() throws -> UInt8 {
        for byte in "&<>\r".utf8 {
            if let reference = MarkupContext.content.reference(for: byte), isSkipped(reference) { return byte }
        }
        throw OtherForm()
    }
}

// MARK: - Parts

extension LogPageScanner {
    /// Moves behind this markup if it is next.
    private mutating func isSkipped(_ markup: StaticString) -> Bool {
        guard markup.utf8CodeUnitCount <= bytes.endIndex - index else { return false }
        for offset in 0..<markup.utf8CodeUnitCount where unsafe markup.utf8Start[offset] != bytes[index + offset] {
            return false
        }
        index += markup.utf8CodeUnitCount
        return true
    }

    private mutating func skip(_ markup: StaticString) throws {
        guard isSkipped(markup) else { throw OtherForm() }
    }

    /// Reads an id and the quotation mark after it.
    private mutating func id() throws -> LogID {
        guard let id = LogID(rawValue: try number()), id > .zero else { throw OtherForm() }
        return id
    }

    /// Reads a number of at most 19 digits, which is below 2^64, and the quotation mark after it.
    private mutating func number() throws -> UInt64 {
        let start = index
        var number: UInt64 = 0
        while index < bytes.endIndex, bytes[index].isASCIIDigit, index - start < 19 {
            number = number * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        guard index > start, bytes[start] != UInt8(ascii: "0") || index == start + 1 else { throw OtherForm() }
        try skip("\"")
        return number
    }

    /// Reads base64url bytes and the quotation mark after them.
    private mutating func base64URL(_ byteCount: Int) throws -> [UInt8] {
        let end = index + (byteCount * 4 + 2) / 3
        guard end < bytes.endIndex, let value = Base64URL.decode(bytes[index..<end]) else { throw OtherForm() }
        index = end
        try skip("\"")
        return value
    }

    /// Moves behind a time such as `2011-02-01 12:00:00` and the quotation mark after it.
    private mutating func skipTime() throws {
        let start = index
        while index < bytes.endIndex, index - start < 32, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index].isASCIIDigit || " -:".utf8.contains(bytes[index]) else { throw OtherForm() }
            index += 1
        }
        try skip("\"")
    }
}
