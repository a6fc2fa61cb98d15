internal import ChatModel
internal import Dispatch
internal import LMDB
internal import Synchronization

/// The one writer of a store, with group commit: jobs that arrive during a commit go into the next one together.
///
/// Load makes batches larger; an idle store commits immediately. Commits block, so they run on a queue of their own.
final class Writer: Sendable {
    /// The largest number of queued jobs. The writer refuses more, so that a disk that hangs does not use up the memory.
    static let maximumQueued = 10_000

    /// A write of one caller.
    struct Job: Sendable {
        /// What a job may share a commit with.
        enum Kind {
            /// Other posts.
            case post
            /// Other pages of peers.
            case page(entries: Int)
            case alone

            /// A job that shares a commit must throw a ``StoreError`` only before it has written anything, because the others
            /// continue. A write failure aborts the commit, because it concerns every job.
            var sharesCommit: Bool { if case .alone = self { false } else { true } }
        }

        let kind: Kind
        /// Whether a failure of the job is reported as a failure of the node to store messages. That the store is unsound
        /// is always reported.
        var reportsFailure = true
        /// Writes, and returns a function that the writer calls after the commit.
        let perform: @Sendable (inout WriteTransaction, inout LogAppender) throws -> @Sendable () -> Void
        let fail: @Sendable (StoreError) -> Void
    }

    private struct State {
        var queued = JobQueue()
        var isDraining = false
        var isClosed = false
        var writeFailures = WriteFailures()
        /// Whether a copy of a removed store was written.
        var hasRescued = false
    }

    private let database: OpenDatabase
    private let commits: CommitSignal
    private let origin: PublicKey
    private let time: any TimeSource
    private let buildDate: UnixTime
    private let onWriteFailure: @Sendable (StoreError?) -> Void
    /// Notified when the last write's failure becomes another one.
    let failureChanges = ChangeSignal()
    private let onJump: @Sendable (IDJump) -> Void
    private let onDamage: @Sendable (NotedDamage) -> Void
    /// Notified of each commit that changes who the peers are or where they can be reached, and of each jump of the ids, since a
    /// restore suspends the peers.
    let peerChanges = ChangeSignal()
    private var queue: DispatchQueue { database.queue }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - origin: the node's public key.
    ///   - buildDate: as ``StoreOptions/buildDate``.
    ///   - onWriteFailure: as ``StoreOptions/onWriteFailure``.
    ///   - onJump: as ``StoreOptions/onJump``.
    ///   - onDamage: as ``StoreOptions/onDamage``.
    init(
        _ database: OpenDatabase, commits: CommitSignal, origin: PublicKey, time: any TimeSource, buildDate: UnixTime,
        onWriteFailure: @escaping @Sendable (StoreError?) -> Void = { _ in },
        onJump: @escaping @Sendable (IDJump) -> Void = { _ in },
        onDamage: @escaping @Sendable (NotedDamage) -> Void = { _ in }
    ) {
        self.database = database
        self.commits = commits
        self.origin = origin
        self.time = time
        self.buildDate = buildDate
        self.onWriteFailure = onWriteFailure
        self.onJump = onJump
        self.onDamage = onDamage
    }

    /// Runs `body` in a transaction and returns after the commit is on the disk.
    ///
    /// - Parameter reportsFailure: see ``Job/reportsFailure``.
    /// - Throws: ``StoreError``: `busy`, `closed`, or the error that made the write fail.
    func write<Result: Sendable>(
        _ kind: Job.Kind, reportsFailure: Bool = true,
        _ body: @escaping @Sendable (inout WriteTransaction, inout LogAppender) throws -> Result
    ) async throws(StoreError) -> Result {
        typealias Outcome = Swift.Result<Result, StoreError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            submit(
                Job(kind: kind, reportsFailure: reportsFailure) { transaction, appender in
                    let result = try body(&transaction, &appender)
                    return { caller.resume(returning: .success(result)) }
                } fail: { error in
                    caller.resume(returning: .failure(error))
                })
        }
        return try outcome.get()
    }

    func submit(_ job: Job) {
        let (refusal, starts) = state.withLock { state -> (StoreError?, Bool) in
            if state.isClosed { return (.closed, false) }
            guard state.queued.count < Self.maximumQueued else { return (.busy, false) }
            state.queued.append(job)
            let starts = !state.isDraining
            state.isDraining = true
            return (nil, starts)
        }
        if let refusal { job.fail(refusal) }
        if starts { queue.async { self.drain() } }
    }

    /// Refuses later jobs, and closes the database after the queued ones.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { caller in
            queue.async {
                self.database.close()
                caller.resume()
            }
        }
    }

    /// The number of queued jobs.
    var queuedCount: Int { state.withLock { $0.queued.count } }

    /// Whether the writer refuses jobs because it was closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Writes a copy of the store if `data.mdb` was removed or replaced, and refuses later writes, which the copy would not
    /// have. Does nothing after it has written a copy.
    ///
    /// - Parameter key: the node's key, for a folder that was removed, too.
    /// - Throws: ``StoreError`` if no copy could be written. The next call tries again.
    func rescue(in folder: StoreFolder, key: SigningKey) async throws(StoreError) {
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Result<Void, StoreError>, Never>) in
            queue.async {
                caller.resume(returning: Result { () throws(StoreError) in try self.rescueNow(in: folder, key: key) })
            }
        }
        try outcome.get()
    }

    private func rescueNow(in folder: StoreFolder, key: SigningKey) throws(StoreError) {
        // A read may have found the store unsound.
        if let refusal = database.refusal { report(refusal) }
        guard !state.withLock({ $0.hasRescued }) else { return }
        let found = try database.inspect { environment, _, _ -> StoreError? in
            switch environment.fileProblem?.code {
            case .fileGone: try rescued(from: environment, to: folder, key)
            case .overwritten: environment.fileProblem.map(StoreError.init)
            default: nil
            }
        }
        guard let error = found else { return }
        state.withLock { $0.hasRescued = true }
        database.refuseWrites(error)
        if case .fileGone = error {
            note(error)
            // Also after an earlier report, which had no copy yet.
            onWriteFailure(error)
        } else {
            report(error)
        }
    }

    /// Writes the copy. Until there is one, the failure is reported without it.
    private func rescued(from environment: Environment, to folder: StoreFolder, _ key: SigningKey) throws -> StoreError
    {
        do {
            return .fileGone(copy: try folder.writeCopy(of: environment, key: key))
        } catch {
            report(.fileGone(copy: nil))
            throw error
        }
    }

    private func drain() {
        while let batch = nextBatch() { run(batch) }
    }

    /// Takes the jobs of the next commit from the queue.
    ///
    /// - Returns: nil if the queue is empty.
    private func nextBatch() -> [Job]? {
        state.withLock { state in
            let batch = state.queued.next()
            state.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    /// Commits a batch. If that fails, commits each of its jobs alone, so that no job fails because of another.
    private func run(_ batch: [Job]) {
        do {
            let (answers, topics) = try commit(batch)
            for answer in answers { answer() }
            if !topics.isEmpty { commits.wake(topics) }
        } catch StoreError.outcomeUnknown {
            fail(batch, .outcomeUnknown)
        } catch {
            let error = StoreError(error)
            if !error.isUnsound, batch.count > 1 {
                for job in batch { run([job]) }
            } else {
                fail(batch, error)
            }
        }
    }

    private func fail(_ batch: [Job], _ error: StoreError) {
        if error.isUnsound || batch.contains(where: \.reportsFailure) { report(error) }
        for job in batch { job.fail(error) }
    }

    private func report(_ error: StoreError) {
        let (now, wall) = (time.monotonic, time.wall)
        let isReported = changingFailures { $0.failed(error, at: now, wall) }
        if isReported { onWriteFailure(error) }
    }

    /// Notes a failure that its finder has reported already.
    func note(_ error: StoreError) {
        let (now, wall) = (time.monotonic, time.wall)
        _ = changingFailures { $0.failed(error, at: now, wall) }
    }

    /// The failure of the last write; nil if it succeeded.
    var lastFailure: StoreStatus.Failure? { state.withLock { $0.writeFailures.last } }

    private func changingFailures(_ change: (inout WriteFailures) -> Bool) -> Bool {
        let (result, isChanged) = state.withLock { state in
            let before = state.writeFailures.last
            let result = change(&state.writeFailures)
            return (result, before != state.writeFailures.last)
        }
        if isChanged { failureChanges.changed() }
        return result
    }

    /// Commits a batch.
    ///
    /// - Returns: one function for each job, which resumes its caller; and the topics of the new messages, whose waiters
    ///   have to be woken after that.
    private func commit(
        _ batch: [Job]
    ) throws -> (answers: [@Sendable () -> Void], topics: Set<CommitSignal.Topic>) {
        let now = time.wall
        let (answers, appender) = try database.write { transaction, tables in
            var appender = try LogAppender(
                tables, ids: database.ids, origin: origin, wallClock: now, buildDate: buildDate, in: transaction)
            var answers: [@Sendable () -> Void] = []
            for job in batch {
                do {
                    answers.append(try job.perform(&transaction, &appender))
                } catch let refusal as StoreError where job.kind.sharesCommit && !refusal.isWriteFailure {
                    answers.append({ job.fail(refusal) })
                }
            }
            try appender.finish(in: &transaction)
            return (answers, appender)
        }
        if let jump = appender.jump { onJump(jump) }
        if appender.changesMembers || appender.jump != nil { peerChanges.changed() }
        if !appender.notedDamage.isEmpty { onDamage(appender.notedDamage) }
        if appender.isClaimed { database.ids.committed(appender.jump, next: appender.nextID) }
        // A commit without a record does not prove that the disk works.
        if !appender.topics.isEmpty {
            commits.committed(through: appender.high)
            if changingFailures({ $0.succeeded() }) { onWriteFailure(nil) }
        }
        return (answers, appender.topics)
    }
}
