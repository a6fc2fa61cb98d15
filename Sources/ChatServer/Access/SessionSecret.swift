internal import ChatModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// 16 random bytes that only the node and a browser know: a session, or a token that begins one.
struct SessionSecret: RandomBytes {
    static let byteCount = 16
    static let label = "session's secret"
    let bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) throws(Refusal) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.byteCount else {
            throw Refusal(.badValue, "A \(Self.label) has \(Self.byteCount) bytes.")
        }
    }
}

/// The path of a request, in which the 2011 client names its session: it sends no header fields of its own.
struct KeyedPath {
    /// The path of the route.
    let path: String
    /// The text in the place of the session, which need not be a valid one; nil for a path without that place.
    let key: String?

    private static let prefix = "/chat/key/"
    private static let paths: Set<String> = ["/chat/add.php", "/chat/messages.php"]

    init(_ path: String) {
        guard path.hasPrefix(Self.prefix) else {
            (self.path, key) = (path, nil)
            return
        }
        let parts = path.dropFirst(Self.prefix.count).split(separator: "/", maxSplits: 1)
        let rest = parts.count == 2 ? "/chat/\(parts[1])" : ""
        // A path of no route does not have the key either: it may stand in a log.
        (self.path, key) = Self.paths.contains(rest) ? (rest, String(parts[0])) : ("\(Self.prefix)…", nil)
    }

    /// Returns the address of the 2011 client with a session.
    static func address(at origin: Origin, with secret: SessionSecret) -> String { "\(origin)\(prefix)\(secret)/" }
}

extension Request {
    /// The session of the field Tidings-Session; nil without one.
    var session: SessionSecret? { headers[.tidingsSession].flatMap { try? SessionSecret(base64URL: $0) } }

    /// The password of HTTP Basic (RFC 7617); nil without one. The name does not matter.
    var basicPassword: [UInt8]? {
        guard let text = headers[.authorization], text.prefix(6).lowercased() == "basic ",
            let bytes = Data(base64Encoded: String(text.dropFirst(6))),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return Array(bytes[bytes.index(after: colon)...])
    }

    /// Whether a program sends the request, and no browser: a browser would ask for a name and a password in a dialog of its own, where
    /// the web page has a better one. The web page sends Tidings-Session with each request.
    var isOfProgram: Bool {
        headers[.tidingsSession] == nil && headers[.origin] == nil && headers[.secFetchSite] == nil
            && headers[.accept]?.contains("text/html") != true
    }
}

extension HTTPField.Name {
    /// A header field and not a cookie: a cookie goes to the programs at all ports of a host.
    static let tidingsSession = Self("Tidings-Session")!
}
