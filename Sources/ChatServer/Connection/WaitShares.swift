internal import Synchronization

/// The requests of each client that wait.
///
/// A request that has no share of the waiting requests is answered at once. So a client that lets thousands of requests
/// wait takes nothing from the others.
final class WaitShares: Sendable {
    private struct State {
        var counts: [ClientNetwork: Int] = [:]
        /// The waiting requests of clients that are not trusted.
        var others = 0
    }

    private let maximum: Int
    private let trusted: TrustedClients
    private let state = Mutex(State())

    /// - Parameter maximum: the requests of all clients that may wait at one time.
    init(maximum: Int, trusted: TrustedClients) {
        self.maximum = maximum
        self.trusted = trusted
    }

    /// Calls `body` with the time for which a request may wait: `wanted`, or zero if its client has used its share.
    ///
    /// - Parameter isPeer: whether the client has proven that it is a peer.
    func wait<Outcome>(
        _ wanted: Duration, for address: ClientAddress, isPeer: Bool = false,
        _ body: (Duration) async throws -> Outcome
    ) async rethrows -> Outcome {
        guard wanted > .zero else { return try await body(.zero) }
        let isTrusted = isPeer || trusted.contains(address)
        guard begin(address, isTrusted: isTrusted) else { return try await body(.zero) }
        defer { end(address, isTrusted: isTrusted) }
        return try await body(wanted)
    }

    private func begin(_ address: ClientAddress, isTrusted: Bool) -> Bool {
        state.withLock { state in
            if !isTrusted {
                guard state.others < ClientShare.withoutReserve(maximum),
                    state.counts[address.network, default: 0] < ClientShare.oneAddress(of: maximum)
                else { return false }
                state.others += 1
            }
            state.counts[address.network, default: 0] += 1
            return true
        }
    }

    private func end(_ address: ClientAddress, isTrusted: Bool) {
        state.withLock { state in
            if !isTrusted { state.others -= 1 }
            let count = state.counts[address.network, default: 0] - 1
            state.counts[address.network] = count > 0 ? count : nil
        }
    }
}
