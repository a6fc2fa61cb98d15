/// A decoder for `multipart/form-data` (RFC 7578 and RFC 2046, section 5.1): parts between lines that begin with
/// `--boundary`.
///
/// Files, parts without a name, and text before the first and after the last boundary are skipped.
struct MultipartForm {
    /// The maximum length of a boundary (RFC 2046).
    static let boundaryBytes = 70

    private let delimiter: [UInt8]

    /// - Throws: ``Failure`` with `bad-multipart`.
    init(boundary: [UInt8]?) throws(Failure) {
        guard let boundary, (1...Self.boundaryBytes).contains(boundary.count) else { throw .badMultipart }
        delimiter = Array("--".utf8) + boundary
    }

    /// - Throws: ``Failure`` with `bad-multipart` for an incomplete body, or one with too many parts.
    /// - Complexity: O(bytes × boundary)
    func pairs(in body: [UInt8]) throws(Failure) -> [FormPair] {
        var pairs: [FormPair] = []
        guard var line = firstDelimiter(in: body[...]) else { throw .badMultipart }
        for _ in 0...RequestLimits.formParts {
            if line.isClosing { return pairs }
            let rest = body[line.end...]
            // The line break before a delimiter belongs to the delimiter. The search begins at the line break that ends the
            // last delimiter, because a part may be empty.
            guard let next = delimiter(in: body, from: line.end - 2) else { throw .badMultipart }
            if let pair = Self.pair(in: rest[..<max(rest.startIndex, next.start)]) { pairs.append(pair) }
            line = next
        }
        throw .badMultipart
    }

    /// A line that separates parts.
    private struct DelimiterLine {
        /// The index of the line break before the line.
        let start: Int
        /// The index after the line break at the end of the line.
        let end: Int
        let isClosing: Bool
    }

    private func firstDelimiter(in body: ArraySlice<UInt8>) -> DelimiterLine? {
        let first = line(in: body, at: body.startIndex, start: body.startIndex)
        return first ?? delimiter(in: Array(body), from: body.startIndex)
    }

    private func delimiter(in body: [UInt8], from index: Int) -> DelimiterLine? {
        var rest = body[index...]
        while let lineBreak = rest.firstIndex(of: UInt8(ascii: "\r")) {
            rest = body[(lineBreak + 1)...]
            guard rest.first == UInt8(ascii: "\n") else { continue }
            if let line = line(in: body[...], at: lineBreak + 2, start: lineBreak) { return line }
        }
        return nil
    }

    /// Returns the delimiter at `index`; nil unless it fills its line.
    private func line(in body: ArraySlice<UInt8>, at index: Int, start: Int) -> DelimiterLine? {
        var rest = body[index...]
        guard rest.starts(with: delimiter) else { return nil }
        rest = rest.dropFirst(delimiter.count)
        if rest.starts(with: "--".utf8) { return DelimiterLine(start: start, end: body.endIndex, isClosing: true) }
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard rest.starts(with: "\r\n".utf8) else { return nil }
        return DelimiterLine(start: start, end: rest.startIndex + 2, isClosing: false)
    }

    /// Returns a part's name and value; nil for a file and for a part without a name.
    private static func pair(in part: ArraySlice<UInt8>) -> FormPair? {
        var name: [UInt8]?
        var rest = part
        while let line = takeLine(&rest) {
            if line.isEmpty { return name.map { FormPair(name: $0, value: Array(rest)) } }
            guard let disposition = disposition(in: line) else { continue }
            if disposition["filename"] != nil || disposition["filename*"] != nil { return nil }
            name = disposition["name"]
        }
        return nil
    }

    private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let line = rest.prefix { $0 != UInt8(ascii: "\r") }
        guard rest[line.endIndex...].starts(with: "\r\n".utf8) else { return nil }
        rest = rest[(line.endIndex + 2)...]
        return line
    }

    private static func disposition(in line: ArraySlice<UInt8>) -> HeaderValue? {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard String(decoding: name, as: UTF8.self).lowercased() == "content-disposition" else { return nil }
        return HeaderValue(line.dropFirst(name.count + 1))
    }
}
