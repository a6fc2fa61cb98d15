public import ChatModel

/// Where those wait who want to know of new messages: a waiter costs memory, never a thread or a transaction.
///
/// Nothing is delivered here: whoever wakes reads the log again. So no commit can be missed: a waiter says what it has
/// seen, and is not put to sleep if the log is further on by then.
public final class CommitSignal: Sendable {
    private struct Log {
        var high: LogID
        var isClosed = false
    }

    /// The topics are rooms; under nothing wait those who want to know of any.
    private let log: SignalledValue<Log, Room?>

    init(high: LogID) {
        log = SignalledValue(Log(high: high))
    }

    /// Returns when something of `room` (nothing: of any) has been committed after `seen`, when the task is
    /// cancelled or when the signal is closed; at once where the log has gone on since, whatever the room.
    public func next(after seen: LogID, in room: Room?) async {
        await log.sleep(on: room) { $0.high <= seen && !$0.isClosed }
    }

    /// The last id that is known to be committed.
    public var high: LogID { log.value.high }

    /// How many wait.
    public var waiterCount: Int { log.sleeperCount }

    /// Wakes all waiters; later calls of ``next(after:in:)`` return at once.
    public func close() {
        log.change { log in
            log.isClosed = true
            return .all
        }
    }

    /// Called by the writer when a commit is on the disk.
    func committed(through high: LogID, in rooms: Set<Room>) {
        log.change { log in
            log.high = max(log.high, high)
            return .topics(Set(rooms.map(Optional.some)).union([nil]))
        }
    }

    /// Called when the database has been opened: what is in it now may be more than was ever told, in whatever rooms.
    func mayHaveCommitted(through high: LogID) {
        log.change { log in
            guard high > log.high else { return .none }
            log.high = high
            return .all
        }
    }
}
