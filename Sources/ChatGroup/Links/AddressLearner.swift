internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import Logging

/// Learns the addresses of paired peers from the links that they open: the address of a laptop changes.
actor AddressLearner {
    /// A peer cannot make the node write more often than this.
    private static let pause = Duration.seconds(60)

    private let time: any TimeSource
    /// Returns the addresses of a peer that is pulled from; nil for another key.
    private let places: @Sendable (PublicKey) async -> [HostPort]?
    /// Stores the addresses of a peer, and pulls from them.
    private let setPlaces: @Sendable ([HostPort], PublicKey) async throws(StoreError) -> Void
    private let logger: Logger
    /// When an address of a peer was last learned, on the monotonic clock.
    private var learned: [PublicKey: Duration] = [:]
    /// Whether the last new address could not be stored, which is logged once.
    private var hasFailed = false

    init(
        time: any TimeSource, logger: Logger,
        places: @escaping @Sendable (PublicKey) async -> [HostPort]?,
        setPlaces: @escaping @Sendable ([HostPort], PublicKey) async throws(StoreError) -> Void
    ) {
        self.time = time
        self.logger = logger
        self.places = places
        self.setPlaces = setPlaces
    }

    /// Learns the address from which a peer has opened a link, if it is new. The port stays that of the newest address.
    func learn(_ address: String, of peer: PublicKey) async {
        let address = LocalAddresses.unmapped(address)
        let now = time.monotonic
        guard !HostPort(host: address, port: nil).isLoopback, learned[peer].map({ now - $0 > Self.pause }) ?? true,
            let known = await places(peer), let port = known.first?.port,
            !known.contains(where: { $0.host == address })
        else { return }
        learned[peer] = now
        let places = [HostPort(host: address, port: port)] + known
        do throws(StoreError) {
            try await setPlaces(Array(places.prefix(Limits.peerPlaces)), peer)
            hasFailed = false
        } catch {
            if !hasFailed { warn(about: error, peer: peer, address: address) }
            hasFailed = true
        }
    }

    private func warn(about error: StoreError, peer: PublicKey, address: String) {
        logger.warning(
            """
            The node cannot store the new address of a peer, so it does not pull from there. \(error) The node \
            tries again when the peer opens another link, after a minute at the earliest.
            """, metadata: ["peer": "\(peer)", "address": "\(address)"])
    }
}
