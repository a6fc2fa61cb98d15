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

/// How many connections a process may hold: without a bound they take all file descriptors, and then the loop that
/// accepts spins, because the operating system goes on saying that a connection waits.
enum ConnectionLimit {
    /// Descriptors for all but clients and event loops: the listeners, the store's files, connections to peers.
    static let reservedDescriptors = 64
    /// Descriptors of one of NIO's event loops: epoll, its wake-up, its timer.
    static let eventLoopDescriptors = 3
    /// Connections where descriptors are scarcer than that.
    static let minimum = 16

    /// For one of `listeners` that share the descriptors evenly.
    static func perListener(_ listeners: Int) -> Int {
        max(1, connections(descriptors: sysconf(CInt(_SC_OPEN_MAX)), cores: System.coreCount) / max(1, listeners))
    }

    /// Requests that may be held at one time, of all listeners: even if all are at one, a quarter of its connections is left
    /// for those that are answered at once.
    ///
    /// - Parameter connections: of one listener.
    static func waiters(connections: Int) -> Int {
        min(RequestLimits.waiters, connections - max(1, connections / 4))
    }

    /// - Parameter descriptors: the process's soft limit; negative where there is none.
    static func connections(descriptors: Int, cores: Int) -> Int {
        guard descriptors >= 0 else { return .max }
        return max(minimum, descriptors - reservedDescriptors - cores * eventLoopDescriptors)
    }
}

/// Counts the connections of a listener: where there are as many as there may be, no further one is accepted until one
/// ends, and the log says so, once.
struct ConnectionCount: AvailableConnectionsDelegate {
    private let listener: Listener
    private let maximum: Int
    private let logger: Logger
    private var count = 0
    private var isSaid = false

    init(of listener: Listener, maximum: Int, logger: Logger) {
        self.listener = listener
        self.maximum = maximum
        self.logger = logger
    }

    mutating func connectionOpened() {
        count += 1
        guard count >= maximum, !isSaid else { return }
        isSaid = true
        logger.warning(
            """
            All \(maximum) connections that this process may have at \(listener) are taken: others wait until one ends. \
            For more, raise its limit of open files (ulimit -n, LimitNOFILE= in a unit of systemd) and start it again.
            """)
    }

    mutating func connectionClosed() {
        count -= 1
    }

    func isAcceptingNewConnections() -> Bool {
        count < maximum
    }
}
