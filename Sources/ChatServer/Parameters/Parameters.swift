internal import ChatModel

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
