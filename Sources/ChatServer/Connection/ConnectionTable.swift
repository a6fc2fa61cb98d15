internal import ChatLink
internal import NIOCore
internal import Synchronization

/// The connections of one listener and their remote addresses.
///
/// Closes connections so that no address can lock out the others: the connections of one address have a maximum, and a part
/// of all connections is kept for trusted addresses: see ``TrustedAddresses``. A connection of the address with the most
/// connections is closed: one without an answer due, and idle the longest.
final class ConnectionTable: Sendable {
    /// A connection.
    final class Connection: Sendable {
        let address: RemoteAddress
        /// Whether the connection may use the reserve.
        let isTrusted: Bool
        private let lastActivity: Atomic<UInt64>
        private let hasAnswersDue = Atomic(false)
        fileprivate let close: @Sendable () -> Void

        fileprivate init(
            _ address: RemoteAddress, isTrusted: Bool, now: NIODeadline, close: @escaping @Sendable () -> Void
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
        /// - Parameter count: the connections of the network of the address.
        fileprivate func rank(count: Int) -> (Int, Int, Int, UInt64) {
            (
                isTrusted ? 1 : 0, -count, hasAnswersDue.load(ordering: .relaxed) ? 1 : 0,
                lastActivity.load(ordering: .relaxed)
            )
        }
    }

    private struct State {
        var slots: [Connection?] = []
        var freeSlots: [Int] = []
        var counts: [RemoteNetwork: Int] = [:]
        var trusted = 0

        var count: Int { slots.count - freeSlots.count }

        mutating func add(_ connection: Connection) -> Int {
            counts[connection.address.network, default: 0] += 1
            if connection.isTrusted { trusted += 1 }
            guard let slot = freeSlots.popLast() else {
                slots.append(connection)
                return slots.count - 1
            }
            slots[slot] = connection
            return slot
        }

        mutating func remove(_ connection: Connection, at slot: Int) {
            slots[slot] = nil
            freeSlots.append(slot)
            if connection.isTrusted { trusted -= 1 }
            let count = (counts[connection.address.network] ?? 0) - 1
            counts[connection.address.network] = count > 0 ? count : nil
        }
    }

    /// Slots that are looked at to find the connection to close. They are chosen at random if there are more.
    private static let samples = 256

    private let maximum: Int
    private let isTrusted: @Sendable (RemoteAddress) -> Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the connections of the listener.
    ///   - isTrusted: whether connections of this address may use the reserve.
    init(maximum: Int, isTrusted: @escaping @Sendable (RemoteAddress) -> Bool) {
        self.maximum = maximum
        self.isTrusted = isTrusted
    }

    /// Adds a connection, and closes another one if there are too many.
    ///
    /// - Parameter isPeer: whether the other side has proven that it is a peer. It may then use the reserve, wherever it is.
    /// - Returns: the connection and its slot.
    func add(
        _ address: RemoteAddress, isPeer: Bool = false, now: NIODeadline, close: @escaping @Sendable () -> Void
    ) -> (connection: Connection, slot: Int) {
        let connection = Connection(address, isTrusted: isPeer || isTrusted(address), now: now, close: close)
        let (slot, closed) = state.withLock { state -> (Int, Connection?) in
            let excess = self.excess(for: connection, in: state)
            // At once, not when it has ended: otherwise the next connections would close the same one again.
            if let excess { state.remove(excess.connection, at: excess.slot) }
            return (state.add(connection), excess?.connection)
        }
        closed?.close()
        return (connection, slot)
    }

    /// Removes a connection that has ended. Does nothing if the table has closed it.
    func remove(_ connection: Connection, at slot: Int) {
        state.withLock { state in
            if state.slots[slot] === connection { state.remove(connection, at: slot) }
        }
    }

    /// Returns the connection to close for a new one; nil if there are not too many.
    private func excess(for connection: Connection, in state: State) -> (connection: Connection, slot: Int)? {
        let network = connection.address.network
        if network != .thisMachine, state.counts[network, default: 0] >= AddressShare.oneAddress(of: maximum) {
            return Self.excess(in: state) { $0.address.network == network }
        }
        let others = state.count - state.trusted
        let isFull = state.count >= maximum || !connection.isTrusted && others >= AddressShare.withoutReserve(maximum)
        return isFull ? Self.excess(in: state) { _ in true } : nil
    }

    private static func excess(
        in state: State, where isWanted: (Connection) -> Bool
    ) -> (connection: Connection, slot: Int)? {
        var found: (connection: Connection, slot: Int)?
        var lowest: (Int, Int, Int, UInt64)?
        let slots = state.slots.indices
        for number in 0..<min(samples, slots.count) {
            let slot = slots.count > samples ? Int.random(in: slots) : number
            guard let connection = state.slots[slot], isWanted(connection) else { continue }
            let rank = connection.rank(count: state.counts[connection.address.network] ?? 0)
            guard lowest.map({ rank < $0 }) ?? true else { continue }
            (found, lowest) = ((connection, slot), rank)
        }
        return found
    }
}

/// The address of the other side of a connection.
struct RemoteAddress: Hashable, Sendable {
    /// A loopback address, or no IP address.
    static let thisMachine = RemoteAddress(bytes: [])

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

    var network: RemoteNetwork { RemoteNetwork(self) }
}

/// What counts as one address. A machine with IPv6 can have all addresses of a network of 64 bits, so its network counts as one.
struct RemoteNetwork: Hashable, Sendable {
    static let thisMachine = RemoteAddress.thisMachine.network

    private let bytes: [UInt8]

    fileprivate init(_ address: RemoteAddress) {
        bytes = address.bytes.count == 16 ? Array(address.bytes.prefix(8)) : address.bytes
    }
}
