import Synchronization

/// Counts what a process says.
final class SignsOfLife: Sendable {
    private let count = Mutex(0)

    func came() {
        count.withLock { $0 += 1 }
    }

    /// Returns when no sign has come for so many ticks in a row.
    ///
    /// Ticks, not time: where the machine is suspended, or this process is stopped and the other one with it, no sign can
    /// come, however long that takes; it counts as one tick.
    ///
    /// - Throws: what `tick`, which lasts as long as one, throws.
    func silence(ofTicks ticks: Int, tick: () async throws -> Void) async throws {
        var (known, silent) = (count.withLock { $0 }, 0)
        while silent < ticks {
            try await tick()
            let now = count.withLock { $0 }
            silent = now == known ? silent + 1 : 0
            known = now
        }
    }
}
