internal import Synchronization

/// The bytes that the node holds for its clients: of requests that are not answered yet, and of answers that are not read
/// yet. Over the maximum, a connection of the network that holds the most bytes is closed: the one that has held bytes for
/// the longest time.
///
/// A client that does not read its answers, or that never completes a request, makes the node hold bytes. Without a
/// maximum for all of them together, thousands of such clients would use all memory. And without the choice of the network,
/// a flood of new connections would close those of other clients, which are older.
final class HeldBytes: Sendable {
    /// A connection that holds bytes. The numbers rise in the order in which the connections began to hold them.
    struct Number: Hashable {
        fileprivate let network: RemoteNetwork
        fileprivate let number: UInt64
    }

    private struct Holder {
        var bytes: Int
        let close: @Sendable () -> Void
    }

    /// The holders of one network, by their numbers.
    private struct Share {
        var total = 0
        var holders: [UInt64: Holder] = [:]
    }

    private struct State {
        var shares: [RemoteNetwork: Share] = [:]
        var total = 0
        /// The next number to give.
        var next: UInt64 = 0

        mutating func add(_ holder: Holder, of network: RemoteNetwork) -> Number {
            defer { next += 1 }
            total += holder.bytes
            shares[network, default: Share()].total += holder.bytes
            shares[network, default: Share()].holders[next] = holder
            return Number(network: network, number: next)
        }

        mutating func set(_ bytes: Int, of number: Number) {
            guard let holder = shares[number.network]?.holders[number.number] else { return }
            shares[number.network]?.holders[number.number]?.bytes = bytes
            shares[number.network]?.total += bytes - holder.bytes
            total += bytes - holder.bytes
        }

        @discardableResult
        mutating func remove(_ number: Number) -> Holder? {
            set(0, of: number)
            let holder = shares[number.network]?.holders.removeValue(forKey: number.number)
            if shares[number.network]?.holders.isEmpty == true { shares[number.network] = nil }
            return holder
        }

        /// Removes the oldest holder of the network that holds the most.
        mutating func removeOldest() -> Holder? {
            guard let network = shares.max(by: { $0.value.total < $1.value.total })?.key,
                let number = shares[network]?.holders.keys.min()
            else { return nil }
            return remove(Number(network: network, number: number))
        }
    }

    private let maximum: Int
    private let onFull: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the bytes of all connections together.
    ///   - onFull: called for each connection that is closed.
    init(maximum: Int, onFull: @escaping @Sendable () -> Void) {
        self.maximum = maximum
        self.onFull = onFull
    }

    /// The bytes of all connections together.
    var total: Int { state.withLock { $0.total } }

    /// Adds a connection.
    ///
    /// - Parameter close: closes the connection; called on any thread.
    func begin(with bytes: Int, of network: RemoteNetwork, close: @escaping @Sendable () -> Void) -> Number {
        change { $0.add(Holder(bytes: bytes, close: close), of: network) }
    }

    /// Changes the bytes of a connection, unless it is being closed because of them.
    func set(_ bytes: Int, of number: Number) {
        change { $0.set(bytes, of: number) }
    }

    /// Removes a connection.
    func end(_ number: Number) {
        change { _ = $0.remove(number) }
    }

    private func change<R>(_ body: (inout sending State) -> R) -> R {
        let (result, closed) = state.withLock { state in
            let result = body(&state)
            var closed: [Holder] = []
            while state.total > maximum, let holder = state.removeOldest() { closed.append(holder) }
            return (result, closed)
        }
        for holder in closed {
            onFull()
            holder.close()
        }
        return result
    }
}
