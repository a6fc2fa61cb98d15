internal import ChatModel
internal import Dispatch
internal import NIOCore
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The clients for which a part of the connections and of the waiting requests is reserved: those on this machine, and
/// those at the addresses of the configured peers.
final class TrustedClients: Sendable {
    /// The pause between two look-ups of the peers' names: the addresses of laptops change.
    private static let pause = Duration.seconds(300)

    private let peerHosts: [String]
    private let time: any TimeSource
    private let peers = Mutex<Set<ClientAddress>>([])

    /// - Parameter peerHosts: names or IP addresses.
    init(peerHosts: [String], time: any TimeSource) {
        self.peerHosts = peerHosts
        self.time = time
    }

    func contains(_ address: ClientAddress) -> Bool {
        address == .thisMachine || isPeer(address)
    }

    /// Whether a configured peer has this address.
    func isPeer(_ address: ClientAddress) -> Bool { peers.withLock { $0.contains(address) } }

    /// Looks up the addresses of the peers now and then, until the task is cancelled.
    func run() async {
        while !Task.isCancelled, !peerHosts.isEmpty {
            let found = await addresses()
            peers.withLock { $0 = found }
            try? await time.sleep(for: Self.pause)
        }
    }

    /// Returns all addresses of the peers. A name that is not found is left out.
    ///
    /// Looking up a name blocks a thread, without a network for many seconds, so it has a thread outside of Swift's pool.
    /// Returns nothing as soon as the task is cancelled.
    private func addresses() async -> Set<ClientAddress> {
        let (found, source) = AsyncStream<Set<ClientAddress>>.makeStream()
        DispatchQueue.global().async { [peerHosts] in
            source.yield(Set(peerHosts.flatMap(Self.addresses).map(ClientAddress.init)))
        }
        return await found.first { _ in true } ?? []
    }

    private static func addresses(of host: String) -> [SocketAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = unsafe getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if status == 0, let address = try? SocketAddress(ipAddress: address, port: 0) { addresses.append(address) }
            unsafe next = entry.ai_next
        }
        return addresses
    }
}

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

/// The shares of what the node has for all clients.
enum ClientShare {
    /// For one address of another machine.
    static func oneAddress(of maximum: Int) -> Int { max(1, maximum / 4) }

    /// For all clients that are not trusted.
    static func withoutReserve(_ maximum: Int) -> Int { maximum - maximum / 8 }
}
