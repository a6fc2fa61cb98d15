package import ChatModel
internal import NIOCore
internal import NIOPosix

/// Sends beacons on the network of one interface, and hears those of other nodes.
package struct BeaconSocket: Sendable {
    /// A beacon, and where its sender has its links.
    package typealias Heard = (beacon: Beacon, place: HostPort)

    private static let port = 7411
    private let group: SocketAddress
    private let channel: any Channel

    /// - Parameters:
    ///   - address: IPv4, or IPv6 of one network link.
    ///   - heard: called for each beacon, also for those that this machine sends.
    /// - Throws: an error of the operating system, as for a port that another program uses alone.
    package init(_ address: InterfaceAddress, heard: @escaping @Sendable (Heard) -> Void) async throws {
        let zone = address.zone
        let group = try SocketAddress(
            ipAddress: zone.map { "ff02::7411%\($0)" } ?? "239.255.74.11", port: Self.port)
        let device = try System.enumerateDevices().first {
            $0.name == address.interface && $0.address == address.address
        }
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Several nodes on this machine.
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BeaconHandler(zone: zone, heard: heard))
                }
            }
            // Linux then hands over only what was sent to the group, so nothing from beyond the network.
            .bind(to: group).get()
        do {
            // The operating system sends to a group at the interface of its default route, or nowhere without one.
            if case .v4 = address.address {
                // As in_addr has it: the first byte of the address is the first one in memory.
                let number = address.address.ipBytes.reduce(CInt(0)) { $0 << 8 | CInt($1) }.bigEndian
                try await (channel as? any SocketOptionProvider)?
                    .unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: number).get()
            }
            try await (channel as? any MulticastChannel)?.joinGroup(group, device: device).get()
        } catch {
            try? await channel.close()
            throw error
        }
        (self.group, self.channel) = (group, channel)
    }

    /// Sends a beacon. An interface without a network loses it.
    package func send(_ beacon: Beacon) {
        let buffer = channel.allocator.buffer(bytes: beacon.bytes)
        channel.writeAndFlush(AddressedEnvelope(remoteAddress: group, data: buffer), promise: nil)
    }

    /// False after an error.
    package var isOpen: Bool { channel.isActive }

    package func close() {
        channel.close(promise: nil)
    }
}

/// Hears beacons. Reads at most a few in a tenth of a second: a flood costs the node little, and hides the other ones.
private final class BeaconHandler: ChannelDuplexHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundIn = AddressedEnvelope<ByteBuffer>

    private static let pause = TimeAmount.milliseconds(100)
    private let zone: String?
    private let heard: @Sendable (BeaconSocket.Heard) -> Void

    init(zone: String?, heard: @escaping @Sendable (BeaconSocket.Heard) -> Void) {
        (self.zone, self.heard) = (zone, heard)
    }

    func read(context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let datagram = unwrapInboundIn(data)
        guard let beacon = Beacon(bytes: Array(datagram.data.readableBytesView)),
            let sender = datagram.remoteAddress.ipAddress
        else { return }
        let host = zone.map { "\(sender)%\($0)" } ?? sender
        heard((beacon, HostPort(host: host, port: beacon.port)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // As after the network has gone. The socket is closed when its interface is.
    }
}

@available(*, unavailable)
extension BeaconHandler: Sendable {}
