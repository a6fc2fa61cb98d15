internal import ChatLink
internal import ChatModel
internal import ChatReplication
internal import NIOCore

/// Notices that this machine has slept, or that its addresses or carriers have changed. Closes the links that have died without a word,
/// and wakes the parts that wait for a peer.
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
        /// The bytes of this machine's addresses; nil if they are not known.
        fileprivate let addresses: Set<[UInt8]>?

        /// Whether the links at an address of this machine are considered dead.
        func endsLinks(at address: SocketAddress) -> Bool {
            guard let addresses, !hasSlept else { return hasSlept }
            return !address.isLoopback && !addresses.contains(address.ipBytes)
        }
    }

    /// If so much time has passed between two looks, the machine or the process was stopped. Links survive shorter stops.
    private static let longestPause = Duration.seconds(20)

    private var time: Duration
    private var addresses: [InterfaceAddress]?

    init(at time: Duration, _ addresses: [InterfaceAddress]?) {
        (self.time, self.addresses) = (time, addresses)
    }

    /// Returns what has changed since the last look; nil if nothing has.
    ///
    /// - Parameter present: the addresses; nil if they are not known, so that the known ones stay.
    mutating func change(at now: Duration, _ present: [InterfaceAddress]?) -> Change? {
        let present = present ?? addresses
        defer { (time, addresses) = (now, present) }
        let hasSlept = now - time > Self.longestPause
        guard hasSlept || present.map(Self.network) != addresses.map(Self.network) else { return nil }
        return Change(hasSlept: hasSlept, addresses: present.map { Set($0.map(\.address.ipBytes)) })
    }

    /// Returns the addresses at which this machine takes part in networks. Link-local addresses and carriers of bridges change with each
    /// container, so they are ignored.
    private static func network(_ addresses: [InterfaceAddress]) -> Set<[UInt8]> {
        Set(
            addresses.filter { $0.isOfBridge ? !$0.address.isLinkLocal : $0.hasCarrier }
                .map { Array($0.interface.utf8) + $0.address.ipBytes })
    }
}
