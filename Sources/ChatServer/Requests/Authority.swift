internal import ChatModel
internal import NIOCore

/// A host and a port, as in the header field Host and in an Origin.
///
/// Authorities that name the same place are equal: the case of letters, a dot at the end of the host, and an explicit
/// default port make no difference.
struct Authority: Hashable {
    /// In lower case, without a dot at the end. An IPv6 address has no brackets.
    let host: String
    let port: Int

    /// Returns nil if the text is not `host`, `host:port`, `[IPv6 address]` or `[IPv6 address]:port`.
    ///
    /// - Parameter defaultPort: that of the scheme.
    init?(_ text: some StringProtocol, defaultPort: Int = 80) {
        guard let parsed = try? HostPort(text) else { return nil }
        host = parsed.host.hasSuffix(".") ? String(parsed.host.dropLast()) : parsed.host
        port = parsed.port ?? defaultPort
    }

    /// The address if the host is an IPv4 or IPv6 address; nil if it is a name.
    var address: SocketAddress? { try? SocketAddress(ipAddress: host, port: port) }
}
