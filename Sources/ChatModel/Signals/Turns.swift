internal import Synchronization

/// Limits how many callers do something at one time. The others wait.
///
/// Each caller belongs to a party, such as the network or the node that it works for. The parties take turns; the callers of
/// one party get theirs in the order in which they came.
package final class Turns<Party: Hashable & Sendable>: Sendable {
    /// How a caller got its turn.
    package enum Start {
        case atOnce
        case afterWait
    }

    /// A caller that waits.
    private final class Caller: Sendable {
        let waiter: Waiter
        let hasTurn = Atomic(false)

        init(_ waiter: Waiter) {
            self.waiter = waiter
        }
    }

    private struct State {
        var inProgress = 0
        /// The callers of each party, and the parties in the order of their next turns.
        var waiting: [Party: ArraySlice<Caller>] = [:]
        var parties: ArraySlice<Party> = []

        mutating func add(_ caller: Caller, of party: Party) {
            if waiting[party] == nil { parties.append(party) }
            waiting[party, default: []].append(caller)
        }

        mutating func remove(_ caller: Caller, of party: Party) {
            waiting[party]?.removeAll { $0 === caller }
            guard waiting[party]?.isEmpty == true else { return }
            waiting[party] = nil
            parties.removeAll { $0 == party }
        }

        mutating func takeNext() -> Caller? {
            guard let party = parties.popFirst(), var callers = waiting.removeValue(forKey: party) else { return nil }
            let caller = callers.popFirst()
            if !callers.isEmpty {
                waiting[party] = callers
                parties.append(party)
            }
            return caller
        }
    }

    private let atOnce: Int
    private let state = Mutex(State())

    /// - Parameter atOnce: the turns that are in progress at one time; at least 1.
    package init(atOnce: Int) {
        precondition(atOnce > 0)
        self.atOnce = atOnce
    }

    /// The callers that have no turn yet.
    package var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Returns when it is this caller's turn, which it ends with ``end()``.
    ///
    /// - Returns: nil if the task was cancelled while the caller waited: it has no turn then.
    package func begin(_ party: Party) async -> Start? {
        await withWaiter { waiter in
            let caller = state.withLock { state -> Caller? in
                guard state.inProgress == atOnce else {
                    state.inProgress += 1
                    return nil
                }
                let caller = Caller(waiter)
                state.add(caller, of: party)
                return caller
            }
            guard let caller else { return .atOnce }
            await waiter.sleep()
            return state.withLock { state in
                if caller.hasTurn.load(ordering: .relaxed) { return .afterWait }
                state.remove(caller, of: party)
                return nil
            }
        }
    }

    package func end() {
        let next = state.withLock { state in
            let next = state.takeNext()
            next?.hasTurn.store(true, ordering: .relaxed)
            if next == nil { state.inProgress -= 1 }
            return next
        }
        next?.waiter.wake()
    }
}
