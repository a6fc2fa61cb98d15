internal import ChatModel
internal import ChatStore
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Turns for writing large pages, so that requests for small ones, and posts, do not wait behind them.
///
/// Escaping a large page takes some milliseconds of a core. Thousands of requests for such pages, in the order in which they
/// came, would keep each later request waiting for minutes.
final class LargePages: Sendable {
    /// Bytes of records above which a page is large.
    private static let leastBytes = 64 << 10

    private let turns: Turns<RemoteNetwork>

    /// - Parameter atOnce: the large pages that are written at one time. The default leaves half of the cores to others.
    init(atOnce: Int = max(1, System.coreCount / 2)) {
        turns = Turns(atOnce: atOnce)
    }

    /// The callers that have no turn yet.
    var waitingCount: Int { turns.waitingCount }

    static func isLarge(_ slice: LogSlice) -> Bool { slice.byteCount > leastBytes }

    /// Calls `body` when it is this caller's turn. The networks take turns.
    ///
    /// - Parameter onDeparture: registers a closure that is called when the other side has left, or sends nothing more.
    /// - Returns: the result of `body`; nil, without a call, if the other side has left or the task was cancelled while it
    ///   waited. After an attack, thousands of requests whose connections have ended would take minutes otherwise.
    func turn<Result>(
        of network: RemoteNetwork, onDeparture: (@escaping @Sendable () -> Void) -> Void, _ body: () throws -> Result
    ) async rethrows -> Result? {
        let caller = Caller()
        onDeparture { caller.hasLeft.store(true, ordering: .relaxed) }
        guard let start = await turns.begin(network) else { return nil }
        defer { turns.end() }
        return start == .afterWait && caller.hasLeft.load(ordering: .relaxed) ? nil : try body()
    }

    private final class Caller: Sendable {
        let hasLeft = Atomic(false)
    }
}
