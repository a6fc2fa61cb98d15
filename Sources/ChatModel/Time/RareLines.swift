internal import Synchronization

/// Log lines of which each is written at most once a minute, with the number of times that it was due since.
///
/// A client can cause some lines as often as it likes, and must not fill the disk with them.
package final class RareLines<Line: Hashable & Sendable>: Sendable {
    private struct State {
        var next: Duration
        var due = 0
    }

    private let time: any TimeSource
    private let states = Mutex<[Line: State]>([:])

    package init(time: any TimeSource) {
        self.time = time
    }

    /// Counts that a line is due.
    ///
    /// - Parameter line: one of few lines, because the counts of all lines are kept.
    /// - Returns: if the line should be written now: how often it was due since it was last written. Otherwise nil.
    package func due(_ line: Line) -> Int? {
        let now = time.monotonic
        return states.withLock { states in
            let due = (states[line]?.due ?? 0) + 1
            if let next = states[line]?.next, now < next {
                states[line]?.due = due
                return nil
            }
            states[line] = State(next: now + .seconds(60))
            return due
        }
    }
}
