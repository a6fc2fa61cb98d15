internal import HTTPTypes

/// Requests that do not reach a route.
extension Failure {
    static let notFound = Failure(
        .notFound, "not-found",
        "Nothing is here: / is the page to chat with, messages.php has the messages, add.php takes new ones.")

    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Failure {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return Failure(
            .methodNotAllowed, "method-not-allowed", "This address answers to \(methods) only.",
            headers: [.allow: methods])
    }

    static let foreignHost = Failure(
        .misdirectedRequest, "foreign-host",
        "This node does not answer to that name; start it with --allow-host and the name, or use its IP address.")

    static let foreignOrigin = Failure(
        .forbidden, "foreign-origin",
        "A page of another site tried to post here; post from the node's own page or from a program.")

    static let unexpected = Failure(
        .internalServerError, "internal-error", "Something went wrong in the node; its log says what.")
}
