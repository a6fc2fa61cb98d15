internal import ChatLink
internal import ChatModel
internal import ChatReplication
internal import NIOCore

/// Notices that this machine has slept, or that its addresses or its cables have changed. Links are dead then, without a word. The watch closes
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
        var view = NetworkView(at: time.monotonic, InterfaceAddress.all())
        while (try? await time.sleep(for: Self.pause)) != nil {
            guard let change = view.change(at: time.monotonic, InterfaceAddress.all()) else { continue }
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
        fileprivate let addresses: Set<InterfaceAddress>?

        /// Whether the links at an address of this machine are considered dead.
        func endsLinks(at address: SocketAddress) -> Bool {
            guard let addresses, !hasSlept else { return hasSlept }
            return !address.isLoopback && !addresses.contains { $0.address.ipBytes == address.ipBytes }
        }
    }

    /// If so much time has passed between two looks, the machine or the process was stopped. Links survive shorter stops.
    private static let longestPause = Duration.seconds(20)

    private var time: Duration
    private var addresses: Set<InterfaceAddress>?

    init(at time: Duration, _ addresses: [InterfaceAddress]?) {
        self.time = time
        self.addresses = addresses.map(Self.considered)
    }

    /// Each container of this machine has a link-local address at its bridge, which tells nothing of the network.
    private static func considered(_ addresses: [InterfaceAddress]) -> Set<InterfaceAddress> {
        Set(addresses.filter { !($0.isOfBridge && $0.address.isLinkLocal) })
    }

    /// Returns what has changed since the last look; nil if nothing has.
    ///
    /// - Parameter present: the addresses; nil if they are not known, so that the known ones stay.
    mutating func change(at now: Duration, _ present: [InterfaceAddress]?) -> Change? {
        let present = present.map(Self.considered) ?? addresses
        defer { (time, addresses) = (now, present) }
        let hasSlept = now - time > Self.longestPause
        return hasSlept || present != addresses ? Change(hasSlept: hasSlept, addresses: present) : nil
    }
}
