internal import ChatLink
internal import ChatModel
internal import NIOCore

/// A scheme, a host and a port, as in the header field Origin (RFC 6454): `https://chat.example.org`.
///
/// Origins that name the same server are equal: the case of letters, a dot at the end of the host, and an explicit default
/// port make no difference.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    /// In lower case, without a dot at the end. An IPv6 address has no brackets.
    public let host: String
    private let port: Int

    /// Returns nil if the text is not a scheme and an authority, without a path.
    public init?(_ text: some StringProtocol) {
        guard let end = text.firstRange(of: "://"), let scheme = Scheme(rawValue: text[..<end.lowerBound].lowercased())
        else { return nil }
        self.init(scheme, text[end.upperBound...])
    }

    /// - Parameter authority: the field Host of a request: `host`, `host:port`, `[IPv6 address]` or `[IPv6 address]:port`.
    init?(_ scheme: Scheme, _ authority: some StringProtocol) {
        guard let parsed = try? HostPort(authority) else { return nil }
        self.scheme = scheme
        host = parsed.host.hasSuffix(".") ? String(parsed.host.dropLast()) : parsed.host
        port = parsed.port ?? scheme.defaultPort
    }

    /// The address if the host is an IPv4 or IPv6 address; nil if it is a name.
    var address: SocketAddress? { try? SocketAddress(ipAddress: host, port: port) }

    /// Whether only programs on this machine reach the address.
    public var isLoopback: Bool { HostPort(host: host, port: nil).isLoopback }

    public var description: String {
        "\(scheme.rawValue)://\(HostPort(host: host, port: port == scheme.defaultPort ? nil : port))"
    }
}
