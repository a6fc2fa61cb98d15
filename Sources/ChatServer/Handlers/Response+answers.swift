internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The forms of answers.
extension Response {
    /// - Parameter headers: Header fields of the status, such as Allow.
    static func xml(_ body: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        .xml(ByteBuffer(bytes: body), status: status, headers: headers)
    }

    static func xml(_ body: ByteBuffer, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        // Messages are written by others: a browser that shows them as a web page runs and loads nothing.
        headers[.contentSecurityPolicy] = "default-src 'none'; sandbox; frame-ancestors 'none'"
        return Response(status: status, type: "text/xml; charset=utf-8", headers: headers, body: body)
    }

    /// An HTML document that may load nothing and post to this node only.
    static func html(_ document: String) -> Response {
        Response(
            status: .ok, type: "text/html; charset=utf-8",
            headers: [
                .contentSecurityPolicy:
                    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
                // With no-referrer, browsers would send `Origin: null` with the form.
                .referrerPolicy: "same-origin",
            ],
            body: ByteBuffer(string: document))
    }

    private init(status: HTTPResponse.Status, type: String, headers: HTTPFields, body: ByteBuffer) {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.crossOriginResourcePolicy] = "same-origin"
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!
    /// Keeps browsers from giving the bytes of an answer to the process of another site's web page.
    static let crossOriginResourcePolicy = Self("Cross-Origin-Resource-Policy")!
}
