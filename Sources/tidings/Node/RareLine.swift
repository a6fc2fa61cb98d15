import ChatModel
import Synchronization

/// A log line that is written at most once a minute, with the number of times that it was due since.
///
/// A client can cause some lines as often as it likes, and must not fill the disk with them.
final class RareLine: Sendable {
    private static let pause = Duration.seconds(60)

    private struct State {
        var next: Duration?
        var due = 0
    }

    private let time: any TimeSource
    private let write: @Sendable (_ times: Int) -> Void
    private let state = Mutex(State())

    /// - Parameter write: writes the line; `times` counts from the line before.
    init(time: any TimeSource, write: @escaping @Sendable (_ times: Int) -> Void) {
        self.time = time
        self.write = write
    }

    /// Writes the line now, or counts that it was due.
    func isDue() {
        let now = time.monotonic
        let times: Int? = state.withLock { state in
            state.due += 1
            if let next = state.next, now < next { return nil }
            defer { state.due = 0 }
            state.next = now + Self.pause
            return state.due
        }
        if let times { write(times) }
    }
}
