import ChatExchange
import ChatModel
import ChatStore
import Logging
import Synchronization

/// Pulls from one peer: performs what a ``Puller`` says and tells it what came of it.
final class PeerPuller: Sendable {
    private let peer: Peer
    private let store: ChatStore
    private let intake: PageIntake
    private let logger: Logger
    private let identity: (node: PublicKey, instance: Instance)
    private let pace: Pace
    /// Where the events of the walk under way go.
    private let walk = Mutex<AsyncStream<Puller.Event>.Continuation?>(nil)
    private let progress = Mutex<(report: PullReport, claimedNode: PublicKey?)>((PullReport(), nil))
    private let changes: ChangeSignal
    private let isWaking = Mutex(false)
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    /// - Parameters:
    ///   - start: where the times of the ``report`` count from.
    ///   - changes: told of each change of the ``report``.
    init(
        _ peer: Peer, store: ChatStore, instance: Instance, intake: PageIntake, pace: Pace,
        start: ContinuousClock.Instant,
        changes: ChangeSignal, logger: Logger
    ) {
        self.peer = peer
        self.store = store
        self.intake = intake
        self.pace = pace
        self.start = start
        self.changes = changes
        identity = (store.key.publicKey, instance)
        var logger = logger
        logger[metadataKey: "peer"] = "\(peer.id)"
        self.logger = logger
    }

    var peerID: PeerID { peer.id }

    /// The key that the peer claims; nothing before its first page, and where it is this node itself.
    var claimedNode: PublicKey? { progress.withLock { $0.claimedNode } }

    /// What pulling has come to so far.
    var report: PullReport { progress.withLock { $0.report } }

    /// Ends a pause after a failure. However often it is called, one call at a time is on its way.
    func wake() {
        let isFirst = isWaking.withLock { isWaking in
            defer { isWaking = true }
            return !isWaking
        }
        if isFirst { walk.withLock { _ = $0?.yield(.woken) } }
    }

    /// Pulls until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.goThroughLog() }
                group.addTask { await self.retryIsDue() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Goes through the peer's log and on with it, until the task is cancelled.
    private func goThroughLog() async {
        let (events, source) = AsyncStream<Puller.Event>.makeStream()
        walk.withLock { $0 = source }
        isWaking.withLock { $0 = false }
        var puller = Puller(
            node: identity.node, instance: identity.instance, pace: pace, cursor: await startCursor(), report: report)
        source.yield(.started)
        await withDiscardingTaskGroup { group in
            for await event in events {
                if case .woken = event { isWaking.withLock { $0 = false } }
                let actions = puller.handle(event, now: clock.now - start, random: .random(in: 0..<1))
                note(puller)
                for action in actions { perform(action, source, in: &group) }
            }
            group.cancelAll()
        }
    }

    private func note(_ puller: Puller) {
        let isChanged = progress.withLock { progress in
            defer { progress = (puller.report, puller.claimedNode) }
            return progress.report != puller.report
        }
        if isChanged { changes.changed() }
    }

    /// The cursor as it was left. What was not stored is tried again at each walk: the program may be a newer one, and
    /// the cause may be gone.
    private func startCursor() async -> Cursor {
        do {
            try await store.retryNotStored(from: peer.id)
        } catch {
            logger.warning("What was not stored is not tried again now: \(error)")
        }
        while !Task.isCancelled {
            do {
                return try store.standing(with: peer.id).cursor
            } catch {
                logger.warning("The cursor cannot be read: \(error)")
                try? await clock.sleep(for: pace.longestBackoff)
            }
        }
        return .start
    }

    /// Returns when something has not been stored for so long that it is to be tried again.
    private func retryIsDue() async {
        while (try? await clock.sleep(for: pace.retryInterval)) != nil {
            if (try? store.standing(with: peer.id))?.lowestNotStored != nil { return }
        }
    }

    private typealias Events = AsyncStream<Puller.Event>.Continuation

    private func perform(_ action: Puller.Action, _ events: Events, in group: inout DiscardingTaskGroup) {
        switch action {
        case .fetch(let request): group.addTask { await self.fetch(request, events) }
        case .apply(let page): group.addTask { await self.apply(page, events) }
        case .pause(let duration, let number): group.addTask { await self.pause(duration, number, events) }
        case .say(let notice): logger.log(level: notice.isTrouble ? .warning : .info, "\(notice.sentence)")
        }
    }

    private func fetch(_ request: PullRequest, _ events: Events) async {
        let start = clock.now
        do throws(PullFailure) {
            let page = try await self.page(request)
            events.yield(.fetched(page, after: clock.now - start))
        } catch {
            events.yield(.notFetched(error))
        }
    }

    private func page(_ request: PullRequest) async throws(PullFailure) -> LogPage {
        let bytes = try await peer.source.page(request)
        do throws(PageError) {
            return try await intake.read(bytes)
        } catch {
            throw PullFailure(error)
        }
    }

    private func apply(_ work: PageToApply, _ events: Events) async {
        do {
            let applied = try await intake.apply(work, from: peer.id)
            logger.debug(
                "applied a page",
                metadata: [
                    "next": "\(work.nextCursor.newest.id)", "stored": "\(applied.stored)", "known": "\(applied.known)",
                    "quarantined": "\(applied.quarantined)", "skipped": "\(applied.skipped)",
                ])
            events.yield(.applied(applied))
        } catch {
            events.yield(.notApplied(error))
        }
    }

    private func pause(_ duration: Duration, _ number: Int, _ events: Events) async {
        try? await clock.sleep(for: duration)
        events.yield(.pauseEnded(number))
    }
}
