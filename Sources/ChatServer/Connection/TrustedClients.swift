internal import ChatClient
internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import Synchronization

/// The clients for which a part of the connections, handshakes and waiting requests is reserved: those on this machine, those
/// at the addresses of the configured peers, and those at addresses at which an admitted key was proven.
final class TrustedClients: Sendable {
    /// The pause between two look-ups of the peers' names: the addresses of laptops change.
    private static let pause = Duration.seconds(300)
    /// Addresses at which one key was proven; the newest are kept.
    static let addressesOfOneKey = 16

    private struct State {
        var peers: Set<ClientAddress> = []
        /// The key that was proven last at an address.
        var proven: [ClientAddress: PublicKey] = [:]
        /// The same addresses, the newest last.
        var addresses: [PublicKey: [ClientAddress]] = [:]
    }

    private let peerHosts: [String]
    private let names: NameResolver
    private let keys: LinkKeys?
    private let time: any TimeSource
    private let state = Mutex(State())

    /// - Parameters:
    ///   - peerHosts: names or IP addresses.
    ///   - keys: the admitted keys; nil for a server without listeners for peers.
    init(peerHosts: [String], keys: LinkKeys? = nil, time: any TimeSource) {
        self.peerHosts = peerHosts
        names = NameResolver(maximumNames: peerHosts.count)
        self.keys = keys
        self.time = time
    }

    func contains(_ address: ClientAddress) -> Bool {
        address == .thisMachine || isPeer(address)
    }

    /// Whether a configured peer has this address, or a key was proven there that is still admitted.
    func isPeer(_ address: ClientAddress) -> Bool {
        let (isConfigured, key) = state.withLock { ($0.peers.contains(address), $0.proven[address]) }
        return isConfigured || key.map { keys?.admission(of: $0) == .admitted } ?? false
    }

    /// Notes that an admitted key was proven at an address. Programs on this machine, such as a tunnel, have no address.
    func noteProven(_ key: PublicKey, at address: ClientAddress) {
        guard address != .thisMachine else { return }
        state.withLock { state in
            if let other = state.proven.updateValue(key, forKey: address) {
                state.addresses[other]?.removeAll { $0 == address }
            }
            state.addresses[key, default: []].append(address)
            guard let addresses = state.addresses[key], addresses.count > Self.addressesOfOneKey else { return }
            state.proven[addresses[0]] = nil
            state.addresses[key]?.removeFirst()
        }
    }

    /// Notes the stored addresses of paired peers as if their keys were proven there: so a restart takes no reserve from a peer.
    /// Names are left out.
    func noteStored(_ peers: [PairedPeer]) {
        for peer in peers where peer.state != .removed {
            // The first address is the newest.
            for address in peer.places.reversed().compactMap({ ClientAddress($0.host) }) {
                noteProven(peer.key, at: address)
            }
        }
    }

    /// Looks up the addresses of the peers now and then, until the task is cancelled.
    func run() async {
        while !Task.isCancelled, !peerHosts.isEmpty {
            let found = await addresses()
            state.withLock { $0.peers = found }
            try? await time.sleep(for: Self.pause)
        }
    }

    /// Returns all addresses of the peers. A name that is not found in time is left out.
    private func addresses() async -> Set<ClientAddress> {
        await withTaskGroup { group in
            for host in Set(peerHosts) {
                group.addTask { (try? await self.names.addresses(of: host, time: self.time)) ?? [] }
            }
            return await group.reduce(into: []) { $0.formUnion($1.compactMap { ClientAddress($0) }) }
        }
    }
}

/// The shares of what the node has for all clients.
enum ClientShare {
    /// For one address of another machine.
    static func oneAddress(of maximum: Int) -> Int { max(1, maximum / 4) }

    /// For all clients that are not trusted.
    static func withoutReserve(_ maximum: Int) -> Int { maximum - maximum / 8 }
}
