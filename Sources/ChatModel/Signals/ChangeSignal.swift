/// A counter of changes on which tasks wait. A waiting task uses memory but no thread.
public final class ChangeSignal: Sendable {
    private enum Topic { case changes }

    private let changes = SignalledValue<UInt64, Topic>(0)

    public init() {}

    /// The number of changes so far.
    public var count: UInt64 { changes.value }

    /// The number of waiting tasks.
    public var waiterCount: Int { changes.waiterCount }

    /// Counts a change and wakes all waiting tasks. The caller has made the change.
    public func changed() {
        changes.change { count in
            count += 1
            return .all
        }
    }

    /// Returns when there are more than `seen` changes, or when the task is cancelled.
    public func next(after seen: UInt64) async {
        await withWaiter { waiter in
            await next(after: seen, with: waiter) { await waiter.sleep() }
        }
    }

    /// Returns what `find` returns, as soon as that is not nil: it is called now and after changes. Returns nil when the task is
    /// cancelled.
    package func first<Found>(_ find: () -> Found?) async -> Found? {
        while !Task.isCancelled {
            let seen = count
            if let found = find() { return found }
            await next(after: seen)
        }
        return nil
    }

    /// Runs `sleep`, and wakes the waiter when there are more than `seen` changes. Does not run it if there are more
    /// already.
    ///
    /// - Parameter sleep: sleeps with the waiter.
    package func next(after seen: UInt64, with waiter: Waiter, sleep: () async -> Void) async {
        await changes.wait(for: .changes, with: waiter, if: { $0 <= seen }, sleep: sleep)
    }
}
