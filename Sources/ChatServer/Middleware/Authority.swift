internal import NIOCore

/// A host with a port, as in the field Host and behind the scheme of an Origin.
///
/// Equal are those that lead to the same place: letters' case, a dot at the end and a port that goes without saying
/// make no difference.
struct Authority: Hashable {
    /// The port of the scheme http.
    static let defaultPort = 80

    /// In lower case, without a dot at the end; an IPv6 address in its brackets.
    let host: String
    let port: Int

    /// - Returns: nothing for what is not `host`, `host:port`, `[address]` or `[address]:port`.
    init?(_ text: some StringProtocol) {
        guard let (host, port) = Self.split(Substring(text)), !host.isEmpty else { return nil }
        self.host = (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
        self.port = port
    }

    private static func split(_ text: Substring) -> (host: Substring, port: Int)? {
        let hostEnd =
            text.hasPrefix("[")
            ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":") ?? text.endIndex
        guard let hostEnd else { return nil }
        let host = text[..<hostEnd]
        let rest = text[hostEnd...]
        // A colon without a port is the default port (RFC 3986, section 3.2.3).
        guard !rest.isEmpty, rest != ":" else { return (host, defaultPort) }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), rest.utf8.dropFirst().allSatisfy(isDigit)
        else { return nil }
        return (host, Int(port))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether the host is an IPv4 address, or an IPv6 address in brackets.
    var isAddress: Bool {
        let isBracketed = host.hasPrefix("[")
        let text = isBracketed ? String(host.dropFirst().dropLast()) : host
        guard let address = try? SocketAddress(ipAddress: text, port: port) else { return false }
        return isBracketed == (address.protocol == .inet6)
    }
}
