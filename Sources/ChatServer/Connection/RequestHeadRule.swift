internal import NIOHTTP1

/// What the head of a request must keep to, before it is handed on.
enum RequestHeadRule {
    /// - Returns: what to answer a request that is not handed on.
    static func failure(of head: HTTPRequestHead) -> Failure? {
        guard head.uri.utf8.count <= RequestLimits.uriBytes else { return .addressTooLong }
        guard isBounded(head.headers) else { return .headerTooLarge }
        guard namesHost(head) else { return .hostMissing }
        guard isReadable(head.headers) else { return .unknownCoding }
        return nil
    }

    /// Whether no request follows this one on its connection.
    static func isLast(_ head: HTTPRequestHead) -> Bool {
        // HTTP/1.0 keeps a connection only where both sides say so; it is not worth it. NIO's decoder stops after a
        // request that asks for another protocol.
        !head.isKeepAlive || head.version == .http1_0 || head.method == .CONNECT
            || head.headers.contains(name: "upgrade")
    }

    /// Whether the client holds the body back until it is told to go on (RFC 9110, section 10.1.1).
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

    /// Only chunked, which NIO's decoder takes off (RFC 9112, section 6.1); a body in another coding would pass for plain text.
    private static func isReadable(_ headers: HTTPHeaders) -> Bool {
        let codings = headers["transfer-encoding"]
        return codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked"
    }

    /// One field Host (RFC 9112, section 3.2): several are how a request gets past a guard that reads another one.
    private static func namesHost(_ head: HTTPRequestHead) -> Bool {
        switch head.headers["host"].count {
        case 0: head.version == .http1_0
        case 1: true
        default: false
        }
    }
}
