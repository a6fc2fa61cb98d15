internal import ChatLink
internal import ChatModel

/// A scheme, a host and a port, as in the header field Origin (RFC 6454): `https://chat.example.org`.
///
/// Origins that name the same place are equal: see ``Authority``.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Sendable {
        case http, https

        var defaultPort: Int { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    let authority: Authority

    /// Returns nil if the text is not a scheme and an authority, without a path.
    public init?(_ text: some StringProtocol) {
        guard let end = text.firstRange(of: "://"), let scheme = Scheme(rawValue: text[..<end.lowerBound].lowercased())
        else { return nil }
        self.init(scheme, text[end.upperBound...])
    }

    /// - Parameter authority: the field Host of a request.
    init?(_ scheme: Scheme, _ authority: some StringProtocol) {
        guard let authority = Authority(authority, defaultPort: scheme.defaultPort) else { return nil }
        (self.scheme, self.authority) = (scheme, authority)
    }

    public var host: String { authority.host }

    /// Whether only programs on this machine reach the address.
    public var isLoopback: Bool { HostPort(host: host, port: nil).isLoopback }

    public var description: String {
        let port = authority.port == scheme.defaultPort ? nil : authority.port
        return "\(scheme.rawValue)://\(HostPort(host: host, port: port))"
    }
}
