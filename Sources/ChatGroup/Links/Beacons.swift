internal import ChatLink
internal import ChatModel
internal import Logging

/// Sends beacons on the networks of this machine, and hears those of other nodes: see `Beacon`.
struct Beacons {
    /// After the start, and after each change of the network, beacons are sent quickly for this time.
    private static let quickTime = Duration.seconds(10)
    private static let quickPause = Duration.seconds(1)
    private static let pause = Duration.seconds(30)
    private static let maximumSockets = 16

    let keys: LinkKeys
    let listeners: PeerListeners
    /// Notified of each change of the network.
    let network: ChangeSignal
    let time: any TimeSource
    let logger: Logger
    /// Called for each beacon, also for those of this node and of strangers.
    let heard: @Sendable (BeaconSocket.Heard) async -> Void

    /// Sends and hears until the task is cancelled.
    func run() async {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BeaconSocket.Heard.self, bufferingPolicy: .bufferingNewest(16))
        await withTaskGroup { tasks in
            tasks.addTask { await send { continuation.yield($0) } }
            for await beacon in stream { await heard(beacon) }
        }
    }

    private func send(_ heard: @escaping @Sendable (BeaconSocket.Heard) -> Void) async {
        var sockets: [InterfaceAddress: BeaconSocket] = [:]
        var quickEnd = time.monotonic + Self.quickTime
        while !Task.isCancelled {
            let seen = network.count
            // A node without peers has nobody to find.
            let near = keys.hasPeers ? await LocalAddresses.Interfaces.present().near.prefix(Self.maximumSockets) : []
            for (address, socket) in sockets where !near.contains(address) {
                socket.close()
                sockets[address] = nil
            }
            // A socket whose address cannot be used yet is closed by its first beacon.
            for address in near where sockets[address]?.isOpen != true {
                do {
                    sockets[address] = try await BeaconSocket(address, heard: heard)
                } catch {
                    logger.debug(
                        "The node neither sends nor hears beacons on an interface.",
                        metadata: ["interface": "\(address.interface)", "error": "\(error)"])
                }
            }
            for (address, socket) in sockets {
                guard let port = await listeners.port(at: address) else { continue }
                socket.send(Beacon(of: keys.ownKey, port: port))
            }
            await pause(time.monotonic < quickEnd ? Self.quickPause : Self.pause, seen)
            if network.count != seen { quickEnd = time.monotonic + Self.quickTime }
        }
        for socket in sockets.values { socket.close() }
    }

    /// Returns when the time is up, or when the network has changed.
    private func pause(_ duration: Duration, _ seenNetwork: UInt64) async {
        await withTaskGroup { tasks in
            tasks.addTask { try? await time.sleep(for: duration) }
            tasks.addTask { await network.next(after: seenNetwork) }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}
