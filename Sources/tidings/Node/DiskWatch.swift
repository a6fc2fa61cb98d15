import ChatModel
import ChatStore
import Logging
import ServiceLifecycle
import Synchronization

/// Warns the node's owner days before the disk is full, in the log and in the status of the store.
final class DiskWatch: Service {
    private let store: ChatStore
    private let time: any TimeSource
    private let logger: Logger
    private let forecast = Mutex(DiskForecast())

    private static let pause = Duration.seconds(60 * 60)

    init(store: ChatStore, time: any TimeSource, logger: Logger) {
        (self.store, self.time, self.logger) = (store, time, logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await self.watch() }
    }

    private func watch() async {
        var lastWarning: Duration?
        while !Task.isCancelled {
            if let warning = check(), lastWarning.map({ time.monotonic - $0 >= Self.pause * 24 }) ?? true {
                logger.warning("\(warning)")
                lastWarning = time.monotonic
            }
            try? await time.sleep(for: Self.pause)
        }
    }

    /// Takes a sample of the free space, and notes in the store when the disk will be full.
    ///
    /// - Returns: the warning if that is within a week.
    func check() -> String? {
        guard let free = store.freeBytesForPeers else { return nil }
        let left = forecast.withLock { $0.timeLeft(freeBytes: free, at: time.monotonic) }
        let full = left.map { time.wall + UInt64($0 / .milliseconds(1)) }
        store.expectedFull = full
        return full.map { full in
            """
            If the disk goes on filling as in the last day, messages of others wait from \(full) UTC on, because it is full. \
            Make room on it before.
            """
        }
    }
}
