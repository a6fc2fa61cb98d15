internal import Synchronization

/// The waiting requests of each address.
///
/// A request that has no share of the waiting requests is answered at once. So an address that lets thousands of
/// requests wait costs the others nothing.
final class WaitShares: Sendable {
    private struct State {
        var counts: [RemoteNetwork: Int] = [:]
        /// The waiting requests of addresses that are not trusted.
        var others = 0
    }

    private let maximum: Int
    private let trusted: TrustedAddresses
    private let state = Mutex(State())

    /// - Parameter maximum: the requests of all addresses that may wait at one time.
    init(maximum: Int, trusted: TrustedAddresses) {
        self.maximum = maximum
        self.trusted = trusted
    }

    /// Calls `body` with the time for which a request may wait: `wanted`, or zero if its address has used its share.
    ///
    /// - Parameter isPeer: whether the other side has proven that it is a peer.
    func wait<Outcome>(
        _ wanted: Duration, for address: RemoteAddress, isPeer: Bool = false,
        _ body: (Duration) async throws -> Outcome
    ) async rethrows -> Outcome {
        guard wanted > .zero else { return try await body(.zero) }
        let isTrusted = isPeer || trusted.contains(address)
        guard begin(address, isTrusted: isTrusted) else { return try await body(.zero) }
        defer { end(address, isTrusted: isTrusted) }
        return try await body(wanted)
    }

    private func begin(_ address: RemoteAddress, isTrusted: Bool) -> Bool {
        state.withLock { state in
            if !isTrusted {
                guard state.others < AddressShare.withoutReserve(maximum),
                    state.counts[address.network, default: 0] < AddressShare.oneAddress(of: maximum)
                else { return false }
                state.others += 1
            }
            state.counts[address.network, default: 0] += 1
            return true
        }
    }

    private func end(_ address: RemoteAddress, isTrusted: Bool) {
        state.withLock { state in
            if !isTrusted { state.others -= 1 }
            let count = state.counts[address.network, default: 0] - 1
            state.counts[address.network] = count > 0 ? count : nil
        }
    }
}
