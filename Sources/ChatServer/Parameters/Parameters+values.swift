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
        try value(name) { text throws(Refusal) in try Mark(base64URL: text) }
    }

    func cursor(_ name: ParameterName) throws(Failure) -> Cursor? {
        guard let text = try text(name) else { return nil }
        guard let cursor = Cursor(text) else {
            throw .badParameter(name, "pairs of id and mark, id:mark,id:mark, ids descending")
        }
        return cursor
    }

    /// A value that the model reads, and whose refusal says what is wrong.
    func value<Value>(
        _ name: ParameterName, _ read: (String) throws(Refusal) -> Value
    ) throws(Failure) -> Value? {
        guard let text = try text(name) else { return nil }
        do {
            return try read(text)
        } catch {
            throw .badParameter(name, "not readable: \(error.sentence)")
        }
    }
}
