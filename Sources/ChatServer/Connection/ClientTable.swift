internal import NIOCore
internal import Synchronization

/// The connections of one listener and the addresses of their clients.
///
/// Closes connections so that no client can lock out the others: the connections of one address have a maximum, and a part
/// of all connections is kept for clients on this machine and for configured peers. The connection that has been idle the
/// longest is closed first, among many that are chosen at random.
final class ClientTable: Sendable {
    /// A connection.
    final class Client: Sendable {
        let address: ClientAddress
        /// Whether the connection may use the reserve.
        let isTrusted: Bool
        private let lastRequest: Atomic<UInt64>
        fileprivate let close: @Sendable () -> Void

        fileprivate init(
            _ address: ClientAddress, isTrusted: Bool, now: NIODeadline, close: @escaping @Sendable () -> Void
        ) {
            self.address = address
            self.isTrusted = isTrusted
            self.close = close
            lastRequest = Atomic(now.uptimeNanoseconds)
        }

        /// A request has arrived.
        func isActive(now: NIODeadline) { lastRequest.store(now.uptimeNanoseconds, ordering: .relaxed) }

        fileprivate var idleSince: UInt64 { lastRequest.load(ordering: .relaxed) }
    }

    private struct State {
        /// Each client keeps its place until its connection ends.
        var places: [Client?] = []
        var freePlaces: [Int] = []
        var counts: [ClientAddress: Int] = [:]
        var trusted = 0

        var count: Int { places.count - freePlaces.count }
    }

    /// The places that are looked at to find the connection to close.
    private static let samples = 256

    private let maximum: Int
    private let trusted: TrustedClients
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the connections of the listener.
    init(maximum: Int, trusted: TrustedClients) {
        self.maximum = maximum
        self.trusted = trusted
    }

    /// Adds a connection, and closes another one if there are too many.
    ///
    /// - Returns: the connection and its place.
    func add(
        _ address: ClientAddress, now: NIODeadline, close: @escaping @Sendable () -> Void
    ) -> (client: Client, place: Int) {
        let isTrusted = trusted.contains(address)
        let client = Client(address, isTrusted: isTrusted, now: now, close: close)
        let (place, excess) = state.withLock { state in
            let excess = self.excess(for: client, in: state)
            return (Self.place(client, in: &state), excess)
        }
        excess?.close()
        return (client, place)
    }

    /// Removes a connection that has ended.
    func remove(_ client: Client, at place: Int) {
        state.withLock { state in
            state.places[place] = nil
            state.freePlaces.append(place)
            if client.isTrusted { state.trusted -= 1 }
            let count = (state.counts[client.address] ?? 0) - 1
            state.counts[client.address] = count > 0 ? count : nil
        }
    }

    private static func place(_ client: Client, in state: inout State) -> Int {
        state.counts[client.address, default: 0] += 1
        if client.isTrusted { state.trusted += 1 }
        guard let place = state.freePlaces.popLast() else {
            state.places.append(client)
            return state.places.count - 1
        }
        state.places[place] = client
        return place
    }

    /// Returns the connection to close for a new one; nil if there are not too many.
    private func excess(for client: Client, in state: State) -> Client? {
        let sameAddress = state.counts[client.address, default: 0]
        if client.address != .thisMachine, sameAddress >= ClientShare.oneAddress(of: maximum) {
            return Self.longestIdle(in: state) { $0.address == client.address }
        }
        let others = state.count - state.trusted
        let isFull = state.count >= maximum || !client.isTrusted && others >= ClientShare.withoutReserve(maximum)
        guard isFull else { return nil }
        return Self.longestIdle(in: state) { !$0.isTrusted } ?? Self.longestIdle(in: state) { _ in true }
    }

    /// Returns the connection that has been idle the longest, among many that are chosen at random.
    private static func longestIdle(in state: State, where isWanted: (Client) -> Bool) -> Client? {
        (0..<samples).lazy.compactMap { _ in state.places.randomElement() ?? nil }.filter(isWanted)
            .min { $0.idleSince < $1.idleSince }
    }
}

/// The address of a client. A client with IPv6 can have all addresses of a network of 64 bits, so its network counts as one.
struct ClientAddress: Hashable, Sendable {
    /// A loopback address, or no IP address.
    static let thisMachine = ClientAddress(bytes: [])

    private let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ address: SocketAddress?) {
        guard let address, !address.isLoopback else {
            self = .thisMachine
            return
        }
        let bytes = address.ipBytes
        self.init(bytes: bytes.count == 16 ? Array(bytes.prefix(8)) : bytes)
    }
}
