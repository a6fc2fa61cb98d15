internal import HummingbirdCore
internal import Logging
internal import NIOCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The number of connections that the process accepts.
///
/// Without a limit, connections use up all file descriptors. The loop that accepts them then spins, because the operating
/// system keeps reporting a waiting connection that cannot be accepted.
enum ConnectionLimit {
    /// File descriptors for everything except clients and event loops: listeners, the store's files, connections to peers.
    static let reservedDescriptors = 64
    /// File descriptors of one NIO event loop: epoll, wake-up and timer.
    static let eventLoopDescriptors = 3
    /// The number of connections if the process has fewer file descriptors than the others need.
    static let minimum = 16

    /// Returns the number of connections for each of `listeners`, which get equal shares.
    static func perListener(_ listeners: Int) -> Int {
        max(1, connections(descriptors: sysconf(CInt(_SC_OPEN_MAX)), cores: System.coreCount) / max(1, listeners))
    }

    /// Returns the number of requests of all listeners together that may wait at one time. Even if all of them are at one
    /// listener, a quarter of that listener's connections remains for requests that do not wait.
    ///
    /// - Parameter connections: The connections of one listener.
    static func waiters(connections: Int) -> Int {
        min(RequestLimits.waiters, connections - max(1, connections / 4))
    }

    /// - Parameter descriptors: The process's soft limit. Negative means no limit.
    static func connections(descriptors: Int, cores: Int) -> Int {
        guard descriptors >= 0 else { return .max }
        return max(minimum, descriptors - reservedDescriptors - cores * eventLoopDescriptors)
    }
}

/// Counts the connections of a listener and stops accepting at the maximum until a connection ends. The first time, it
/// logs a warning.
struct ConnectionCount: AvailableConnectionsDelegate {
    private let listener: Listener
    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var isLogged = false

    init(of listener: Listener, maximum: Int, logger: Logger) {
        self.listener = listener
        self.maximum = maximum
        self.logger = logger
    }

    mutating func connectionOpened() {
        count += 1
        guard count >= maximum, !isLogged else { return }
        isLogged = true
        logger.warning(
            """
            \(listener) has \(maximum) connections, which is its share of the connections that this process can have. New \
            connections to it wait until one ends. To allow more, raise the limit of open files (ulimit -n, or \
            LimitNOFILE= in a systemd unit) and restart the node.
            """)
    }

    mutating func connectionClosed() {
        count -= 1
    }

    func isAcceptingNewConnections() -> Bool {
        count < maximum
    }
}
