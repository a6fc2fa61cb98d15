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

extension SocketAddress {
    /// The bytes of the IP address in network byte order: 4, also for an IPv4 address in an IPv6 one (::ffff:0:0/96), or 16.
    /// Empty if it is no IP address.
    var ipBytes: [UInt8] {
        unsafe withSockAddr { pointer, size in
            let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: size)
            switch self {
            // After the family and the port.
            case .v4: return unsafe Array(bytes[4..<8])
            // After the family, the port and the flow.
            case .v6:
                let address = unsafe Array(bytes[8..<24])
                return address.starts(with: Array(repeating: 0, count: 10) + [0xff, 0xff])
                    ? Array(address[12...]) : address
            case .unixDomainSocket: return []
            }
        }
    }

    /// Whether only programs on this machine reach the address: 127.0.0.0/8, also as an IPv6 address, or ::1, or no IP address.
    var isLoopback: Bool {
        let bytes = ipBytes
        return bytes.isEmpty || (bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1])
    }
}
