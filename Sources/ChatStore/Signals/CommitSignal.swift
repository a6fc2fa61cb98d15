public import ChatModel

/// The signal on which tasks wait for new messages. A waiting task uses memory but no thread and no transaction.
///
/// The signal delivers no messages: a task that wakes reads the log again. A task names the last id that it has read, and
/// does not wait if the log has a later id. So no task misses a commit.
public final class CommitSignal: Sendable {
    private struct Log {
        var high: LogID
        var isClosed = false
    }

    /// The topics are rooms; the topic nil stands for all rooms.
    private let log: SignalledValue<Log, Room?>

    init(high: LogID) {
        log = SignalledValue(Log(high: high))
    }

    /// Returns when a message of `room` (nil: any room) is committed, when the task is cancelled or when the signal is
    /// closed. Returns immediately if the log has an id above `seen`, in any room.
    public func next(after seen: LogID, in room: Room?) async {
        await log.sleep(on: room) { $0.high <= seen && !$0.isClosed }
    }

    /// The last committed id.
    public var high: LogID { log.value.high }

    /// The number of waiting tasks.
    public var waiterCount: Int { log.sleeperCount }

    /// Wakes all waiters; later calls of ``next(after:in:)`` return immediately.
    public func close() {
        log.change { log in
            log.isClosed = true
            return .all
        }
    }

    /// Wakes the tasks that wait for these rooms. The writer calls this function when a commit with new messages is on the disk.
    func committed(through high: LogID, in rooms: Set<Room>) {
        log.change { log in
            log.high = max(log.high, high)
            return .topics(Set(rooms.map(Optional.some)).union([nil]))
        }
    }

    /// Wakes all tasks if the log is longer than known. Called when the database was opened: it may have a commit that was
    /// never signalled, in any room.
    func mayHaveCommitted(through high: LogID) {
        log.change { log in
            guard high > log.high else { return .none }
            log.high = high
            return .all
        }
    }
}
