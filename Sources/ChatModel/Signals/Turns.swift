internal import Synchronization

/// Turns at something of which only so much may happen at one time.
///
/// Each caller belongs to a party, such as the network or the node that it works for. The parties take turns; the callers of
/// one party get theirs in the order in which they came.
package final class Turns<Party: Hashable & Sendable>: Sendable {
    private typealias Caller = CheckedContinuation<Bool, Never>

    private struct State {
        var inProgress = 0
        /// The callers of each party, and the parties in the order of their next turns.
        var waiting: [Party: ArraySlice<Caller>] = [:]
        var parties: ArraySlice<Party> = []

        mutating func add(_ caller: Caller, of party: Party) {
            if waiting[party] == nil { parties.append(party) }
            waiting[party, default: []].append(caller)
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
        self.atOnce = atOnce
    }

    /// The callers that have no turn yet.
    package var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Returns when it is this caller's turn, which it ends with ``end()``. A cancelled task waits, too.
    ///
    /// - Returns: whether the caller has waited.
    package func begin(_ party: Party) async -> Bool {
        await withCheckedContinuation { caller in
            let isTurn = state.withLock { state in
                guard state.inProgress == atOnce else {
                    state.inProgress += 1
                    return true
                }
                state.add(caller, of: party)
                return false
            }
            if isTurn { caller.resume(returning: false) }
        }
    }

    package func end() {
        let next = state.withLock { state in
            let next = state.takeNext()
            if next == nil { state.inProgress -= 1 }
            return next
        }
        next?.resume(returning: true)
    }
}
