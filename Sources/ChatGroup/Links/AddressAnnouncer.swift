internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import Logging

/// Writes an address record of this node when its addresses change: see `AddressRecord`.
struct AddressAnnouncer {
    /// The shortest time between two address records.
    private static let pause = Duration.seconds(60)
    /// After this time, the node compares its newest record with its addresses: a clone may have written another.
    private static let interval = Duration.seconds(60 * 60)

    let store: ChatStore
    let nodeName: FieldValue
    let listeners: PeerListeners
    /// Notified of each change of the network.
    let network: ChangeSignal
    let time: any TimeSource
    let logger: Logger

    /// Writes address records until the task is cancelled.
    func run() async {
        var said: (places: [HostPort], at: Duration)?
        while !Task.isCancelled {
            let seen = (network: network.count, peers: store.peerChanges.count)
            let places = await listeners.expectedPlaces(atMost: AddressRecord.maximumPlaces)
            if said.map({ $0.places != places || time.monotonic - $0.at >= Self.interval }) ?? true {
                do throws(StoreError) {
                    if try await store.announce(places, as: nodeName) { said = (places, time.monotonic) }
                } catch {
                    logger.debug("The node cannot announce its addresses.", metadata: ["reason": "\(error)"])
                    try? await time.sleep(for: Self.pause)
                    continue
                }
                if said != nil { try? await time.sleep(for: Self.pause) }
            }
            await first(
                of: { try? await time.sleep(for: Self.interval) }, { await network.next(after: seen.network) },
                { await store.peerChanges.next(after: seen.peers) })
        }
    }
}
