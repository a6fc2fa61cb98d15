public import ChatModel
internal import NIOCore

/// The address of a node: `http://host:port`, with a path such as `/chat` if the node's endpoints are below one.
///
/// Addresses that differ only in spelling are equal and have the same description: the host is in lower case, an IPv6
/// address is shortened, the port is always present, and the path does not end with a slash. A description has at most
/// ``Limits/addressBytes`` bytes.
public struct NodeAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an IP address. An IPv6 address has no brackets; a link-local one may have a zone, as in `fe80::1%wlan0`.
    public let host: String
    /// 1 to 65535.
    public let port: Int
    /// Empty, or a path that begins with a slash and does not end with one.
    public let path: String

    /// - Throws: ``Refusal`` with `bad-address` and a sentence that shows the expected form.
    public init(_ text: String) throws(Refusal) {
        // Only printable ASCII passes, so that from here on a Character is a byte.
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let scheme = text.firstRange(of: "://") else {
            throw Self.refusalWithoutScheme(text)
        }
        try Self.checkScheme(text[..<scheme.lowerBound].lowercased())
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        (host, port) = try Self.hostAndPort(authority)
        path = try Self.path(rest[authority.endIndex...])
        guard description.utf8.count <= Limits.addressBytes else {
            throw Self.refusal("The address must have at most \(Limits.addressBytes) bytes.")
        }
    }

    public var description: String {
        "http://\(HostPort(host: host, port: port))\(path)"
    }

    /// The value of the field Host for requests to the node.
    var hostField: String { HostPort(host: host, port: port).withoutZone.description }

    private static func checkScheme(_ scheme: String) throws(Refusal) {
        guard scheme != "https" else { throw refusal("https:// is not supported yet.") }
        guard scheme == "http" else { throw refusal("The address must begin with http:// or tidings:.") }
    }

    private static func hostAndPort(_ authority: Substring) throws(Refusal) -> (String, Int) {
        guard !authority.contains("@") else {
            throw refusal("The address must not contain a user name or a password.")
        }
        guard authority.last != ":" else { throw invalidPort }
        let parsed: HostPort
        do throws(HostPort.ParseError) {
            parsed = try HostPort(authority)
        } catch {
            throw error == .port ? invalidPort : refusal("The address has no valid host.")
        }
        guard parsed.port != 0 else { throw invalidPort }
        return (try host(parsed.host), parsed.port ?? 80)
    }

    private static let invalidPort = refusal("The port must be between 1 and 65535.")

    /// Returns the short form of an IPv6 address with its zone, and any other host unchanged. The interface of the zone need
    /// not exist yet.
    private static func host(_ host: String) throws(Refusal) -> String {
        guard host.contains(":") else { return host }
        let zone = host.drop { $0 != "%" }
        let address = try? SocketAddress(ipAddress: String(host.prefix { $0 != "%" }), port: 0)
        guard case .v6 = address, let text = address?.ipAddress, zone != "%" else {
            throw refusal("The text between [ and ] must be an IPv6 address.")
        }
        guard zone.isEmpty || text.hasPrefix("fe80:") else {
            throw refusal("Only a link-local address (fe80::) has a zone such as %wlan0.")
        }
        return text + zone
    }

    private static func path(_ path: Substring) throws(Refusal) -> String {
        guard path.allSatisfy({ $0.isLetter || $0.isNumber || "-._~/%".contains($0) }) else {
            throw refusal("The address may contain only a host, a port and a path.")
        }
        let segments = path.split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else {
            throw refusal("The path must not contain the segments . and ..")
        }
        if let last = segments.last, endpoints.contains(String(last)) {
            throw Refusal(.badAddress, "The address must end before /\(last), which is one page of the node.")
        }
        return segments.map { "/" + $0 }.joined()
    }

    /// The last parts of addresses that people copy from a browser.
    private static let endpoints: Set<String> = ["add.php", "messages.php", "rooms.xml", "status.xml", "test.html"]

    private static func refusalWithoutScheme(_ text: String) -> Refusal {
        guard !text.contains("://"), let completed = try? NodeAddress("http://\(text)") else {
            return refusal(
                "The address must begin with http:// or tidings: and have only ASCII characters without spaces.")
        }
        // Without a port, the address would be that of a web server. A node listens on 8080.
        let address = completed.port == 80 && !text.hasSuffix(":80") && completed.path.isEmpty ? "\(text):8080" : text
        return Refusal(.badAddress, "The address lacks http://. Did you mean http://\(address)?")
    }

    private static func refusal(_ problem: String) -> Refusal {
        Refusal(.badAddress, "\(problem) Write it as http://host:8080.")
    }
}
