internal import NIOHTTP1

/// The rules for the head of a request. A request that breaks one does not reach the routes.
enum RequestHeadRule {
    /// Returns the failure with which to answer, or nil for a head that keeps the rules.
    static func failure(of head: HTTPRequestHead) -> Failure? {
        guard head.uri.utf8.count <= RequestLimits.uriBytes else { return .addressTooLong }
        guard isBounded(head.headers) else { return .headerTooLarge }
        guard namesHost(head) else { return .badHost }
        guard isReadable(head.headers) else { return .unknownCoding }
        return nil
    }

    /// Whether the connection accepts no request after this one.
    static func isLast(_ head: HTTPRequestHead) -> Bool {
        // Connections of HTTP/1.0 end after one request. NIO's decoder stops after a request for another protocol.
        !head.isKeepAlive || head.version == .http1_0 || head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
    }

    /// Whether the client sends the body only after an answer of 100 (RFC 9110, section 10.1.1).
    static func expectsContinue(_ head: HTTPRequestHead) -> Bool {
        guard head.version != .http1_0, head.headers.first(name: "expect")?.lowercased() == "100-continue"
        else { return false }
        let announced = head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
        return announced <= RequestLimits.bodyBytes
    }

    private static func isBounded(_ headers: HTTPHeaders) -> Bool {
        guard headers.count <= RequestLimits.headerFields else { return false }
        return headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= RequestLimits.headerBytes
    }

    /// Accepts only chunked, which NIO's decoder removes (RFC 9112, section 6.1). A body in another coding would be read
    /// as plain text.
    private static func isReadable(_ headers: HTTPHeaders) -> Bool {
        let codings = headers["transfer-encoding"]
        return codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked"
    }

    /// Requires one field Host (RFC 9112, section 3.2). With two, a guard could check one of them and the routes use the
    /// other.
    private static func namesHost(_ head: HTTPRequestHead) -> Bool {
        switch head.headers["host"].count {
        case 0: head.version == .http1_0
        case 1: true
        default: false
        }
    }
}
