internal import ChatModel
internal import HTTPTypes

/// What is wrong with the form of a request, whatever it asks for.
extension Failure {
    static let badRequest = Failure(
        .badRequest, .badRequest, "This is not a request in HTTP/1.1; look at what the client sends.")

    static let unknownVersion = Failure(
        .httpVersionNotSupported, .unknownVersion, "This node speaks HTTP/1.1 and HTTP/1.0.")

    static let late = Failure(
        .requestTimeout, .requestTimeout, "The request did not arrive in time; send it again.")

    static let addressTooLong = Failure(
        .uriTooLong, .addressTooLong,
        "The address has more than \(RequestLimits.uriBytes) bytes; send the text in the body of a POST.")

    static let headerTooLarge = Failure(
        .requestHeaderFieldsTooLarge, .headerTooLarge,
        "The header of a request has at most \(RequestLimits.headerFields) fields and \(RequestLimits.headerBytes) "
            + "bytes.")

    static let bodyTooLarge = Failure(
        .contentTooLarge, .bodyTooLarge,
        "The body has more than \(RequestLimits.bodyBytes) bytes; shorten the message.")

    static let hostMissing = Failure(
        .badRequest, .badHost, "A request in HTTP/1.1 names its host once, in the field Host.")

    static let unknownCoding = Failure(
        .notImplemented, .unknownCoding, "This node reads bodies as they are, or in Transfer-Encoding: chunked.")

    static let badAddress = Failure(
        .badRequest, .badAddress, "The address holds what it cannot hold; send it as UTF-8, percent-encoded.")

    static let unsupportedType = Failure(
        .unsupportedMediaType, .unsupportedType,
        "Send a form: application/x-www-form-urlencoded or multipart/form-data.")

    static let badMultipart = Failure(
        .badRequest, .badMultipart, "The body is not the multipart/form-data that its Content-Type announces.")
}

/// Requests that do not reach a route.
extension Failure {
    static let notFound = Failure(
        .notFound, .notFound,
        "Nothing is here: / is the page to chat with, messages.php has the messages, add.php takes new ones.")

    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Failure {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return Failure(
            .methodNotAllowed, .methodNotAllowed, "This address answers to \(methods) only.",
            headers: [.allow: methods])
    }

    static let foreignHost = Failure(
        .misdirectedRequest, .foreignHost,
        "This node does not answer to that name; start it with --allow-host and the name, or use its IP address.")

    static let foreignOrigin = Failure(
        .forbidden, .foreignOrigin,
        "A page of another site tried to post here; post from the node's own page or from a program.")

    static let unexpected = Failure(
        .internalServerError, .internalError, "Something went wrong in the node; its log says what.")
}

/// What is wrong with a parameter.
extension Failure {
    /// - Parameter expected: what follows "must be".
    static func badParameter(_ name: ParameterName, _ expected: String) -> Failure {
        Failure(.badRequest, .badParameter, "The parameter \(name.rawValue) must be \(expected).")
    }

    static func excluded(_ name: ParameterName, by other: ParameterName) -> Failure {
        Failure(
            .badRequest, .badParameter,
            "The parameters \(name.rawValue) and \(other.rawValue) do not go together; send one of them.")
    }

    /// - Parameter other: what has to be sent with it.
    static func alone(_ name: ParameterName, _ value: String, without other: String) -> Failure {
        Failure(
            .badRequest, .badParameter,
            "The parameter \(name.rawValue)=\(value) needs \(other); send both, or neither.")
    }

    static func notUTF8(_ name: ParameterName) -> Failure {
        Failure(.badRequest, .notUTF8, "The parameter \(name.rawValue) is not valid UTF-8; send it as UTF-8.")
    }
}
