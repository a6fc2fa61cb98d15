internal import ChatLink
internal import ChatModel
internal import Logging

/// Sends beacons on the networks of this machine, and receives those of other nodes: see `Beacon`.
struct Beacons {
    /// After the start, with the first peer, and after each change of the network.
    private static let burstDuration = Duration.seconds(10)
    private static let burstInterval = Duration.seconds(1)
    private static let interval = Duration.seconds(30)
    private static let maximumSockets = 16

    let keys: LinkKeys
    let listeners: PeerListeners
    /// Notified of each change of the network.
    let network: ChangeSignal
    let time: any TimeSource
    let logger: Logger
    /// Called for each beacon, also for those of this node and of strangers.
    let receive: @Sendable (ReceivedBeacon) async -> Void

    /// Sends and receives until the task is cancelled.
    func run() async {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ReceivedBeacon.self, bufferingPolicy: .bufferingNewest(16))
        await withTaskGroup { tasks in
            tasks.addTask { await send { continuation.yield($0) } }
            for await beacon in stream { await receive(beacon) }
        }
    }

    private func send(_ receive: @escaping @Sendable (ReceivedBeacon) -> Void) async {
        var sockets: [InterfaceAddress: BeaconSocket] = [:]
        var burstEnd = time.monotonic + Self.burstDuration
        while !Task.isCancelled {
            let seen = network.count
            if keys.hasPeers {
                await update(&sockets, receive)
                for (address, socket) in sockets {
                    guard let port = await listeners.port(at: address) else { continue }
                    socket.send(Beacon(of: keys.ownKey, port: port))
                }
            } else {
                // A node without peers has nobody to find.
                for socket in sockets.values { socket.close() }
                sockets = [:]
                burstEnd = time.monotonic + Self.burstDuration
            }
            let pause = time.monotonic < burstEnd ? Self.burstInterval : Self.interval
            await first(of: { try? await time.sleep(for: pause) }, { await network.next(after: seen) })
            if network.count != seen { burstEnd = time.monotonic + Self.burstDuration }
        }
        for socket in sockets.values { socket.close() }
    }

    /// Opens and closes sockets, so that there is one at each present address.
    private func update(
        _ sockets: inout [InterfaceAddress: BeaconSocket], _ receive: @escaping @Sendable (ReceivedBeacon) -> Void
    ) async {
        guard let addresses = await LocalAddresses.Interfaces.present()?.beaconAddresses.prefix(Self.maximumSockets)
        else { return }
        for (address, socket) in sockets where !addresses.contains(address) || !socket.isOpen {
            socket.close()
            sockets[address] = nil
        }
        for address in addresses where sockets[address] == nil {
            do {
                sockets[address] = try await BeaconSocket(address, receive: receive)
            } catch {
                logger.debug(
                    "The node neither sends nor receives beacons at an address.",
                    metadata: ["address": "\(address.address)", "error": "\(error)"])
            }
        }
    }
}
