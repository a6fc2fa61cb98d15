import ChatExchange
import ChatModel
import ChatStore
import Logging
import Synchronization

/// Pulls from one peer: performs the actions of a ``Puller`` and sends it their events.
final class PeerPuller: Sendable {
    private let peer: Peer
    private let store: ChatStore
    private let intake: PageIntake
    private let identity: (node: PublicKey, instance: Instance)
    private let pace: Pace
    private let time: any TimeSource
    private let random: @Sendable () -> Double
    private let start: Duration
    private let changes: ChangeSignal
    private let logger: Logger
    private let notify: @Sendable (Notice) -> Void
    /// The events of the puller.
    private let events = Mutex<Events?>(nil)
    private let progress = Mutex<(report: PullReport, claimedNode: PublicKey?)>((PullReport(), nil))
    private let isWaking = Mutex(false)
    private let removal = ChangeSignal()
    /// What the store knew of the peer when the puller was made.
    let remembered: Contact?
    /// Counts the waiting requests that the puller has ended.
    private let endedWaits = ChangeSignal()

    private typealias Events = AsyncStream<Puller.Event>.Continuation

    /// - Parameters:
    ///   - start: the monotonic clock's reading from which the times of the ``report`` count.
    ///   - random: returns a number of at least 0 and less than 1.
    ///   - changes: notified of each change of the ``report``.
    init(
        _ peer: Peer, store: ChatStore, instance: Instance, intake: PageIntake, pace: Pace, time: any TimeSource,
        start: Duration, random: @escaping @Sendable () -> Double, changes: ChangeSignal, logger: Logger,
        notify: @escaping @Sendable (Notice) -> Void
    ) {
        self.peer = peer
        self.store = store
        self.intake = intake
        self.pace = pace
        self.time = time
        self.start = start
        self.random = random
        self.changes = changes
        self.notify = notify
        // Without what is remembered, the puller does everything but say it.
        remembered = try? store.contact(with: peer.id)
        identity = (store.key.publicKey, instance)
        var logger = logger
        logger[metadataKey: "peer"] = "\(peer.id)"
        self.logger = logger
    }

    var peerID: PeerID { peer.id }

    /// The peer's address or addresses.
    var address: String { peer.address }

    /// The public key that the peer has, or claims; nil before the first page of a peer that can have any key, and if the
    /// peer is this node itself.
    var node: PublicKey? { requiredKey ?? claimedNode }

    /// The public key that the peer has to have; nil if every key will do, and for a peer that is this node itself.
    var requiredKey: PublicKey? { peer.key == identity.node ? nil : peer.key }

    /// The public key of the peer's pages; nil before its first page, and if the peer is this node itself.
    var claimedNode: PublicKey? { progress.withLock { $0.claimedNode } }

    var report: PullReport { progress.withLock { $0.report } }

    /// Ends a pause after a failure of the peer. Calls that come before the puller has handled one are one call.
    func wake() {
        let isFirst = isWaking.withLock { isWaking in
            defer { isWaking = true }
            return !isWaking
        }
        if isFirst { events.withLock { _ = $0?.yield(.woken) } }
    }

    /// Ends ``runUntilRemoved()``.
    func remove() { removal.changed() }

    /// Pulls from the cursor on, until the peer is removed or the task is cancelled.
    func runUntilRemoved() async {
        await withTaskGroup { group in
            group.addTask { await self.run() }
            group.addTask { await self.removal.next(after: 0) }
            await group.next()
            group.cancelAll()
        }
    }

    private func run() async {
        let (events, source) = AsyncStream<Puller.Event>.makeStream()
        self.events.withLock { $0 = source }
        isWaking.withLock { $0 = false }
        let (cursor, otherCursors) = await startCursors()
        var puller = Puller(
            node: identity.node, instance: identity.instance, group: (try? store.group()) ?? .none, pace: pace,
            cursor: cursor, otherCursors: otherCursors, hasAnsweredBefore: remembered?.lastPage != nil,
            report: report)
        let damage = store.notedDamage.count
        source.yield(.started)
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchDamage(after: damage, source) }
            for await event in events {
                if case .woken = event { isWaking.withLock { $0 = false } }
                // The node may have taken the group of another peer.
                if case .fetched = event, let group = try? store.group() { puller.group = group }
                let actions = puller.handle(event, now: time.monotonic - start, random: random())
                publish(puller)
                for action in actions { perform(action, source, in: &group) }
            }
            group.cancelAll()
        }
    }

    /// Tells the puller that the store has noted damaged messages, at most once in ``Pace/damageInterval``.
    private func watchDamage(after count: UInt64, _ events: Events) async {
        var seen = count
        while !Task.isCancelled {
            await store.notedDamage.next(after: seen)
            seen = store.notedDamage.count
            events.yield(.damageNoted)
            try? await time.sleep(for: pace.damageInterval)
        }
    }

    private func publish(_ puller: Puller) {
        let isChanged = progress.withLock { progress in
            defer { progress = (puller.report, puller.claimedNode) }
            return progress.report != puller.report
        }
        if isChanged { changes.changed() }
    }

    /// Returns the store's cursors as soon as they can be read.
    private func startCursors() async -> (current: Cursor, others: [Cursor]) {
        var isNotified = false
        while !Task.isCancelled {
            do {
                let stored = try store.storedPeer(peer.id)
                return (stored.cursor, stored.otherCursors)
            } catch {
                if !isNotified { notify(.cursorNotRead(error)) }
                isNotified = true
                try? await time.sleep(for: pace.longestBackoff)
            }
        }
        return (.start, [])
    }

    // MARK: Actions

    private func perform(_ action: Puller.Action, _ events: Events, in group: inout DiscardingTaskGroup) {
        switch action {
        case .fetch(let request):
            let ended = endedWaits.count
            group.addTask { await self.fetch(request, untilMoreThan: ended, events) }
        case .judge(let entries): group.addTask { await self.judge(entries, events) }
        case .apply(let page, let judged): group.addTask { await self.apply(page, judged, events) }
        case .takeGroup(let wanted): group.addTask { await self.take(wanted, events) }
        case .endWait: endedWaits.changed()
        case .findDue(let limit): group.addTask { await self.findDue(limit, events) }
        case .fetchWanted(let digests): group.addTask { await self.fetchWanted(digests, events) }
        case .applyWanted(let page): group.addTask { await self.apply(page, events) }
        case .findGap(let id): group.addTask { await self.findGap(after: id, events) }
        case .fetchGap(let request): group.addTask { await self.fetchGap(request, events) }
        case .applyGap(let page): group.addTask { await self.apply(page, events) }
        case .pause(let duration, let number): group.addTask { await self.pause(duration, number, events) }
        case .notify(let notice): notify(notice)
        }
    }

    /// Requests a page.
    ///
    /// - Parameter count: the number of waiting requests that the puller has ended so far. When it ends one more, this
    ///   request is cancelled.
    private func fetch(_ request: PullRequest, untilMoreThan count: UInt64, _ events: Events) async {
        let event = await withTaskGroup(of: Puller.Event.self) { group in
            group.addTask { await self.answer(to: request) }
            group.addTask {
                await self.endedWaits.next(after: count)
                return .waitEnded
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        if let event { events.yield(event) }
    }

    private func answer(to request: PullRequest) async -> Puller.Event {
        let start = time.monotonic
        do throws(PullFailure) {
            let page = try await read(try await peer.source.page(request))
            logger.debug(
                "The peer answered a pull.",
                metadata: ["from": "\(request.from)", "entries": "\(page.entries.count)"])
            return .fetched(page, after: time.monotonic - start)
        } catch {
            if !Task.isCancelled {
                logger.debug("A pull failed.", metadata: ["from": "\(request.from)", "reason": "\(error)"])
            }
            return .notFetched(error)
        }
    }

    /// Reads a page, which has to name the key that the peer has proven.
    private func read(_ bytes: [UInt8]) async throws(PullFailure) -> LogPage {
        let page = try await intake.read(bytes)
        if let key = peer.key, page.head.node != key { throw .otherNode(page.head.node) }
        return page
    }

    private func judge(_ entries: [LogPage.Entry], _ events: Events) async {
        do {
            events.yield(.judged(try await intake.judged(entries)))
        } catch {
            events.yield(.notJudged(error))
        }
    }

    private func apply(_ page: PageToApply, _ judged: JudgedEntries, _ events: Events) async {
        do {
            let applied = try await intake.apply(page, judged, from: peer.id)
            tell(applied, of: "a page", from: page.part.before.id)
            events.yield(.applied(applied))
        } catch {
            events.yield(.notApplied(error))
        }
    }

    private func take(_ group: GroupID, _ events: Events) async {
        do {
            events.yield(.groupDecided(try await store.takeGroup(group)))
        } catch {
            events.yield(.notApplied(error))
        }
    }

    private func findDue(_ limit: Int, _ events: Events) async {
        events.yield(.foundDue((try? store.wanted(dueFrom: peer.id, limit: limit)) ?? []))
    }

    private func fetchWanted(_ digests: [Digest], _ events: Events) async {
        do throws(PullFailure) {
            let bytes = try await peer.source.messages(digests)
            events.yield(.fetchedWanted(try await read(bytes), byteCount: bytes.count))
        } catch {
            events.yield(.notFetchedWanted(error))
        }
    }

    private func apply(_ page: WantedPage, _ events: Events) async {
        do {
            let applied = try await intake.apply(page.entries, asked: page.asked, from: peer.id)
            tell(applied, of: "a page of wanted messages")
            events.yield(.appliedWanted)
        } catch {
            events.yield(.notAppliedWanted)
        }
    }

    private func findGap(after id: LogID, _ events: Events) async {
        events.yield(.foundGap(try? store.nextGap(of: peer.id, after: id)))
    }

    private func fetchGap(_ request: PullRequest, _ events: Events) async {
        do throws(PullFailure) {
            events.yield(.fetchedGap(try await read(try await peer.source.page(request))))
        } catch {
            events.yield(.notFetchedGap(error))
        }
    }

    private func apply(_ page: GapPage, _ events: Events) async {
        do {
            let applied = try await intake.apply(page, from: peer.id)
            tell(applied, of: "a page for a gap", from: page.part?.before.id)
            events.yield(.appliedGap(applied))
        } catch {
            events.yield(.notAppliedGap)
        }
    }

    /// Gives a notice if an applied page has healed messages, and logs what became of the page's messages.
    ///
    /// - Parameter before: the id before the page; nil if the page is no part of the peer's log.
    private func tell(_ applied: Applied, of page: String, from before: LogID? = nil) {
        if applied.healed > 0 { notify(.healed(applied.healed)) }
        var metadata: Logger.Metadata = [
            "stored": "\(applied.stored)", "known": "\(applied.known)", "quarantined": "\(applied.quarantined)",
            "skipped": "\(applied.skipped)", "foreign": "\(applied.foreign)",
        ]
        metadata["from"] = before.map { "\($0)" }
        logger.debug("The store applied \(page).", metadata: metadata)
    }

    private func pause(_ duration: Duration, _ number: Int, _ events: Events) async {
        try? await time.sleep(for: duration)
        events.yield(.pauseEnded(number))
    }
}
