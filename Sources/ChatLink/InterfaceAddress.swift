internal import Foundation
package import NIOCore
internal import NIOPosix

/// An IP address of a network interface of this machine.
package struct InterfaceAddress: Hashable, Sendable {
    /// The name of the interface.
    package let interface: String
    /// The number that the operating system has given to the interface: another one after it was unplugged.
    package let index: Int
    /// Without a port.
    package let address: SocketAddress
    /// Whether the interface reaches several machines, unlike a tunnel.
    package let isBroadcast: Bool
    /// Whether a cable or a radio network is connected.
    package let hasCarrier: Bool
    /// Whether the interface is a bridge, or belongs to one, as those of containers do.
    package let isOfBridge: Bool

    package init(
        interface: String, index: Int = 0, address: SocketAddress, isBroadcast: Bool = true, hasCarrier: Bool = true,
        isOfBridge: Bool = false
    ) {
        self.interface = interface
        self.index = index
        self.address = address
        self.isBroadcast = isBroadcast
        self.hasCarrier = hasCarrier
        self.isOfBridge = isOfBridge
    }

    /// Returns the addresses of all interfaces; nil if the operating system does not tell them, as without a free file descriptor.
    package static func all() -> [InterfaceAddress]? {
        try? System.enumerateDevices().compactMap { device in
            device.address.map { InterfaceAddress(device, $0) }
        }
    }

    /// Reads what Linux tells of an interface in files. Elsewhere, each interface but loopback has a carrier and reaches
    /// several machines.
    private init(_ device: NIONetworkDevice, _ address: SocketAddress) {
        let folder = "/sys/class/net/\(device.name)"
        func fact(_ name: String) -> String? {
            (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.trimmingCharacters(in: .newlines)
        }
        let flags = fact("flags").flatMap { UInt32($0.dropFirst(2), radix: 16) }
        self.init(
            interface: device.name, index: device.interfaceIndex, address: address,
            isBroadcast: flags.map { $0 & Self.broadcastFlag != 0 } ?? !address.isLoopback,
            hasCarrier: !["down", "lowerlayerdown", "dormant", "notpresent"].contains(fact("operstate")),
            isOfBridge: ["bridge", "brport"].contains { FileManager.default.fileExists(atPath: "\(folder)/\($0)") })
    }

    /// IFF_BROADCAST (netdevice(7)).
    private static let broadcastFlag: UInt32 = 0x2

    /// Returns this machine's addresses toward the internet. Sends nothing: the operating system chooses the address when a
    /// datagram socket is connected.
    package static func towardInternet() async -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        // The addresses of documents (RFC 5737, RFC 3849) have no route of their own.
        for host in ["192.0.2.1", "2001:db8::1"] {
            guard let target = try? SocketAddress(ipAddress: host, port: 9),
                let channel = try? await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(to: target).get()
            else { continue }
            if let address = channel.localAddress { addresses.append(address) }
            try? await channel.close()
        }
        return addresses
    }

    /// The zone of an IPv6 address that is only valid on one network link; nil for other addresses.
    package var zone: String? {
        guard case .v6 = address, address.isLinkLocal else { return nil }
        return interface
    }

    /// Returns the names of the interfaces whose networks a link-local IPv6 address may be in.
    static func zones(of addresses: [InterfaceAddress]) -> [String] {
        var zones: [String] = []
        for address in addresses where address.isBroadcast {
            if let zone = address.zone, !zones.contains(zone) { zones.append(zone) }
        }
        return zones
    }
}
