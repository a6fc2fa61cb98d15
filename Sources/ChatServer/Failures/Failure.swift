internal import HTTPTypes

/// A request that is not granted: a status for HTTP, a code for programs and a sentence for the person who gets it.
///
/// The answer is `<failure code="…">sentence</failure>`. A failure says what the client may know; what only the
/// node's owner may know goes to the log.
struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: HTTPResponse.Status
    let code: String
    /// What happened, to what, and what to do about it.
    let sentence: String
    /// Header fields that belong to the status, such as Allow.
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ code: String, _ sentence: String, headers: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.sentence = sentence
        self.headers = headers
    }

    var description: String { "\(status.code) \(code): \(sentence)" }
}
