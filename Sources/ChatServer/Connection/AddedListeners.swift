internal import Synchronization

/// The listeners that are added while the server runs.
final class AddedListeners: Sendable {
    struct Request: Sendable {
        let listener: Listener
        fileprivate let number: Int
    }

    private struct State {
        var callers: [Int: CheckedContinuation<Listener, any Error>] = [:]
        var count = 0
        var isClosed = false
    }

    /// Ends when the server shuts down. The server iterates it once.
    let requests: AsyncStream<Request>
    private let source: AsyncStream<Request>.Continuation
    private let state = Mutex(State())

    init() {
        (requests, source) = AsyncStream<Request>.makeStream()
    }

    /// Returns the listener with its actual port when it accepts connections.
    ///
    /// - Throws: ``ListenError``.
    func add(_ listener: Listener) async throws -> Listener {
        try await withCheckedThrowingContinuation { caller in
            let number = state.withLock { state -> Int? in
                guard !state.isClosed else { return nil }
                state.count += 1
                state.callers[state.count] = caller
                return state.count
            }
            guard let number else { return caller.resume(throwing: Self.closed(listener)) }
            source.yield(Request(listener: listener, number: number))
        }
    }

    /// Answers the caller. Only the first answer counts.
    func answer(_ request: Request, _ result: Result<Listener, ListenError>) {
        state.withLock { $0.callers.removeValue(forKey: request.number) }?.resume(with: result.mapError { $0 })
    }

    /// Answers all callers that have no answer yet, and all later ones, with a failure.
    func close() {
        source.finish()
        let callers = state.withLock { state in
            state.isClosed = true
            defer { state.callers = [:] }
            return state.callers.values
        }
        for caller in callers { caller.resume(throwing: Self.closed(Listener(host: "", port: 0))) }
    }

    private static func closed(_ listener: Listener) -> ListenError {
        ListenError(listener, .other("The node is shutting down."))
    }
}
