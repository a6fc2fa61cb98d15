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
    private let request = Mutex(RequestInProgress())
    private let allowances: PullAllowances
    private let progress = Mutex<(report: PullReport, claimedNode: PublicKey?)>((PullReport(), nil))
    private let isWaking = Mutex(false)
    private let firstPull: FirstPull
    private let removal = ChangeSignal()
    /// What the store knew of the peer when the puller was made.
    let remembered: Contact?

    private typealias Events = AsyncStream<Puller.Event>.Continuation
    private typealias Judging = Task<Result<JudgedEntries, StoreError>, Never>

    /// How often the store had decided to read the log again when the present reading began.
    private let rewinds = Mutex<UInt64>(0)

    /// The part of the peer's log that is history: see ``ChatStore/isHistory(_:of:)``.
    private let history = Mutex(History.unknown)

    private enum History {
        /// No page of the log has come yet.
        case unknown
        case upTo(LogID, began: Duration)

        /// A peer only claims where its log ends.
        static let longest = Duration.seconds(60 * 60)
    }

    /// The request that the puller awaits.
    private struct RequestInProgress {
        var task: Task<Void, Never>?
        /// The verdicts on the entries of pages, by the numbers of the requests: they are made before the page's turn to be
        /// stored.
        var judging: [Int: Judging] = [:]
        /// The bytes of the answers, by the numbers of the requests.
        var bytes: [Int: Int] = [:]
    }

    /// - Parameters:
    ///   - start: the monotonic clock's reading from which the times of the ``report`` count.
    ///   - random: returns a number of at least 0 and less than 1.
    ///   - changes: notified of each change of the ``report``.
    init(
        _ peer: Peer, store: ChatStore, instance: Instance, intake: PageIntake, pace: Pace, time: any TimeSource,
        start: Duration, random: @escaping @Sendable () -> Double, firstPull: FirstPull, allowances: PullAllowances,
        changes: ChangeSignal, logger: Logger, notify: @escaping @Sendable (Notice) -> Void
    ) {
        self.peer = peer
        self.store = store
        self.intake = intake
        self.pace = pace
        self.allowances = allowances
        self.time = time
        self.start = start
        self.random = random
        self.firstPull = firstPull
        self.changes = changes
        self.notify = notify
        // Without what is remembered, the puller does everything but say it.
        remembered = try? store.contact(with: peer.id)
        identity = (store.key.publicKey, instance)
        var logger = logger
        logger[metadataKey: "peer"] = "\(peer.id)"
        self.logger = logger
    }

    /// The reading of the monotonic clock, from the replicator's start on.
    private var now: Duration { time.monotonic - start }

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
        await withTaskGroup { tasks in
            tasks.addTask { while !Task.isCancelled { await self.pullUntilRewound() } }
            tasks.addTask { await self.removal.next(after: 0) }
            await tasks.next()
            tasks.cancelAll()
        }
    }

    /// Pulls until the store decides to read the log again from an earlier position.
    private func pullUntilRewound() async {
        let (events, source) = AsyncStream<Puller.Event>.makeStream()
        self.events.withLock { $0 = source }
        isWaking.withLock { $0 = false }
        let stored = await storedPeer()
        let group = (try? store.group()) ?? .none
        let rewinds = stored?.rewinds ?? 0
        self.rewinds.withLock { $0 = rewinds }
        let isEmpty = (try? store.messageCount()) == 0
        var puller = Puller(
            Puller.Node(identity.node, identity.instance, group, isEmpty: isEmpty), pace: pace,
            cursors: stored?.cursors ?? .start, claim: stored?.claim,
            hasLaterExceptions: stored?.hasLaterExceptions == true, hasAnsweredBefore: remembered?.lastPage != nil,
            report: report)
        let seen = (damage: store.notedDamage.count, lettingIn: store.lettingIn.count)
        source.yield(.started)
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await self.watch(self.store.notedDamage, after: seen.damage, .damageNoted, source) }
            tasks.addTask { await self.watch(self.store.lettingIn, after: seen.lettingIn, .letIn, source) }
            for await event in events {
                guard (try? store.rewinds(of: peer.id)) ?? rewinds == rewinds else { break }
                if case .woken = event { isWaking.withLock { $0 = false } }
                if case .letIn = event { allowances.refill() }
                let moment = Moment(now: now, wall: time.wall, random: random())
                let actions = puller.handle(event, moment)
                publish(puller)
                for action in actions { perform(action, source, in: &tasks) }
            }
            tasks.cancelAll()
        }
        // The puller of a removed peer ends after its requests.
        let task = request.withLock { request in
            request.judging = [:]
            return request.task
        }
        task?.cancel()
        await task?.value
        if let job = puller.lastJob { _ = try? await self.stored(job) }
        firstPull.end(peer.id)
    }

    /// Sends an event for each change, at most once in ``Pace/damageInterval``.
    private func watch(
        _ changes: ChangeSignal, after count: UInt64, _ event: Puller.Event, _ events: Events
    ) async {
        var seen = count
        while !Task.isCancelled {
            await changes.next(after: seen)
            seen = changes.count
            events.yield(event)
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

    /// Returns what the store has of the peer, as soon as it can be read; nil if the task is cancelled before.
    private func storedPeer() async -> StoredPeer? {
        var isNotified = false
        while !Task.isCancelled {
            do {
                return try store.storedPeer(peer.id)
            } catch {
                if !isNotified { notify(.cursorNotRead(error)) }
                isNotified = true
                try? await time.sleep(for: pace.longestBackoff)
            }
        }
        return nil
    }

    // MARK: Actions

    private func perform(_ action: Puller.Action, _ events: Events, in tasks: inout DiscardingTaskGroup) {
        switch action {
        case .request(let wanted, let number):
            let task = Task { await self.answer(wanted, number, events) }
            request.withLock { request in
                request.task?.cancel()
                request.task = task
            }
        case .store(let job):
            tasks.addTask { await self.store(job, events) }
        case .find(let id): tasks.addTask { await self.find(rowsFrom: id, events) }
        case .tick(let duration, let number):
            tasks.addTask {
                try? await self.time.sleep(for: duration)
                events.yield(.ticked(number))
            }
        case .notify(let notice): notify(notice)
        }
    }

    private func answer(_ wanted: Puller.Request, _ number: Int, _ events: Events) async {
        var wanted = wanted
        if await firstPull.turn(of: peer.id, time, from: start), case .log(var request) = wanted {
            // The other peer probably had the same messages.
            request.bodies = .none
            wanted = .log(request)
        }
        // A person may let messages in meanwhile.
        while !Task.isCancelled, case let pause = allowances.pause(at: now), pause > .zero {
            try? await time.sleep(for: min(pause, .seconds(1)))
        }
        let began = time.monotonic
        do throws(PullFailure) {
            let answer = try await self.answer(to: wanted, number)
            events.yield(.answered(answer, number: number, after: time.monotonic - began))
        } catch {
            if Task.isCancelled { return }
            allowances.received(error.uncountedBytes, at: now)
            logger.debug("A request failed.", metadata: ["request": "\(wanted)", "reason": "\(error)"])
            events.yield(.answered(.failed(error), number: number, after: time.monotonic - began))
        }
    }

    private func answer(to wanted: Puller.Request, _ number: Int) async throws(PullFailure) -> Puller.Answer {
        switch wanted {
        case .log(let request):
            let page = try await read(try await peer.source.page(request), number)
            logger.debug(
                "The peer answered a pull.",
                metadata: ["from": "\(request.from)", "entries": "\(page.entries.count)"])
            firstPull.came(
                page.head, from: page.entries.first?.id ?? page.head.next.id, of: peer.id, at: now)
            beginHistory(page.head)
            allowances.came(page.head.high, at: now)
            judge(page, number)
            return .page(page)
        case .messages(let messages):
            let missing = try missing(messages)
            guard !missing.isEmpty else { return .messages(nil, missing: []) }
            let all = try await read(try await peer.source.messages(missing), number)
            let page = all.only(missing)
            judge(page, number)
            return .messages(page, missing: missing)
        }
    }

    /// Reads a page, which has to name the key that the peer has proven.
    private func read(_ bytes: [UInt8], _ number: Int) async throws(PullFailure) -> LogPage {
        allowances.received(bytes.count, at: now)
        request.withLock { request in
            request.bytes = request.bytes.filter { $0.key + 3 > number }
            request.bytes[number] = bytes.count
        }
        let page = try await intake.read(bytes)
        if let key = peer.key, page.head.node != key { throw .otherNode(page.head.node) }
        return page
    }

    private func missing(_ messages: [WantedMessage]) throws(PullFailure) -> [Digest] {
        do throws(StoreError) {
            let missing = try store.missing(messages.map { ($0.digest, $0.needsValues) })
            return messages.map(\.digest).filter(missing.contains)
        } catch {
            throw .storeNotRead(error.code)
        }
    }

    /// At the first page of the log, decides what of it is history.
    private func beginHistory(_ head: PageHead) {
        history.withLock { history in
            guard case .unknown = history else { return }
            history = .upTo((try? store.isHistory(peer.id, of: peer.key)) == true ? head.high : .zero, began: now)
        }
    }

    private func isHistory(_ page: LogPage) -> Bool {
        guard case .upTo(let id, let began) = history.withLock(\.self), let last = page.entries.last?.id else {
            return false
        }
        return last <= id && now - began < History.longest
    }

    /// Begins to judge a page. Pages are stored in the order of their requests, so of the earlier ones that still wait for it at
    /// most two are needed.
    private func judge(_ page: LogPage, _ number: Int) {
        guard !page.entries.isEmpty else { return }
        let counted = isHistory(page) ? nil : peer.id
        let judging = Judging { [intake] in
            do throws(StoreError) {
                return .success(try await intake.judged(page.entries, from: counted))
            } catch {
                return .failure(error)
            }
        }
        request.withLock { request in
            request.judging = request.judging.filter { $0.key + 3 > number }
            request.judging[number] = judging
        }
    }

    private func store(_ job: StoreJob, _ events: Events) async {
        do throws(StoreError) {
            let answer = try await stored(job)
            if let page = job.page { count(answer, page, number: job.number) }
            events.yield(.stored(.success(answer)))
        } catch {
            events.yield(.stored(.failure(error)))
        }
    }

    private func stored(_ job: StoreJob) async throws(StoreError) -> StoredAnswer {
        let rewinds = rewinds.withLock(\.self)
        let judged = try await judged(job)
        guard !job.onlyMoves(judged) else {
            return StoredAnswer(uncommitted: job, judged, messagesInLog: try store.messageCount())
        }
        var page = job.judgedPage(judged)
        (page.rewinds, page.isHistory) = (rewinds, job.page.map(isHistory) == true)
        let applied = try await store.apply(page, from: peer.id)
        firstPull.stored(applied.stored, settled: applied.cursors.settled.id, of: peer.id, at: now)
        return StoredAnswer(applied, named: job.named(in: judged), relayed: job.relayed(in: judged))
    }

    private func count(_ answer: StoredAnswer, _ page: LogPage, number: Int) {
        let applied = answer.applied
        let (bytes, all) = (request.withLock { $0.bytes[number] ?? 0 }, page.entries.count)
        let isSpent = applied.stored == 0 && applied.waiting.values.contains(page.head.node)
        let cost = answer.isCommitted ? pace.costOfAnswer.committed : pace.costOfAnswer.list
        allowances.judged(
            new: all == 0 ? 0 : bytes * min(applied.stored, all) / all, cost: isSpent ? pace.costOfSpent : cost,
            through: page.entries.last?.id ?? page.head.next.id, at: now)
        logger.debug(
            "The puller has judged an answer.",
            metadata: [
                "next": "\(page.head.next.id)", "stored": "\(applied.stored)", "known": "\(applied.known)",
                "refused": "\(applied.refused)", "foreign": "\(applied.foreign)",
            ])
    }

    private func judged(_ job: StoreJob) async throws(StoreError) -> JudgedEntries {
        let ahead = request.withLock { $0.judging[job.number] }
        if job.page != nil, let judged = try? await ahead?.value.get() {
            return judged
        }
        return try await intake.judged(job.page?.entries ?? [], from: job.page.map(isHistory) == true ? nil : peer.id)
    }

    private func find(rowsFrom id: LogID?, _ events: Events) async {
        let found = Result { () throws(StoreError) in
            FoundMessages(
                rows: id == nil ? [] : try store.exceptions(of: peer.id, from: id ?? .zero, limit: Rounds.rowsAtOnce),
                due: try store.wanted(dueFrom: peer.id, limit: Limits.requestedDigests))
        }
        events.yield(.found(found))
    }
}
