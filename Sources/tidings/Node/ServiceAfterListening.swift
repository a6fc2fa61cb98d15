import ServiceLifecycle

/// A service that starts when the node listens.
///
/// A request to a peer makes the peer request the node's log at once. If the node did not listen yet, that request would
/// fail, and the next one would come only after a pause.
struct ServiceAfterListening<Base: Service>: Service {
    let base: Base
    /// Ends when the node listens.
    let listening: AsyncStream<Never>

    func run() async throws {
        for await _ in listening.cancelOnGracefulShutdown() {}
        guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
        try await base.run()
    }
}
