package import ChatModel
internal import NIOCore
internal import NIOPosix

/// A beacon of another node, or of this one, with the place that it names: the address of its sender, and its port.
package struct ReceivedBeacon: Sendable {
    package let beacon: Beacon
    package let place: HostPort
}

/// Sends and receives beacons at one address of this machine.
package struct BeaconSocket: Sendable {
    private static let port = 7411
    /// IP_MULTICAST_ALL of Linux (ip(7)), which NIO does not name.
    private static let multicastAll = NIOBSDSocket.Option(rawValue: 49)
    private let group: SocketAddress
    private let channel: any Channel

    /// - Parameters:
    ///   - address: IPv4, or link-local IPv6.
    ///   - receive: called for each beacon, also for those that this machine sends.
    /// - Throws: an error of the operating system, as for a port that another program uses alone.
    package init(_ address: InterfaceAddress, receive: @escaping @Sendable (ReceivedBeacon) -> Void) async throws {
        let zone = address.zone
        group = try SocketAddress(ipAddress: zone.map { "ff02::7411%\($0)" } ?? "239.255.74.11", port: Self.port)
        let device = try System.enumerateDevices().first {
            $0.interfaceIndex == address.index && $0.address == address.address
        }
        // Without one, NIO would join at the interface of the default route.
        guard let device else { throw ConnectionProblem.interfaceMissing(address.interface) }
        channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Several nodes on this machine.
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BeaconHandler(zone: zone, receive: receive))
                }
            }
            // Linux then receives multicast only.
            .bind(to: group).get()
        do {
            try await join(at: address, device)
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private func join(at address: InterfaceAddress, _ device: NIONetworkDevice) async throws {
        guard let channel = channel as? any (MulticastChannel & SocketOptionProvider) else {
            throw ChannelError.operationUnsupported
        }
        if address.zone == nil {
            // Otherwise the datagrams of all interfaces come at which any program has joined the group.
            try await channel.unsafeSetSocketOption(level: .ip, name: Self.multicastAll, value: CInt(0)).get()
            // Otherwise datagrams leave at the interface of the default route. The value is an in_addr: its first byte is the first in
            // memory.
            let number = address.address.ipBytes.reduce(CInt(0)) { $0 << 8 | CInt($1) }.bigEndian
            try await channel.unsafeSetSocketOption(level: .ip, name: .ip_multicast_if, value: number).get()
        }
        try await channel.joinGroup(group, device: device).get()
    }

    package func send(_ beacon: Beacon) {
        let buffer = channel.allocator.buffer(bytes: beacon.bytes)
        channel.writeAndFlush(AddressedEnvelope(remoteAddress: group, data: buffer), promise: nil)
    }

    /// False after a beacon could not be sent, as while the operating system looks for duplicates of a new address.
    package var isOpen: Bool { channel.isActive }

    package func close() {
        channel.close(promise: nil)
    }
}

/// Reads beacons, at most four in a tenth of a second: a flood costs the node little, and hides the others.
private final class BeaconHandler: ChannelDuplexHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundIn = AddressedEnvelope<ByteBuffer>

    private static let pause = TimeAmount.milliseconds(100)
    private let zone: String?
    private let receive: @Sendable (ReceivedBeacon) -> Void

    init(zone: String?, receive: @escaping @Sendable (ReceivedBeacon) -> Void) {
        (self.zone, self.receive) = (zone, receive)
    }

    func read(context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (sender, data) = (unwrapInboundIn(data).remoteAddress, unwrapInboundIn(data).data)
        guard let beacon = Beacon(bytes: Array(data.readableBytesView)), let host = sender.ipAddress,
            zone == nil || sender.isLinkLocal
        else { return }
        let place = HostPort(host: zone.map { "\(host)%\($0)" } ?? host, port: beacon.port)
        receive(ReceivedBeacon(beacon: beacon, place: place))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // NIO closes the channel where that is needed.
    }
}

@available(*, unavailable)
extension BeaconHandler: Sendable {}
