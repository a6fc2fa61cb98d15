internal import ChatLink
internal import ChatModel
internal import ChatReplication
internal import NIOCore

/// Notices that this machine has slept or that its addresses have changed. Links are dead then, without a word. The watch closes
/// them, and the parts that wait for a peer try again at once.
struct NetworkWatch {
    let keys: LinkKeys
    let replicator: Replicator
    /// Notified of each change of the network.
    let changes: ChangeSignal
    let time: any TimeSource

    private static let pause = Duration.seconds(2)

    /// Watches until the task is cancelled.
    func run() async {
        var view = NetworkView(at: time.monotonic, InterfaceAddress.routed())
        while (try? await time.sleep(for: Self.pause)) != nil {
            guard let change = view.change(at: time.monotonic, InterfaceAddress.routed()) else { continue }
            keys.closeLinks { change.endsLinks(at: $0) }
            changes.changed()
            replicator.wake()
        }
    }
}

/// The network at the last look: a pure value.
struct NetworkView {
    struct Change: Hashable {
        /// Whether the machine, or the process, was stopped for some time.
        let hasSlept: Bool
        /// The addresses of ``InterfaceAddress/routed()``.
        let addresses: Set<[UInt8]>?

        /// Whether the links at an address of this machine are considered dead.
        func endsLinks(at address: SocketAddress) -> Bool {
            guard let addresses, !hasSlept else { return hasSlept }
            return !address.isLoopback && !address.isLinkLocal && !addresses.contains(address.ipBytes)
        }
    }

    /// If so much time has passed between two looks, the machine or the process was stopped. Links survive shorter stops.
    private static let longestPause = Duration.seconds(20)

    private var time: Duration
    private var addresses: Set<[UInt8]>?

    init(at time: Duration, _ addresses: Set<[UInt8]>?) {
        self.time = time
        self.addresses = addresses
    }

    /// Returns what has changed since the last look; nil if nothing has.
    ///
    /// - Parameter present: the addresses; nil if they are not known, so that the known ones stay.
    mutating func change(at now: Duration, _ present: Set<[UInt8]>?) -> Change? {
        let present = present ?? addresses
        defer { (time, addresses) = (now, present) }
        let hasSlept = now - time > Self.longestPause
        return hasSlept || present != addresses ? Change(hasSlept: hasSlept, addresses: present) : nil
    }
}
