internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What all answers have in common.
extension Response {
    /// - Parameter headers: fields that belong to the status.
    static func xml(_ body: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        Response(status: status, type: "text/xml; charset=utf-8", headers: headers, body: body)
    }

    /// A page of the node's own, which loads nothing and posts to nobody else.
    static func html(_ page: String) -> Response {
        Response(
            status: .ok, type: "text/html; charset=utf-8",
            headers: [
                .contentSecurityPolicy:
                    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
                // Not no-referrer, which would make browsers send `Origin: null` with the form.
                .referrerPolicy: "same-origin",
            ],
            body: Array(page.utf8))
    }

    private init(status: HTTPResponse.Status, type: String, headers: HTTPFields, body: [UInt8]) {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension HTTPField.Name {
    static let referrerPolicy = Self("Referrer-Policy")!
}
