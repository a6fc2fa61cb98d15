internal import ChatStore
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Turns for writing large pages, so that requests for small ones, and posts, do not wait behind them.
///
/// Escaping a large page takes some milliseconds of a core. Thousands of requests for such pages, in the order in which they
/// came, would keep each later request waiting for minutes.
final class LargePages: Sendable {
    private typealias Caller = CheckedContinuation<Bool, Never>

    private struct State {
        var inProgress = 0
        /// The callers of each network, and the networks in the order of their next turns.
        var waiting: [ClientNetwork: CircularBuffer<Caller>] = [:]
        var networks = CircularBuffer<ClientNetwork>()

        mutating func add(_ caller: Caller, of network: ClientNetwork) {
            if waiting[network] == nil { networks.append(network) }
            waiting[network, default: []].append(caller)
        }

        mutating func takeNext() -> Caller? {
            guard let network = networks.popFirst(), var callers = waiting.removeValue(forKey: network) else {
                return nil
            }
            let caller = callers.popFirst()
            if !callers.isEmpty {
                waiting[network] = callers
                networks.append(network)
            }
            return caller
        }
    }

    /// Bytes of records above which a page is large.
    private static let leastBytes = 64 << 10

    private let atOnce: Int
    private let state = Mutex(State())

    /// - Parameter atOnce: the large pages that are written at one time. The default leaves half of the cores to others.
    init(atOnce: Int = max(1, System.coreCount / 2)) {
        self.atOnce = atOnce
    }

    /// The callers that have no turn yet.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    static func isLarge(_ slice: LogSlice) -> Bool { slice.byteCount > leastBytes }

    /// Calls `body` when it is this caller's turn. The networks of the clients take turns; the callers of one network get
    /// theirs in the order in which they came.
    ///
    /// - Parameter onDeparture: registers a closure that is called when the client has left, or sends nothing more.
    /// - Returns: the result of `body`; nil, without a call, if the client has left while it waited. After an attack,
    ///   thousands of requests without a client would take minutes otherwise.
    func turn<Result>(
        of network: ClientNetwork, onDeparture: (@escaping @Sendable () -> Void) -> Void, _ body: () throws -> Result
    ) async rethrows -> Result? {
        let client = Client()
        onDeparture { client.hasLeft.store(true, ordering: .relaxed) }
        let hasWaited = await begin(network)
        defer { end() }
        return hasWaited && client.hasLeft.load(ordering: .relaxed) ? nil : try body()
    }

    private final class Client: Sendable {
        let hasLeft = Atomic(false)
    }

    /// - Returns: whether the caller has waited.
    private func begin(_ network: ClientNetwork) async -> Bool {
        await withCheckedContinuation { caller in
            let isTurn = state.withLock { state in
                guard state.inProgress == atOnce else {
                    state.inProgress += 1
                    return true
                }
                state.add(caller, of: network)
                return false
            }
            if isTurn { caller.resume(returning: false) }
        }
    }

    private func end() {
        let next = state.withLock { state in
            let next = state.takeNext()
            if next == nil { state.inProgress -= 1 }
            return next
        }
        next?.resume(returning: true)
    }
}
