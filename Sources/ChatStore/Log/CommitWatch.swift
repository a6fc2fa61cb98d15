public import ChatModel
internal import Synchronization

/// Where those wait who want to know of new messages: a waiter costs memory, never a thread or a transaction.
///
/// Nothing is delivered here: whoever wakes reads the log again. So no commit can be missed: a waiter says what it has
/// seen, and is not put to sleep if the log is further on by then.
public final class CommitWatch: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var high: LogID
        var closed = false
        var lastToken: UInt64 = 0
        /// By room; under nothing those who wait for any.
        var waiters: [Room?: [UInt64: Waiter]] = [:]

        mutating func take(_ token: UInt64, of room: Room?) -> Waiter? {
            let waiter = waiters[room]?.removeValue(forKey: token)
            if waiters[room]?.isEmpty == true { waiters[room] = nil }
            return waiter
        }

        mutating func takeAll(of rooms: [Room?]) -> [Waiter] {
            rooms.flatMap { room in waiters.removeValue(forKey: room).map { Array($0.values) } ?? [] }
        }
    }

    private let state: Mutex<State>

    init(high: LogID) {
        state = Mutex(State(high: high))
    }

    /// Returns when something of `room` (nothing: of any) has been committed after `seen`, when the task is
    /// cancelled or when the watch is closed; at once where the log has gone on since, whatever the room.
    public func news(after seen: LogID, in room: Room?) async {
        let token = state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let sleeps = state.withLock { state in
                    // A cancellation that comes later finds the waiter and wakes it.
                    guard state.high <= seen, !state.closed, !Task.isCancelled else { return false }
                    state.waiters[room, default: [:]][token] = waiter
                    return true
                }
                if !sleeps { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.take(token, of: room) }
            waiter?.resume()
        }
    }

    /// The last id that is known to be committed.
    public var high: LogID { state.withLock { $0.high } }

    /// How many wait.
    public var waiterCount: Int {
        state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } }
    }

    /// Wakes all waiters; later calls of ``news(after:in:)`` return at once.
    public func close() {
        let waiters = state.withLock { state in
            state.closed = true
            return state.takeAll(of: Array(state.waiters.keys))
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Called by the writer when a commit is on the disk.
    func committed(through high: LogID, in rooms: Set<Room>) {
        let waiters = state.withLock { state in
            state.high = max(state.high, high)
            return state.takeAll(of: [nil] + rooms.map(Optional.some))
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Called when the database has been opened: what is in it now may be more than was ever told, in whatever rooms.
    func mayHaveCommitted(through high: LogID) {
        let waiters = state.withLock { state -> [Waiter] in
            guard high > state.high else { return [] }
            state.high = high
            return state.takeAll(of: Array(state.waiters.keys))
        }
        for waiter in waiters { waiter.resume() }
    }
}
