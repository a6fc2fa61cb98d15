internal import HTTPTypes

/// What is wrong with a parameter.
extension Failure {
    /// - Parameter expected: what follows "must be".
    static func badParameter(_ name: ParameterName, _ expected: String) -> Failure {
        Failure(.badRequest, "bad-parameter", "The parameter \(name.rawValue) must be \(expected).")
    }

    static func excluded(_ name: ParameterName, by other: ParameterName) -> Failure {
        Failure(
            .badRequest, "bad-parameter",
            "The parameters \(name.rawValue) and \(other.rawValue) do not go together; send one of them.")
    }

    /// - Parameter other: what has to be sent with it.
    static func alone(_ name: ParameterName, _ value: String, without other: String) -> Failure {
        Failure(
            .badRequest, "bad-parameter",
            "The parameter \(name.rawValue)=\(value) needs \(other); send both, or neither.")
    }

    static func notUTF8(_ name: ParameterName) -> Failure {
        Failure(.badRequest, "not-utf-8", "The parameter \(name.rawValue) is not valid UTF-8; send it as UTF-8.")
    }
}
