internal import HummingbirdCore
internal import Logging

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
