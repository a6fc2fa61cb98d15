internal import ChatModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What a request says by name.
///
/// The body wins over the query string, and the last of a repeated name over the ones before it, as in PHP. An empty
/// value is the same as none: clients send forms with fields left blank.
struct Parameters {
    private var values: [ParameterName: [UInt8]] = [:]

    /// Adds pairs that win over those there are.
    mutating func add(_ pairs: [FormPair]) {
        for pair in pairs {
            if let name = ParameterName(utf8: pair.name) { values[name] = pair.value }
        }
    }

    /// The bytes of a value; nothing for one that is absent or empty.
    subscript(name: ParameterName) -> [UInt8]? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the name was sent at all, with or without a value.
    func contains(_ name: ParameterName) -> Bool {
        values[name] != nil
    }

    /// A value as text; nothing for one that is absent or empty.
    ///
    /// - Throws: ``Failure`` with `not-utf-8`.
    func text(_ name: ParameterName) throws(Failure) -> String? {
        guard let bytes = self[name] else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(name) }
        return text
    }
}

extension Parameters {
    /// Reads a request's query string and, of a POST, its form.
    ///
    /// - Throws: ``Failure`` with `body-too-large`, `unsupported-type`, `bad-multipart`; with what kept the body from
    ///   arriving.
    init(of request: Request) async throws {
        add(URLEncodedForm.pairs(in: (request.uri.query ?? "").utf8))
        guard request.method == .post else {
            // Read although it means nothing: what lies unread hides from the connection that its client has left.
            _ = try await Self.body(of: request)
            return
        }
        let form = try FormType(of: request.headers)
        add(try form.pairs(in: try await Self.body(of: request)))
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        let announced = request.headers[.contentLength].flatMap(Int.init) ?? 0
        guard announced <= RequestLimits.bodyBytes else { throw Failure.bodyTooLarge }
        return Array(buffer: try await request.body.collect(upTo: RequestLimits.bodyBytes))
    }
}

/// Values of parameters; nothing for those that are absent or empty.
///
/// - Throws: ``Failure`` with `bad-parameter` for a value of another form, `not-utf-8`.
extension Parameters {
    func number(_ name: ParameterName, in range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let id = LogID(decimal: text), let number = Int(exactly: id.rawValue), range.contains(number) else {
            throw .badParameter(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func id(_ name: ParameterName) throws(Failure) -> LogID? {
        guard let text = try text(name) else { return nil }
        guard let id = LogID(decimal: text) else {
            throw .badParameter(name, "the id of a message: decimal digits, below 2^63")
        }
        return id
    }

    func mark(_ name: ParameterName) throws(Failure) -> Mark? {
        try bytes(name, "a mark")
    }

    func cursor(_ name: ParameterName) throws(Failure) -> Cursor? {
        guard let text = try text(name) else { return nil }
        guard let cursor = Cursor(text) else {
            throw .badParameter(name, "pairs of id and mark, id:mark,id:mark, ids descending")
        }
        return cursor
    }

    /// - Parameter kind: what the value must be, as a person calls it.
    func bytes<Value: FixedBytes>(_ name: ParameterName, _ kind: String) throws(Failure) -> Value? {
        guard let text = try text(name) else { return nil }
        do {
            return try Value(base64URL: text)
        } catch {
            throw .badParameter(name, "\(kind): \(Value.byteCount) bytes as base64url without padding")
        }
    }
}

/// The parameters that some route knows. Others are ignored.
enum ParameterName: String, CaseIterable {
    // add.php
    case user, message, room, key
    // messages.php, with `room`
    case view, past, limit, before, last, wait, mark, rooms, order
    /// The 2011 article's client sends it with a random value, against caches.
    case t
    // messages.php?view=log
    case have, node, instance
    // status.xml, with `wait`
    case revision

    private static let byBytes = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

    /// As PHP reads a name: spaces before it are no part of it (php_register_variable_ex).
    init?(utf8 bytes: [UInt8]) {
        guard let name = Self.byBytes[Array(bytes.drop { $0 == UInt8(ascii: " ") })] else { return nil }
        self = name
    }
}
