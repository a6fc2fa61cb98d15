internal import HTTPTypes

/// What is wrong with the form of a request, whatever it asks for.
extension Failure {
    static let badRequest = Failure(
        .badRequest, "bad-request", "This is not a request in HTTP/1.1; look at what the client sends.")

    static let unknownVersion = Failure(
        .httpVersionNotSupported, "unknown-version", "This node speaks HTTP/1.1 and HTTP/1.0.")

    static let late = Failure(
        .requestTimeout, "request-timeout", "The request did not arrive in time; send it again.")

    static let addressTooLong = Failure(
        .uriTooLong, "address-too-long",
        "The address has more than \(RequestLimits.uriBytes) bytes; send the text in the body of a POST.")

    static let headerTooLarge = Failure(
        .requestHeaderFieldsTooLarge, "header-too-large",
        "The header of a request has at most \(RequestLimits.headerFields) fields and \(RequestLimits.headerBytes) "
            + "bytes.")

    static let bodyTooLarge = Failure(
        .contentTooLarge, "body-too-large",
        "The body has more than \(RequestLimits.bodyBytes) bytes; shorten the message.")

    static let hostMissing = Failure(
        .badRequest, "bad-host", "A request in HTTP/1.1 names its host once, in the field Host.")

    static let unknownCoding = Failure(
        .notImplemented, "unknown-coding", "This node reads bodies as they are, or in Transfer-Encoding: chunked.")

    static let badAddress = Failure(
        .badRequest, "bad-address", "The address holds what it cannot hold; send it as UTF-8, percent-encoded.")

    static let unsupportedType = Failure(
        .unsupportedMediaType, "unsupported-type",
        "Send a form: application/x-www-form-urlencoded or multipart/form-data.")

    static let badMultipart = Failure(
        .badRequest, "bad-multipart", "The body is not the multipart/form-data that its Content-Type announces.")
}
