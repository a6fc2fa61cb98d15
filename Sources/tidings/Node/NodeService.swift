import ChatServer
import Logging
import ServiceLifecycle

/// The node of the program, from the opening of its folder on. A signal also stops it while it starts.
struct NodeService: Service {
    let configuration: NodeConfiguration
    let logger: Logger
    /// Says where the node listens.
    let announce: @Sendable (AsyncStream<Listener>, _ node: Node) async -> Void

    /// Runs the node until one of the ``StopSignals``.
    ///
    /// - Throws: as ``Node/init(_:logger:onListening:)`` and ``Node/run()``.
    func runUntilStopped() async throws {
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
                gracefulShutdownSignals: StopSignals.all, logger: logger)
        ).run()
    }

    func run() async throws {
        do {
            let (listeners, source) = AsyncStream<Listener>.makeStream()
            let node = try await cancelWhenGracefulShutdown {
                try await Node(configuration, logger: logger) { source.yield($0) }
            }
            async let _ = announce(listeners, node)
            try await node.run()
        } catch is CancellationError {
            logger.info("Stopped.")
        }
    }
}
