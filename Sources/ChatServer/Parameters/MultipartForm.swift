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
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// - Throws: ``Failure`` with `bad-multipart` for an incomplete body, or one with too many parts.
    /// - Complexity: O(bytes × boundary)
    func pairs(in body: [UInt8]) throws(Failure) -> [FormPair] {
        var pairs: [FormPair] = []
        // The line break before a delimiter belongs to the delimiter. The first one may begin the body.
        var rest = (Array("\r\n".utf8) + body)[...]
        guard takePart(&rest) != nil else { throw .badMultipart }
        for _ in 0...RequestLimits.formParts {
            if rest.starts(with: "--".utf8) { return pairs }
            guard let part = takePart(&rest) else { throw .badMultipart }
            if let pair = Self.pair(in: part.dropFirst(2)) { pairs.append(pair) }
        }
        throw .badMultipart
    }

    /// Removes the text before the next delimiter and returns it; nil without a delimiter that fills its line. What is left
    /// begins with `--` after the last delimiter, else with the line break after the delimiter: a part may be empty, so this
    /// line break can begin the next delimiter.
    private func takePart(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for index in rest.indices where rest[index] == UInt8(ascii: "\r") && rest[index...].starts(with: delimiter) {
            let ending = rest[(index + delimiter.count)...]
            let isClosing = ending.starts(with: "--".utf8)
            let line = ending.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard isClosing || line.starts(with: "\r\n".utf8) else { continue }
            defer { rest = isClosing ? ending : line }
            return rest[..<index]
        }
        return nil
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
