internal import ChatLink
internal import ChatModel
internal import ChatStore
internal import Synchronization

/// The addresses for which a part of the connections, handshakes and waiting requests is reserved: those of this machine, those
/// of the configured peers, and those at which an admitted key was proven.
final class TrustedAddresses: Sendable {
    /// Addresses at which one key was proven; the newest are kept.
    static let addressesOfOneKey = 16

    private struct State {
        /// The key that was proven last at an address.
        var proven: [RemoteAddress: PublicKey] = [:]
        /// The same addresses, the newest last.
        var addresses: [PublicKey: [RemoteAddress]] = [:]
    }

    private let configured: Set<RemoteAddress>
    private let keys: LinkKeys?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - peerHosts: names or IP addresses. Names are left out: they may mean another machine tomorrow.
    ///   - keys: the admitted keys; nil for a server without listeners for peers.
    init(peerHosts: [String], keys: LinkKeys? = nil) {
        configured = Set(peerHosts.compactMap { RemoteAddress($0) })
        self.keys = keys
    }

    func contains(_ address: RemoteAddress) -> Bool {
        address == .thisMachine || isPeer(address)
    }

    /// Whether a configured peer has this address, or a key was proven there that is still admitted.
    func isPeer(_ address: RemoteAddress) -> Bool {
        if configured.contains(address) { return true }
        return state.withLock { $0.proven[address] }.map { keys?.access(of: $0) == .admitted } ?? false
    }

    /// Notes that an admitted key was proven at an address. Programs on this machine, such as a tunnel, have no address.
    func noteProven(_ key: PublicKey, at address: RemoteAddress) {
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

    /// Notes the stored addresses of paired peers as if their keys were proven there: so no peer loses its reserve by a restart.
    /// Names are left out.
    func noteStored(_ peers: [PairedPeer]) {
        for peer in peers where peer.state != .removed {
            // The first address is the newest.
            for address in peer.places.reversed().compactMap({ RemoteAddress($0.host) }) {
                noteProven(peer.key, at: address)
            }
        }
    }
}

/// The shares of what the node has for all addresses.
enum AddressShare {
    /// For one address of another machine.
    static func oneAddress(of maximum: Int) -> Int { max(1, maximum / 4) }

    /// For all addresses that are not trusted.
    static func withoutReserve(_ maximum: Int) -> Int { maximum - maximum / 8 }
}
