internal import Synchronization

/// The listeners that are added while the server runs.
final class AddedListeners: Sendable {
    struct Added: Sendable {
        let listener: Listener
        /// Returns when the listener is to end; nil for one that stays until the server shuts down.
        let end: (@Sendable () async -> Void)?
    }

    /// Ends when the server shuts down. The server iterates it once.
    let listeners: AsyncStream<Added>
    private let source: AsyncStream<Added>.Continuation
    /// The callers without an answer; nil when the server shuts down.
    private let callers = Mutex<[Listener: CheckedContinuation<Listener, any Error>]?>([:])

    init() {
        (listeners, source) = AsyncStream<Added>.makeStream()
    }

    /// Returns the listener with its actual port when it accepts connections. A listener may have one caller at a time.
    ///
    /// - Parameter end: returns when the listener is to end; nil for one that stays.
    /// - Throws: ``ListenError``.
    func add(_ listener: Listener, until end: (@Sendable () async -> Void)?) async throws -> Listener {
        try await withCheckedThrowingContinuation { caller in
            let refused = callers.withLock { $0 == nil ? caller : $0?.updateValue(caller, forKey: listener) }
            refused?.resume(throwing: Self.closed(listener))
            source.yield(Added(listener: listener, end: end))
        }
    }

    /// Answers the caller. Only the first answer counts.
    func answer(_ listener: Listener, _ result: Result<Listener, ListenError>) {
        callers.withLock { $0?.removeValue(forKey: listener) }?.resume(with: result.mapError { $0 })
    }

    /// Answers all callers that have no answer yet, and all later ones, with a failure.
    func close() {
        source.finish()
        let waiting = callers.withLock { $0.take() } ?? [:]
        for (listener, caller) in waiting { caller.resume(throwing: Self.closed(listener)) }
    }

    private static func closed(_ listener: Listener) -> ListenError {
        ListenError(listener, .other("The node is shutting down."))
    }
}
