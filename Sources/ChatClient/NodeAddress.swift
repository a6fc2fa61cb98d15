public import ChatModel
internal import NIOCore

/// Where a node is reached: `http://host:port` and, where its endpoints lie below one, a path such as `/chat`.
///
/// Equal addresses have equal descriptions: host in lower case, IPv6 in its short form, port always there, no slash at
/// the end.
public struct NodeAddress: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of the description, at most: it names the peer's cursor in the store.
    public static let maximumBytes = 255

    /// A name or an IP address, IPv6 without brackets.
    public let host: String
    public let port: Int
    /// Empty, or with a slash in front and none at the end.
    public let path: String

    /// - Throws: ``Refusal`` with `bad-address`; its sentence says what an address looks like.
    public init(_ text: String) throws(Refusal) {
        // What is left are bytes, on which Swift's characters have no say.
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let scheme = text.firstRange(of: "://") else {
            throw Self.refusal("is not an address")
        }
        try Self.checkScheme(text[..<scheme.lowerBound].lowercased())
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        (host, port) = try Self.hostAndPort(authority)
        path = try Self.path(rest[authority.endIndex...])
        guard description.utf8.count <= Self.maximumBytes else { throw Self.refusal("is too long") }
    }

    public var description: String {
        "http://\(HostPort(host: host, port: port))\(path)"
    }

    private static func checkScheme(_ scheme: String) throws(Refusal) {
        guard scheme != "https" else { throw refusal("asks for TLS, which nodes will speak later but not yet") }
        guard scheme == "http" else { throw refusal("does not begin with http://") }
    }

    private static func hostAndPort(_ authority: Substring) throws(Refusal) -> (String, Int) {
        guard !authority.contains("@") else { throw refusal("has a user's name, for which no node asks") }
        guard authority.last != ":" else { throw invalidPort }
        let parsed: HostPort
        do throws(HostPort.ParseError) {
            parsed = try HostPort(authority)
        } catch {
            throw error == .port ? invalidPort : refusal("has no valid host")
        }
        guard parsed.port != 0 else { throw invalidPort }
        return (try host(parsed.host), parsed.port ?? 80)
    }

    private static let invalidPort = refusal("has an invalid port: a port is a number from 1 to 65535")

    /// The short form of an IPv6 address; any other host as it is.
    private static func host(_ host: String) throws(Refusal) -> String {
        guard host.contains(":") else { return host }
        let address = try? SocketAddress(ipAddress: host, port: 0)
        guard case .v6 = address, let text = address?.ipAddress else {
            throw refusal("has something other than an IPv6 address between [ and ]")
        }
        return text
    }

    private static func path(_ path: Substring) throws(Refusal) -> String {
        guard path.allSatisfy({ $0.isLetter || $0.isNumber || "-._~/%".contains($0) }) else {
            throw refusal("has more than a host, a port and a path")
        }
        let segments = path.split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else { throw refusal("has a path with dots") }
        return segments.map { "/" + $0 }.joined()
    }

    private static func refusal(_ problem: String) -> Refusal {
        Refusal(.badAddress, "The address \(problem); write it as http://host:8080.")
    }
}
