internal import ChatStore
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Turns for writing large pages, so that requests for small ones, and posts, do not wait behind them.
///
/// Escaping a large page takes some milliseconds of a core. Thousands of requests for such pages, in the order in which they
/// came, would keep each later request waiting for minutes.
final class LargePages: Sendable {
    private struct State {
        var inProgress = 0
        var waiting = CircularBuffer<CheckedContinuation<Void, Never>>()
    }

    /// Bytes of records above which a page is large.
    private static let leastBytes = 64 << 10

    private let atOnce: Int
    private let state = Mutex(State())

    /// - Parameter atOnce: the large pages that are written at one time. The default leaves half of the cores to others.
    init(atOnce: Int = max(1, System.coreCount / 2)) {
        self.atOnce = atOnce
    }

    static func isLarge(_ slice: LogSlice) -> Bool { slice.byteCount > leastBytes }

    /// Calls `body` when it is this caller's turn. Callers get their turns in the order in which they came.
    ///
    /// - Parameter onDeparture: registers a closure that is called when the client has left.
    /// - Returns: the result of `body`; nil, without a call, if the client has left by then. After an attack, thousands of
    ///   requests without a client would take minutes otherwise.
    func turn<Result>(onDeparture: (@escaping @Sendable () -> Void) -> Void, _ body: () throws -> Result) async rethrows
        -> Result?
    {
        let client = Client()
        onDeparture { client.hasLeft.store(true, ordering: .relaxed) }
        await begin()
        defer { end() }
        return client.hasLeft.load(ordering: .relaxed) ? nil : try body()
    }

    private final class Client: Sendable {
        let hasLeft = Atomic(false)
    }

    private func begin() async {
        await withCheckedContinuation { caller in
            let isTurn = state.withLock { state in
                guard state.inProgress == atOnce else {
                    state.inProgress += 1
                    return true
                }
                state.waiting.append(caller)
                return false
            }
            if isTurn { caller.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.inProgress -= 1 }
            return next
        }
        next?.resume()
    }
}
