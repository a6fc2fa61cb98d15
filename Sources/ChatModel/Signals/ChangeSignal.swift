/// A counter of changes on which tasks wait. A waiting task uses memory but no thread.
public final class ChangeSignal: Sendable {
    private enum Topic { case changes }

    private let changes = SignalledValue<UInt64, Topic>(0)

    public init() {}

    /// The number of changes so far.
    public var count: UInt64 { changes.value }

    /// The number of waiting tasks.
    public var waiterCount: Int { changes.sleeperCount }

    /// Counts a change and wakes all waiting tasks. The caller has made the change.
    public func changed() {
        changes.change { count in
            count += 1
            return .all
        }
    }

    /// Returns when there are more than `seen` changes, or when the task is cancelled.
    public func next(after seen: UInt64) async {
        await changes.sleep(on: .changes) { $0 <= seen }
    }
}
