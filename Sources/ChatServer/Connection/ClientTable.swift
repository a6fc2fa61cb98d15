internal import ChatLink
internal import NIOCore
internal import Synchronization

/// The connections of one listener and the addresses of their clients.
///
/// Closes connections so that no client can lock out the others: the connections of one address have a maximum, and a part
/// of all connections is kept for trusted clients: see ``TrustedClients``. A connection of the address with the most
/// connections is closed: one without an answer due, and idle the longest.
final class ClientTable: Sendable {
    /// A connection.
    final class Client: Sendable {
        let address: ClientAddress
        /// Whether the connection may use the reserve.
        let isTrusted: Bool
        private let lastActivity: Atomic<UInt64>
        private let hasAnswersDue = Atomic(false)
        fileprivate let close: @Sendable () -> Void

        fileprivate init(
            _ address: ClientAddress, isTrusted: Bool, now: NIODeadline, close: @escaping @Sendable () -> Void
        ) {
            self.address = address
            self.isTrusted = isTrusted
            self.close = close
            lastActivity = Atomic(now.uptimeNanoseconds)
        }

        /// A request has arrived, or an answer was written.
        ///
        /// - Parameter answersDue: the requests without an answer.
        func isActive(answersDue: Int, now: NIODeadline) {
            lastActivity.store(now.uptimeNanoseconds, ordering: .relaxed)
            hasAnswersDue.store(answersDue > 0, ordering: .relaxed)
        }

        /// Connections with lower numbers are closed first.
        ///
        /// - Parameter count: the connections of the client's network.
        fileprivate func rank(count: Int) -> (Int, Int, Int, UInt64) {
            (
                isTrusted ? 1 : 0, -count, hasAnswersDue.load(ordering: .relaxed) ? 1 : 0,
                lastActivity.load(ordering: .relaxed)
            )
        }
    }

    private struct State {
        var places: [Client?] = []
        var freePlaces: [Int] = []
        var counts: [ClientNetwork: Int] = [:]
        var trusted = 0

        var count: Int { places.count - freePlaces.count }

        mutating func add(_ client: Client) -> Int {
            counts[client.address.network, default: 0] += 1
            if client.isTrusted { trusted += 1 }
            guard let place = freePlaces.popLast() else {
                places.append(client)
                return places.count - 1
            }
            places[place] = client
            return place
        }

        mutating func remove(_ client: Client, at place: Int) {
            places[place] = nil
            freePlaces.append(place)
            if client.isTrusted { trusted -= 1 }
            let count = (counts[client.address.network] ?? 0) - 1
            counts[client.address.network] = count > 0 ? count : nil
        }
    }

    /// Places that are looked at to find the connection to close. They are chosen at random if there are more.
    private static let samples = 256

    private let maximum: Int
    private let isTrusted: @Sendable (ClientAddress) -> Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the connections of the listener.
    ///   - isTrusted: whether a client at this address may use the reserve.
    init(maximum: Int, isTrusted: @escaping @Sendable (ClientAddress) -> Bool) {
        self.maximum = maximum
        self.isTrusted = isTrusted
    }

    /// Adds a connection, and closes another one if there are too many.
    ///
    /// - Parameter isPeer: whether the client has proven that it is a peer. It may then use the reserve, wherever it is.
    /// - Returns: the connection and its place.
    func add(
        _ address: ClientAddress, isPeer: Bool = false, now: NIODeadline, close: @escaping @Sendable () -> Void
    ) -> (client: Client, place: Int) {
        let client = Client(address, isTrusted: isPeer || isTrusted(address), now: now, close: close)
        let (place, closed) = state.withLock { state -> (Int, Client?) in
            let excess = self.excess(for: client, in: state)
            // At once, not when it has ended: otherwise the next clients would close the same connection again.
            if let excess { state.remove(excess.client, at: excess.place) }
            return (state.add(client), excess?.client)
        }
        closed?.close()
        return (client, place)
    }

    /// Removes a connection that has ended. Does nothing if the table has closed it.
    func remove(_ client: Client, at place: Int) {
        state.withLock { state in
            if state.places[place] === client { state.remove(client, at: place) }
        }
    }

    /// Returns the connection to close for a new one; nil if there are not too many.
    private func excess(for client: Client, in state: State) -> (client: Client, place: Int)? {
        let network = client.address.network
        if network != .thisMachine, state.counts[network, default: 0] >= ClientShare.oneAddress(of: maximum) {
            return Self.excess(in: state) { $0.address.network == network }
        }
        let others = state.count - state.trusted
        let isFull = state.count >= maximum || !client.isTrusted && others >= ClientShare.withoutReserve(maximum)
        return isFull ? Self.excess(in: state) { _ in true } : nil
    }

    private static func excess(
        in state: State, where isWanted: (Client) -> Bool
    ) -> (client: Client, place: Int)? {
        var found: (client: Client, place: Int)?
        var lowest: (Int, Int, Int, UInt64)?
        let places = state.places.indices
        for number in 0..<min(samples, places.count) {
            let place = places.count > samples ? Int.random(in: places) : number
            guard let client = state.places[place], isWanted(client) else { continue }
            let rank = client.rank(count: state.counts[client.address.network] ?? 0)
            guard lowest.map({ rank < $0 }) ?? true else { continue }
            (found, lowest) = ((client, place), rank)
        }
        return found
    }
}

/// The address of a client.
struct ClientAddress: Hashable, Sendable {
    /// A loopback address, or no IP address.
    static let thisMachine = ClientAddress(bytes: [])

    fileprivate let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ address: SocketAddress?) {
        guard let address, !address.isLoopback else {
            self = .thisMachine
            return
        }
        self.init(bytes: address.ipBytes)
    }

    /// Returns nil if the text is no IP address.
    init?(_ text: String) {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    var network: ClientNetwork { ClientNetwork(self) }
}

/// What counts as one client. A client with IPv6 can have all addresses of a network of 64 bits, so its network counts as one.
struct ClientNetwork: Hashable, Sendable {
    static let thisMachine = ClientAddress.thisMachine.network

    private let bytes: [UInt8]

    fileprivate init(_ address: ClientAddress) {
        bytes = address.bytes.count == 16 ? Array(address.bytes.prefix(8)) : address.bytes
    }
}
