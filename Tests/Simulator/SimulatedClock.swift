import ChatModel
import Synchronization

/// A node's clocks: virtual time, with an error of the wall clock.
final class SimulatedClock: TimeSource {
    private struct State {
        var truth: UInt64
        var error: Error
        var hasRunAhead = false
    }

    enum Error: Equatable {
        /// The clock is this many milliseconds ahead, or behind if negative.
        case offset(Int64)
        /// The clock has stopped.
        case stuck(UnixTime)
    }

    /// When each run begins: 2026-12-01 00:00:00 UTC.
    static let epochMilliseconds: UInt64 = 1_796_083_200_000

    private let state = Mutex(State(truth: epochMilliseconds, error: .offset(0)))

    func set(_ now: Duration) {
        state.withLock { $0.truth = Self.epochMilliseconds + now.milliseconds }
    }

    var error: Error {
        get { state.withLock { $0.error } }
        set {
            state.withLock { $0.error = newValue }
            let isAhead = wall.milliseconds > state.withLock { $0.truth }
            state.withLock { $0.hasRunAhead = $0.hasRunAhead || isAhead }
        }
    }

    /// Whether the wall clock was ever ahead. What became wanted then is not due before the true time has come there.
    var hasRunAhead: Bool { state.withLock { $0.hasRunAhead } }

    var wall: UnixTime {
        let state = state.withLock { $0 }
        switch state.error {
        case .stuck(let time): return time
        case .offset(let offset):
            let (sum, overflow) = state.truth.addingReportingOverflow(UInt64(offset.magnitude))
            if offset >= 0 { return UnixTime(milliseconds: overflow ? .max : sum) }
            return UnixTime(milliseconds: state.truth < offset.magnitude ? 0 : state.truth - offset.magnitude)
        }
    }

    var monotonic: Duration {
        state.withLock { .milliseconds(Int64($0.truth - Self.epochMilliseconds)) }
    }

    func sleep(for duration: Duration) async throws {
        preconditionFailure("the simulator plans events on its agenda instead of sleeping")
    }
}
