import ChatModel
import ChatStore
import Synchronization

/// Lets a node that lacks much pull from one peer before the others, once a start: the others then have little that is new, and
/// only list it.
final class FirstPull: Sendable {
    private struct State {
        var leader: PeerID?
        var isOver = false
        /// The end of the leader's log when it began.
        var high = LogID.zero
        var began = Duration.zero
        /// New messages since the beginning of the present interval.
        var stored = 0
        var interval = Duration.zero
    }

    private let pace: Pace
    private let state = Mutex(State())
    private let changes = ChangeSignal()

    init(_ pace: Pace) {
        self.pace = pace
    }

    /// A page of a peer came that begins with the id `start`. The first peer whose log has much from there on is the one.
    func came(_ head: PageHead, from start: LogID, of peer: PeerID, at now: Duration) {
        state.withLock { state in
            guard state.leader == nil, !state.isOver,
                head.high.rawValue - min(start.rawValue, head.high.rawValue) > UInt64(pace.firstPullEntries)
            else { return }
            (state.leader, state.high, state.began, state.interval) = (peer, head.high, now, now)
        }
    }

    /// An answer of a peer brought new messages, and its log is settled up to an id.
    func stored(_ count: Int, settled id: LogID, of peer: PeerID, at now: Duration) {
        let ends = state.withLock { state in
            guard state.leader == peer else { return false }
            state.stored += count
            return id >= state.high
        }
        if ends { end(peer) }
    }

    /// Lets the others pull if this peer was the one.
    func end(_ peer: PeerID) {
        state.withLock { state in
            if state.leader == peer { (state.leader, state.isOver) = (nil, true) }
        }
        changes.changed()
    }

    /// Returns when a peer may be requested, or when the task is cancelled.
    ///
    /// - Returns: whether another peer was pulled meanwhile.
    func turn(of peer: PeerID, _ time: any TimeSource, from start: Duration) async -> Bool {
        var (hasWaited, seen) = (false, changes.count)
        while !Task.isCancelled, hasToWait(peer, at: time.monotonic - start) {
            hasWaited = true
            await withTaskGroup { tasks in
                tasks.addTask { [seen] in await self.changes.next(after: seen) }
                tasks.addTask { try? await time.sleep(for: self.pace.firstPullInterval) }
                await tasks.next()
                tasks.cancelAll()
            }
            seen = changes.count
        }
        return hasWaited
    }

    /// Whether another peer is pulled first. One that brings too little, or takes too long, is so no more.
    func hasToWait(_ peer: PeerID, at now: Duration) -> Bool {
        state.withLock { state in
            guard let leader = state.leader, leader != peer else { return false }
            let isIntervalOver = now - state.interval >= pace.firstPullInterval
            if now - state.began >= pace.longestFirstPull || isIntervalOver && state.stored < pace.firstPullEntries {
                (state.leader, state.isOver) = (nil, true)
                return false
            }
            if isIntervalOver { (state.interval, state.stored) = (now, 0) }
            return true
        }
    }
}
