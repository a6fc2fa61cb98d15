internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A file of the web client as it is served.
struct WebAnswer: Sendable {
    /// How long a browser may show what it has without asking.
    enum Freshness: String, Sendable {
        /// Not at all: it asks each time, and is told if there is nothing new.
        case revalidated = "no-cache"
        /// For a year: the address names these bytes and no others.
        case immutable = "public, max-age=31536000, immutable"
    }

    /// The same file in one of the ways in which it can be sent.
    private struct Variant: Sendable {
        let bytes: ByteBuffer
        let tag: String
        let headers: HTTPFields

        init(_ bytes: [UInt8], tag: String, _ headers: HTTPFields) {
            self.bytes = ByteBuffer(bytes: bytes)
            self.tag = "\"\(tag)\""
            var headers = headers
            headers[.eTag] = self.tag
            headers[.contentLength] = String(bytes.count)
            self.headers = headers
        }
    }

    private let plain: Variant
    /// Where that is shorter.
    private let gzipped: Variant?

    /// - Parameter tag: another one whenever the bytes are others.
    init(_ file: WebFile, tag: String, _ freshness: Freshness) {
        var headers = Self.policy
        headers[.contentType] = file.mediaType
        headers[.cacheControl] = freshness.rawValue
        headers[.vary] = "Accept-Encoding"
        plain = Variant(file.bytes, tag: tag, headers)
        headers[.contentEncoding] = "gzip"
        gzipped = file.gzipped.map { Variant($0, tag: "\(tag)-gzip", headers) }
    }

    @Sendable func show(_ request: Request, _ context: ClientContext) -> Response {
        let variant = Self.takesGzip(request.headers[values: .acceptEncoding]) ? gzipped ?? plain : plain
        let isKnown = Self.names(request.headers[values: .ifNoneMatch], variant.tag)
        return Response(
            status: isKnown ? .notModified : .ok, headers: variant.headers,
            body: isKnown ? ResponseBody() : ResponseBody(byteBuffer: variant.bytes))
    }

    /// Whether Accept-Encoding names gzip, as all browsers do, and not with the weight nought (RFC 9110, section 12.5.3).
    private static func takesGzip(_ fields: [String]) -> Bool {
        fields.flatMap { $0.lowercased().split(separator: ",") }.contains { part in
            let words = part.split { $0 == ";" || $0 == " " || $0 == "\t" }
            return words.first == "gzip" && words.dropFirst().allSatisfy { $0.wholeMatch(of: /q=0(\.0*)?/) == nil }
        }
    }

    /// Whether If-None-Match names a tag; weak and strong ones are the same to it (RFC 9110, section 13.1.2).
    private static func names(_ fields: [String], _ tag: String) -> Bool {
        fields.flatMap { $0.split(separator: ",") }.contains { part in
            let name = part.drop { $0 == " " || $0 == "\t" }
            return name == "*" || name.hasPrefix(tag) || name.hasPrefix("W/" + tag)
        }
    }

    /// The page loads nothing from elsewhere, runs nothing that is written into it, and is shown in no frame. Of a
    /// script's own response, the policy holds where it is a worker.
    private static let policy: HTTPFields = [
        .contentSecurityPolicy: [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
            "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types markup worker",
        ].joined(separator: "; "),
        .xContentTypeOptions: "nosniff",
        // Not no-referrer, which would make browsers send `Origin: null` with posts.
        .referrerPolicy: "same-origin",
        HTTPField.Name("Cross-Origin-Resource-Policy")!: "same-origin",
    ]
}
