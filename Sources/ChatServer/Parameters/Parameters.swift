package import ChatModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The parameters of a request, from its query string and its form.
///
/// As in PHP, the form wins over the query string, and the last of two parameters with the same name wins. An empty value
/// counts as absent, because clients send forms with blank fields.
package struct Parameters: Sendable {
    private var values: [ParameterName: [UInt8]] = [:]
    /// The values of the parameters `field.NAME`, by NAME.
    private var fieldValues: [[UInt8]: [UInt8]] = [:]

    /// Adds pairs, which replace earlier ones of the same name.
    mutating func add(_ pairs: [FormPair]) {
        for pair in pairs {
            if let name = ParameterName(utf8: pair.name) {
                values[name] = pair.value
            } else if pair.name.starts(with: Self.fieldPrefix) {
                fieldValues[Array(pair.name.dropFirst(Self.fieldPrefix.count))] = pair.value
            }
        }
    }

    private static let fieldPrefix = Array("field.".utf8)

    /// The names and values of the parameters `field.NAME` that are not empty, in no order.
    var fields: [(name: [UInt8], value: [UInt8])] {
        fieldValues.filter { !$0.value.isEmpty }.map { (name: $0.key, value: $0.value) }
    }

    /// The bytes of a value; nil if it is absent or empty.
    package subscript(name: ParameterName) -> [UInt8]? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the request has the parameter, even with an empty value.
    func contains(_ name: ParameterName) -> Bool {
        values[name] != nil
    }

    /// Returns a value as text; nil if it is absent or empty.
    ///
    /// - Throws: ``Failure`` with `not-utf-8`.
    package func text(_ name: ParameterName) throws(Failure) -> String? {
        guard let bytes = self[name] else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(name) }
        return text
    }
}

extension Parameters {
    /// Reads the query string of a request, and the form of a POST.
    ///
    /// - Throws: ``Failure`` with `body-too-large`, `unsupported-type` or `bad-multipart`, or with the reason why the body
    ///   did not arrive.
    ///
    /// - Parameter maximumBodyBytes: the largest body.
    init(of request: Request, upTo maximumBodyBytes: Int = RequestLimits.bodyBytes) async throws {
        add(URLEncodedForm.pairs(in: (request.uri.query ?? "").utf8))
        let form = request.method == .post ? try FormType(of: request.headers) : nil
        // The body of a GET has no meaning. It is read because the connection cannot notice the client's departure behind
        // unread bytes.
        let body = try await request.wholeBody(upTo: maximumBodyBytes)
        if let form { add(try form.pairs(in: Array(buffer: body))) }
    }
}

extension Request {
    fileprivate func wholeBody(upTo maximum: Int) async throws -> ByteBuffer {
        let announced = headers[.contentLength].flatMap(Int.init) ?? 0
        guard announced <= maximum else { throw Failure.bodyTooLarge }
        return try await body.collect(upTo: maximum)
    }

    /// Returns the request with its whole body in memory.
    ///
    /// - Throws: as ``Parameters/init(of:upTo:)`` for the body.
    func withBody(upTo maximum: Int) async throws -> Request {
        var request = self
        request.body = RequestBody(buffer: try await wholeBody(upTo: maximum))
        return request
    }
}

// Each of these functions returns nil for a parameter that is absent or empty, and throws a `Failure` with `bad-parameter`
// for an illegal value, or with `not-utf-8`.
extension Parameters {
    package func number(_ name: ParameterName, in range: ClosedRange<Int>) throws(Failure) -> Int? {
        try value(name, "a number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(decimal: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func id(_ name: ParameterName) throws(Failure) -> LogID? {
        try value(name, "the id of a message: decimal digits, at most 2^53") { LogID(decimal: $0) }
    }

    func cursor(_ name: ParameterName) throws(Failure) -> Cursor? {
        try value(
            name,
            "at most \(Limits.cursorPairs) pairs of id and mark, id:mark,id:mark, with descending ids from 1 to 2^53"
        ) { Cursor($0) }
    }

    /// A position: an id and the mark there.
    func position(_ name: ParameterName) throws(Failure) -> LogPosition? {
        guard let cursor = try cursor(name) else { return nil }
        guard cursor.positions.count == 1 else { throw .badParameter(name, "one pair of id and mark, id:mark") }
        return cursor.newest
    }

    func ids(_ name: ParameterName) throws(Failure) -> [LogID]? {
        let most = Limits.lackedIDs
        return try value(name, "at most \(most) ascending ids with commas between them") { text in
            let ids = Self.list(text, atMost: most) { LogID(decimal: $0) }
            return ids.flatMap { zip($0, $0.dropFirst()).allSatisfy(<) ? $0 : nil }
        }
    }

    func digests(_ name: ParameterName, atMost most: Int) throws(Failure) -> [Digest]? {
        try value(
            name,
            "1 to \(most) different digests with commas between them, each \(Digest.byteCount) bytes as base64url without padding"
        ) { text in
            let digests = Self.list(text, atMost: most) { try? Digest(base64URL: $0) }
            return digests.flatMap { Set($0).count == $0.count ? $0 : nil }
        }
    }

    /// Returns the values of a list with commas; nil if one of them is illegal, or if there are too many.
    private static func list<Value>(_ text: String, atMost most: Int, _ read: (Substring) -> Value?) -> [Value]? {
        // One more than the maximum is split off, whatever the text has.
        let parts = text.split(separator: ",", maxSplits: most, omittingEmptySubsequences: false)
        let values = parts.compactMap(read)
        return values.count == parts.count && values.count <= most ? values : nil
    }

    /// - Parameter kind: The name of the type for people, such as "a node's public key".
    package func bytes<Value: FixedBytes>(_ name: ParameterName, _ kind: String) throws(Failure) -> Value? {
        try value(name, "\(kind): \(Value.byteCount) bytes as base64url without padding") { try? Value(base64URL: $0) }
    }

    /// The id of a group: as other bytes, except that 16 zero bytes name no group.
    package func bytes(_ name: ParameterName, _ kind: String) throws(Failure) -> GroupID? {
        try value(name, "\(kind): \(GroupID.byteCount) bytes, not all 0, as base64url without padding") {
            try? GroupID(named: $0)
        }
    }

    /// - Parameters:
    ///   - expected: the end of the sentence "The parameter x must be …".
    ///   - read: returns nil for an illegal value.
    func value<Value>(
        _ name: ParameterName, _ expected: @autoclosure () -> String, _ read: (String) -> Value?
    ) throws(Failure) -> Value? {
        guard let text = try text(name) else { return nil }
        guard let value = read(text) else { throw .badParameter(name, expected()) }
        return value
    }
}

/// The names of the parameters that handlers use. Others are ignored.
package enum ParameterName: String, CaseIterable {
    // add.php
    case user, message, room, written
    /// What a message says about another one.
    case re, react, edits, deletes, proof
    /// What a message says about its room.
    case topic, alias
    /// The post key of `add.php`.
    case key
    // messages.php, with `room`
    case view, past, limit, before, last, wait, mark, rooms, order, fold
    /// A random value with which the 2011 article's client avoids caches.
    case t
    // messages.php?view=log
    case have, node, instance, group, version, digests, bodies, settled, lacks
    // status.xml, with `wait`
    case revision
    // pair, with `group`
    case secret, name, places, chain
    // invite, with `group` and `places`
    case seconds, uses
    // join
    case link, carry, leave
    // peer, with `name`
    case peer, change, stay, drop, add, remove
    // session
    case token, password, role, end
    // open
    case at

    private static let byBytes = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

    /// Ignores spaces before the name, as PHP does (php_register_variable_ex).
    init?(utf8 bytes: [UInt8]) {
        guard let name = Self.byBytes[Array(bytes.drop { $0 == UInt8(ascii: " ") })] else { return nil }
        self = name
    }
}
