internal import ChatModel

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
