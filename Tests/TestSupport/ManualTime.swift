public import ChatModel
internal import Synchronization

/// Clocks that a test sets. The wall clock may go backwards; the monotonic clock only advances.
public final class ManualTime: TimeSource {
    private struct State {
        var wall: UnixTime
        var monotonic = Duration.zero
        var sleeperCount = 0
    }

    private let state: Mutex<State>

    public init(wall milliseconds: UInt64 = UnixTime.testBuildDate.milliseconds) {
        state = Mutex(State(wall: UnixTime(milliseconds: milliseconds)))
    }

    public var wall: UnixTime { state.withLock { $0.wall } }
    public var monotonic: Duration { state.withLock { $0.monotonic } }
    /// The tasks that sleep now. Wait for them before ``advance(by:)``: a sleep begins at the time of the clock.
    public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

    /// Sets the wall clock, in milliseconds since 1970.
    public func set(_ milliseconds: UInt64) {
        state.withLock { $0.wall = UnixTime(milliseconds: milliseconds) }
    }

    /// Advances the monotonic clock.
    public func advance(by duration: Duration) {
        state.withLock { $0.monotonic += duration }
    }

    /// Returns when the test has advanced the monotonic clock by `duration`. Polls.
    public func sleep(for duration: Duration) async throws {
        let end = state.withLock { state in
            state.sleeperCount += 1
            return state.monotonic + duration
        }
        defer { state.withLock { $0.sleeperCount -= 1 } }
        while monotonic < end {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

extension UnixTime {
    /// The build date in tests and in the simulator, fixed so that a seed repeats: 2026-11-01 00:00:00 UTC.
    public static let testBuildDate = UnixTime(milliseconds: 1_793_491_200_000)
}
