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

    /// What a task waits for.
    public enum Topic: Hashable, Sendable {
        /// Any message.
        case log
        /// Messages of this node.
        case own
        /// Messages of a room.
        case messages(Room)
        /// Messages of a room whose text is present.
        case texts(Room)
    }

    private let log: SignalledValue<Log, Topic>

    init(high: LogID) {
        log = SignalledValue(Log(high: high))
    }

    /// Runs `sleep`, and wakes the waiter when a message of the topic is committed or the signal is closed. Does not run
    /// it if the log has an id above `seen`, of any topic, or if the signal is closed.
    ///
    /// - Parameter sleep: sleeps with the waiter.
    package func next(after seen: LogID, on topic: Topic, with waiter: Waiter, sleep: () async -> Void) async {
        await log.wait(for: topic, with: waiter, if: { $0.high <= seen && !$0.isClosed }, sleep: sleep)
    }

    /// The last committed id.
    public var high: LogID { log.value.high }

    /// Whether ``close()`` was called.
    package var isClosed: Bool { log.value.isClosed }

    /// The number of waiting tasks.
    public var waiterCount: Int { log.waiterCount }

    /// Wakes all waiters; later calls of ``next(after:on:with:sleep:)`` return immediately.
    public func close() {
        log.change { log in
            log.isClosed = true
            return .all
        }
    }

    /// Notes the last id of a commit that is on the disk. Wakes no task: the writer answers its callers before it calls
    /// ``wake(_:)``, because each of them waits for less than thousands of waiters do.
    func committed(through high: LogID) {
        log.change { log in
            log.high = max(log.high, high)
            return .none
        }
    }

    /// Wakes the tasks that wait for these topics, or for ``Topic/log``. The writer calls this function after each commit
    /// with new messages.
    ///
    /// Peers wait for ``Topic/log`` and ``Topic/own`` and are woken first, because other nodes wait behind them.
    func wake(_ topics: Set<Topic>) {
        let first: [Topic] = topics.contains(.own) ? [.log, .own] : [.log]
        log.change { _ in .topics(first + topics.subtracting(first)) }
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
