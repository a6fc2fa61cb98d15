internal import Synchronization

/// The bytes that the node holds for its clients: of requests that are not answered yet, and of answers that are not read
/// yet. Over the maximum, a connection of the network that holds the most bytes is closed: the one that has held bytes for
/// the longest time.
///
/// A client that does not read its answers, or that never completes a request, makes the node hold bytes. Without a
/// maximum for all of them together, thousands of such clients would take all memory. And without the choice of the network,
/// a flood of new connections would close those of other clients, which are older.
final class HeldBytes: Sendable {
    /// A connection that holds bytes has a number; the numbers rise in the order in which the connections began to hold them.
    typealias Number = UInt64

    private struct Holder {
        var bytes: Int
        let network: ClientNetwork
        let close: @Sendable () -> Void
    }

    /// The holders of one network.
    private struct Share {
        var total = 0
        var count = 0
        /// Their numbers, ascending. Some may have ended.
        var numbers: ArraySlice<Number> = []
    }

    private struct State {
        var holders: [Number: Holder] = [:]
        var shares: [ClientNetwork: Share] = [:]
        var total = 0
        /// The next number to give.
        var next: Number = 0

        mutating func add(_ holder: Holder) -> Number {
            defer { next += 1 }
            holders[next] = holder
            total += holder.bytes
            shares[holder.network, default: Share()].total += holder.bytes
            shares[holder.network, default: Share()].count += 1
            shares[holder.network, default: Share()].numbers.append(next)
            return next
        }

        mutating func set(_ bytes: Int, of number: Number) {
            guard let holder = holders[number] else { return }
            holders[number]?.bytes = bytes
            total += bytes - holder.bytes
            shares[holder.network]?.total += bytes - holder.bytes
        }

        @discardableResult
        mutating func remove(_ number: Number) -> Holder? {
            guard let holder = holders.removeValue(forKey: number),
                var share = shares.removeValue(forKey: holder.network)
            else { return nil }
            total -= holder.bytes
            share.total -= holder.bytes
            share.count -= 1
            if share.count == 0 { return holder }
            if share.numbers.count > 2 * share.count + HeldBytes.fewNumbers {
                share.numbers = share.numbers.filter { holders[$0] != nil }[...]
            }
            shares[holder.network] = share
            return holder
        }

        /// Removes the oldest holder of the network that holds the most.
        mutating func removeOldest() -> Holder? {
            guard let network = shares.max(by: { $0.value.total < $1.value.total })?.key else { return nil }
            while let number = shares[network]?.numbers.popFirst() {
                if let holder = remove(number) { return holder }
            }
            return nil
        }
    }

    /// Numbers of ended holders that a network may keep in any case.
    private static let fewNumbers = 64

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

    /// The numbers that are kept, also of connections that have ended.
    var numberCount: Int { state.withLock { $0.shares.values.reduce(0) { $0 + $1.numbers.count } } }

    /// Adds a connection.
    ///
    /// - Parameter close: closes the connection; called on any thread.
    func begin(with bytes: Int, of network: ClientNetwork, close: @escaping @Sendable () -> Void) -> Number {
        change { $0.add(Holder(bytes: bytes, network: network, close: close)) }
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
