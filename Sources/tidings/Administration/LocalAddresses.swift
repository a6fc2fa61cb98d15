import ChatModel
import ChatServer
import NIOCore

/// The addresses at which other machines may reach this one.
enum LocalAddresses {
    /// Returns the places of a listener for peers: of one on all interfaces, the addresses of the interfaces; the ones that
    /// other machines cannot reach only if there are no others.
    static func places(of listener: Listener) -> [HostPort] {
        guard listener.isWildcard else { return [HostPort(host: listener.host, port: listener.port)] }
        let devices = (try? System.enumerateDevices()) ?? []
        let addresses = devices.compactMap(\.address).compactMap(\.ipAddress).filter { address in
            listener.host == "::" || !address.contains(":")
        }
        let reachable = addresses.filter { !isLinkLocal($0) && !Node.isLoopback($0) }
        // IPv4 first: it is the shorter and, at home, the more likely way.
        let sorted = reachable.filter { !$0.contains(":") } + reachable.filter { $0.contains(":") }
        let hosts = sorted.isEmpty ? ["127.0.0.1"] : sorted
        return hosts.map { HostPort(host: $0, port: listener.port) }
    }

    /// Returns an IPv4 address that a listener for IPv6 shows as `::ffff:192.0.2.2` (RFC 4291) as it is.
    static func unmapped(_ address: String) -> String {
        let prefix = "::ffff:"
        guard address.lowercased().hasPrefix(prefix), address.contains(".") else { return address }
        return String(address.dropFirst(prefix.count))
    }

    /// Such an address is only valid on one interface (RFC 3927, RFC 4291).
    private static func isLinkLocal(_ address: String) -> Bool {
        address.hasPrefix("169.254.") || address.lowercased().hasPrefix("fe80:")
    }
}
