package import ChatModel
package import NIOCore

extension SocketAddress {
    /// The bytes of the IP address in network byte order: 4, also for an IPv4 address in an IPv6 one (::ffff:0:0/96), or 16.
    /// Empty if it is no IP address.
    package var ipBytes: [UInt8] {
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
    package var isLoopback: Bool {
        let bytes = ipBytes
        return bytes.isEmpty || (bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1])
    }

    /// Whether a connection to the address stays on this machine: a loopback address, or 0.0.0.0 or ::, which operating
    /// systems consider one.
    package var staysOnThisMachine: Bool { isLoopback || ipBytes.allSatisfy { $0 == 0 } }

    /// Whether the address is only valid on one network link: 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291).
    package var isLinkLocal: Bool {
        let bytes = ipBytes
        return bytes.count == 4
            ? bytes.starts(with: [169, 254]) : bytes.count == 16 && bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
    }

    /// Whether the address is only valid in one site: an IPv4 address behind a router (RFC 1918, RFC 6598), or fc00::/7
    /// (RFC 4193).
    package var isPrivate: Bool {
        let bytes = ipBytes
        guard bytes.count == 4 else { return bytes.count == 16 && bytes[0] & 0xfe == 0xfc }
        return switch bytes[0] {
        case 10: true
        case 100: bytes[1] & 0xc0 == 64
        case 172: bytes[1] & 0xf0 == 16
        case 192: bytes[1] == 168
        default: false
        }
    }

    /// Whether only this machine and those in its networks reach the address.
    package var isNear: Bool { isPrivate || isLinkLocal || isLoopback }
}

extension HostPort {
    /// Whether only programs on this machine reach the place: `localhost` or a loopback address.
    package var isLoopback: Bool {
        host == "localhost" || (try? SocketAddress(ipAddress: withoutZone.host, port: 0))?.isLoopback == true
    }

    /// Whether a link to the place stays on this machine. False for a name other than `localhost`: only a look-up would tell.
    package var isOnThisMachine: Bool {
        let address = try? SocketAddress(ipAddress: withoutZone.host, port: 0)
        return address?.staysOnThisMachine ?? (host == "localhost" || host.hasSuffix(".localhost"))
    }
}

extension LinkPeer {
    /// Returns places of another node without those on this machine, which would mean this machine's own programs.
    ///
    /// - Parameter mayBeHere: whether the other node may be on this machine, too. Then places on this machine are returned if
    ///   there are no others.
    package static func dialable(_ places: [HostPort], mayBeHere: Bool) -> [HostPort] {
        let others = places.filter { !$0.isOnThisMachine }
        return others.isEmpty && mayBeHere ? places : others
    }
}
