internal import ChatModel
internal import ChatStore
internal import NIOCore
internal import Synchronization

/// Numbers the states of the status, and holds requests until there is another one.
final class StatusPoll: Sendable {
    /// What changes; the numbers of it only grow.
    private struct Seen: Hashable {
        let changes: UInt64
        let high: LogID
    }

    private let store: ChatStore
    private let changes: ChangeSignal
    private let hold: RequestHold
    private let revision: Mutex<Revision<Seen>>
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    /// The least time between two answers to who asks for changes: four a second are more than a person reads.
    static let interval = Duration.milliseconds(250)

    init(store: ChatStore, changes: ChangeSignal, hold: RequestHold) {
        self.store = store
        self.changes = changes
        self.hold = hold
        // Not from 0: a client that still has the number of an earlier run is to meet another one. Below 2^53: a number
        // in JavaScript is exact.
        let seen = Seen(changes: changes.count, high: store.commits.high)
        revision = Mutex(Revision(seen, first: .random(in: 0..<(1 << 52)), interval: Self.interval))
    }

    /// The number of the present state. Taken before the state is read, so that no change is missed: what has changed
    /// in between is told twice.
    var number: UInt64 {
        let (seen, now) = (self.seen, clock.now - start)
        return revision.withLock { $0.number(of: seen, at: now) }
    }

    private var seen: Seen { Seen(changes: changes.count, high: store.commits.high) }

    /// Returns when `number` is not the present state's any more; when the time is up, the client leaves, the node
    /// stops, or too many wait.
    func change(from number: UInt64, within time: Duration, on channel: any Channel) async {
        guard number == self.number else { return }
        _ = try? await hold.outcome(within: time, on: channel) { await self.change(from: number) }
    }

    private func change(from number: UInt64) async {
        while !Task.isCancelled, number == self.number {
            let (seen, now) = (self.seen, clock.now - start)
            if let delay = revision.withLock({ $0.delay(of: seen, at: now) }) {
                try? await clock.sleep(for: delay)
            } else {
                await somethingElse(than: seen)
                // Woken without: the node is stopping, or nobody waits any more.
                if self.seen == seen { return }
            }
        }
    }

    private func somethingElse(than seen: Seen) async {
        await withDiscardingTaskGroup { group in
            let (first, source) = AsyncStream<Void>.makeStream()
            group.addTask {
                await self.store.commits.next(after: seen.high, in: nil)
                source.finish()
            }
            group.addTask {
                await self.changes.next(after: seen.changes)
                source.finish()
            }
            for await _ in first {}
            group.cancelAll()
        }
    }
}
