internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// The answer with a file of the web client, plain and compressed.
struct WebAnswer: Sendable {
    /// How long a browser may use its cached copy without a request.
    enum Freshness: String, Sendable {
        /// Never: the browser sends a request each time and gets 304 if its copy is still valid.
        case revalidated = "no-cache"
        /// A year: the bytes at this path never change, because the path contains the version.
        case immutable = "public, max-age=31536000, immutable"
    }

    /// The file in one encoding.
    private struct Variant: Sendable {
        let bytes: ByteBuffer
        let tag: String
        let headers: HTTPFields

        init(_ bytes: [UInt8], tag: String, _ headers: HTTPFields) {
            (self.bytes, self.tag) = (ByteBuffer(bytes: bytes), "\"\(tag)\"")
            var headers = headers
            headers[.eTag] = self.tag
            headers[.contentLength] = String(bytes.count)
            self.headers = headers
        }
    }

    /// The compressed file. It is made for the first request, which waits for it: most starts of a node serve few of the files.
    private final class Gzipped: Sendable {
        /// nil until the first request; then a variant that is nil if compression does not make the file smaller.
        private let variant = Mutex<Variant??>(nil)
        private let file: WebFile
        private let tag: String
        private let headers: HTTPFields

        init(_ file: WebFile, tag: String, _ headers: HTTPFields) {
            (self.file, self.tag, self.headers) = (file, tag, headers)
        }

        func get() -> Variant? {
            variant.withLock { variant in
                if let made = variant { return made }
                let made = file.gzipped.map { Variant($0, tag: tag, headers) }
                variant = .some(made)
                return made
            }
        }
    }

    private let plain: Variant
    private let gzipped: Gzipped

    /// - Parameters:
    ///   - tag: The entity tag. It has to change whenever the bytes change.
    ///   - policy: What a browser may do with the file.
    init(_ file: WebFile, tag: String, _ freshness: Freshness, policy: Policy) {
        var headers = policy.headers
        headers[.contentType] = file.mediaType
        headers[.cacheControl] = freshness.rawValue
        headers[.vary] = "Accept-Encoding"
        plain = Variant(file.bytes, tag: tag, headers)
        headers[.contentEncoding] = "gzip"
        gzipped = Gzipped(file, tag: "\(tag)-gzip", headers)
    }

    @Sendable func handle(_ request: Request, _ context: ConnectionContext) -> Response {
        let variant = (Gzip.isAccepted(by: request) ? gzipped.get() : nil) ?? plain
        let isCached = Self.lists(request.headers[values: .ifNoneMatch], variant.tag)
        return Response(
            status: isCached ? .notModified : .ok, headers: variant.headers,
            body: isCached ? ResponseBody() : ResponseBody(byteBuffer: variant.bytes))
    }

    /// Whether If-None-Match lists a tag. Weak and strong tags are compared alike (RFC 9110, section 13.1.2).
    private static func lists(_ fields: [String], _ tag: String) -> Bool {
        fields.flatMap { $0.split(separator: ",") }.contains { part in
            let name = part.drop { $0 == " " || $0 == "\t" }
            return name == "*" || name.hasPrefix(tag) || name.hasPrefix("W/" + tag)
        }
    }

    /// The header fields that say what a browser may do with a file.
    struct Policy: Sendable {
        fileprivate var headers: HTTPFields

        /// The web page and its service worker load nothing from another origin and run no inline script. No frame can show the
        /// web page. A service worker obeys the policy of its own script's answer.
        static let webPage = Policy([
            .contentSecurityPolicy: [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
                "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
                "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types markup worker",
            ].joined(separator: "; "),
            // With no-referrer, browsers would send `Origin: null` with posts.
            .referrerPolicy: "same-origin",
            // A web page of another site that opens this one gets no reference to its window.
            HTTPField.Name("Cross-Origin-Opener-Policy")!: "same-origin",
        ])

        /// Files that the web page loads. As a document of its own, such a file may do nothing. The header fields are part of
        /// every answer, so they are few.
        static let asset = Policy([.contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'"])

        private init(_ headers: HTTPFields) {
            self.headers = headers
            self.headers[.xContentTypeOptions] = "nosniff"
            self.headers[.crossOriginResourcePolicy] = "same-origin"
        }
    }
}
