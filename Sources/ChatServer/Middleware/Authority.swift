internal import ChatModel
internal import NIOCore

/// A host with a port, as in the field Host and behind the scheme of an Origin.
///
/// Equal are those that lead to the same place: letters' case, a dot at the end and a port that goes without saying
/// make no difference.
struct Authority: Hashable {
    /// The port of the scheme http.
    static let defaultPort = 80

    /// In lower case, without a dot at the end; an IPv6 address without its brackets.
    let host: String
    let port: Int

    /// Returns nil if the text is not `host`, `host:port`, `[IPv6 address]` or `[IPv6 address]:port`.
    init?(_ text: some StringProtocol) {
        guard let parsed = try? HostPort(text) else { return nil }
        host = parsed.host.hasSuffix(".") ? String(parsed.host.dropLast()) : parsed.host
        port = parsed.port ?? Self.defaultPort
    }

    /// Whether the host is an IPv4 or IPv6 address.
    var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}
