import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// Warns the node's owner of a wall clock that is wrong or was set back: at the start, and once a minute after that.
struct ClockWatch: Service {
    let store: ChatStore
    let time: any TimeSource
    let logger: Logger
    /// A time before the program was built.
    var buildDate = UnixTime.build

    private static let pause = Duration.seconds(60)
    /// Smaller differences are corrections, which each machine makes now and then.
    private static let toleratedMilliseconds: UInt64 = 60_000
    /// A program is seldom used for longer than this after it was built.
    private static let lifeMilliseconds: UInt64 = 20 * 366 * 86_400_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            warnAtStart()
            var before = (wall: time.wall, monotonic: time.monotonic)
            while !Task.isCancelled {
                try? await time.sleep(for: Self.pause)
                let now = (wall: time.wall, monotonic: time.monotonic)
                let elapsed = (now.monotonic - before.monotonic).milliseconds
                warn(now.wall, expected: before.wall + elapsed, "The clock of this machine was set back")
                before = now
            }
        }
    }

    private func warnAtStart() {
        let wall = time.wall
        if wall < buildDate {
            logger.warning(
                """
                The clock of this machine says \(wall) UTC, which is before this program was built. Set the clock. Until then \
                the node goes by the time of its newest message.
                """)
        } else if wall - buildDate > Self.lifeMilliseconds {
            logger.warning(
                """
                The clock of this machine says \(wall) UTC, more than 20 years after this program was built. If that is \
                wrong, set the clock: messages that are written here get this time and are shown after all others.
                """)
        } else if let newest = newestArrival {
            warn(wall, expected: newest, "The clock of this machine is behind the newest message of this node")
        }
    }

    /// The time at which the newest message was stored; nil if there is none, or if it cannot be read.
    private var newestArrival: UnixTime? {
        try? store.read(LogQuery(room: nil, range: .newest, limit: 1)).records.last?.arrival
    }

    private func warn(_ wall: UnixTime, expected: UnixTime, _ what: String) {
        let milliseconds = expected - wall
        guard milliseconds > Self.toleratedMilliseconds else { return }
        logger.warning(
            """
            \(what), by \(Self.words(seconds: milliseconds / 1000)): it says \(wall) UTC now. If that is wrong, set the \
            clock. No message is lost, but new ones may be shown in another order than they were written.
            """)
    }

    private static func words(seconds: UInt64) -> String {
        let units: [(seconds: UInt64, name: String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        let unit = units.first { seconds >= 2 * $0.seconds } ?? (60, "minute")
        let count = seconds / unit.seconds
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
    }
}
