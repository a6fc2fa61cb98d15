import ChatModel
import ChatStore
import Logging
import ServiceLifecycle

/// Warns the node's owner of a wall clock that is wrong, or behind the newest message: at the start, and when that begins.
struct ClockWatch: Service {
    let store: ChatStore
    let time: any TimeSource
    let logger: Logger
    /// A time before the program was built.
    var buildDate = UnixTime.build

    private static let pause = Duration.seconds(60)
    private static let toleratedMilliseconds: UInt64 = 3_600_000
    /// A program is seldom used for longer than this after it was built.
    private static let lifeMilliseconds: UInt64 = 20 * 366 * 86_400_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isWrong = false
            while !Task.isCancelled {
                let newest = (try? store.largestDisplayStamp()) ?? .zero
                if let warning = check(at: time.wall, newest: newest.time, &isWrong) { logger.warning("\(warning)") }
                try? await time.sleep(for: Self.pause)
            }
        }
    }

    /// Returns the warning about a wall clock that was not wrong at the last check.
    func check(at wall: UnixTime, newest: UnixTime, _ isWrong: inout Bool) -> String? {
        let warning = Self.warning(at: wall, newest: newest, buildDate: buildDate)
        defer { isWrong = warning != nil }
        return isWrong ? nil : warning
    }

    /// Returns the warning about a wall clock; nil for a clock that may be right.
    ///
    /// - Parameter newest: the time of the newest message in display order; 1970 if there is none.
    static func warning(at wall: UnixTime, newest: UnixTime, buildDate: UnixTime) -> String? {
        if wall < buildDate {
            return
                """
                The clock of this machine says \(wall) UTC, which is before this program was built. Set the clock. Until then \
                the node goes by the time of its newest message.
                """
        }
        if wall - buildDate > lifeMilliseconds {
            return
                """
                The clock of this machine says \(wall) UTC, more than 20 years after this program was built. If that is \
                wrong, set the clock: messages that are written here get this time and are shown after all others.
                """
        }
        guard newest - wall > toleratedMilliseconds else { return nil }
        return
            """
            The newest message of this node is of \(newest) UTC, and the clock of this machine says \(wall) UTC. If the clock \
            is wrong, set it. If it was ahead and is right now, new messages are shown before that one: tidings check \
            --rebuild, with the node stopped, decides such times again.
            """
    }
}
