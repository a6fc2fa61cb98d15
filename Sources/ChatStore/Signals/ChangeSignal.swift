/// Counts changes of something, and is where those wait who want to know of the next one: a waiter costs memory, no
/// thread.
public final class ChangeSignal: Sendable {
    private enum Topic { case changes }

    private let changes = SignalledValue<UInt64, Topic>(0)

    public init() {}

    /// How many changes there were.
    public var count: UInt64 { changes.value }

    /// How many wait.
    public var waiterCount: Int { changes.sleeperCount }

    /// Called after each change.
    public func changed() {
        changes.change { count in
            count += 1
            return .all
        }
    }

    /// Returns when there have been more than `seen` changes, or when the task is cancelled.
    public func next(after seen: UInt64) async {
        await changes.sleep(on: .changes) { $0 <= seen }
    }
}
