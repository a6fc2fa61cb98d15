import ChatLink
import ChatModel
import ChatReplication
import ServiceLifecycle

/// Notices that this machine has slept or that its addresses have changed. Links are dead then, and nothing says so: the watch
/// closes them, and what waits for a peer tries again at once.
struct NetworkWatch: Service {
    let keys: LinkKeys
    let replicator: Replicator
    /// Notified of each change of the network.
    let changes: ChangeSignal
    let time: any TimeSource
    /// Returns the IP addresses of this machine, as ``NIOCore/SocketAddress/ipBytes``; none if they are not known.
    var addresses: @Sendable () -> Set<[UInt8]> = InterfaceAddress.ipBytes

    private static let pause = Duration.seconds(2)
    /// If so much time has passed between two looks, the machine or the process was stopped.
    private static let longestPause = Duration.seconds(5)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (before, known) = (time.monotonic, addresses())
            while (try? await time.sleep(for: Self.pause)) != nil {
                let (now, present) = (time.monotonic, addresses())
                let hasSlept = now - before > Self.longestPause
                if hasSlept || present != known { changed(hasSlept, present) }
                (before, known) = (now, present)
            }
        }
    }

    private func changed(_ hasSlept: Bool, _ addresses: Set<[UInt8]>) {
        keys.closeLinks { address, isDialed in
            hasSlept && isDialed || !addresses.isEmpty && !addresses.contains(address.ipBytes)
        }
        changes.changed()
        replicator.wake()
    }
}
