internal import ChatModel
internal import Dispatch
internal import LMDB
internal import Synchronization

/// The one writer of a store, with group commit: what arrives while a commit is under way goes into the next one.
///
/// Load makes batches larger, an idle store commits at once. Commits block, so they run on a queue of their own.
final class Writer: Sendable {
    /// Jobs that may wait; more are refused, so that a disk that stands still does not eat the memory.
    static let maximumQueued = 10_000
    /// Jobs in one commit.
    static let maximumBatch = 1000

    /// Something to write. `perform` gives what is to be called once it is on the disk.
    struct Job: Sendable {
        /// Whether it may share its commit with others. It must then throw ``StoreError`` only before it has written
        /// anything: the others go on.
        let sharesCommit: Bool
        let perform: @Sendable (inout WriteTransaction, inout LogAppender) throws -> @Sendable () -> Void
        let fail: @Sendable (StoreError) -> Void
    }

    private struct State {
        var queued: [Job] = []
        var isDraining = false
        var isClosed = false
        var writeFailures = WriteFailures()
    }

    private let database: OpenDatabase
    private let commits: CommitSignal
    private let time: any TimeSource
    private let buildDate: UnixTime
    private let onWriteFailure: @Sendable (StoreError?) -> Void
    private var queue: DispatchQueue { database.queue }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - buildDate: as ``StoreOptions/buildDate``.
    ///   - onWriteFailure: as ``StoreOptions/onWriteFailure``.
    init(
        _ database: OpenDatabase, commits: CommitSignal, time: any TimeSource, buildDate: UnixTime,
        onWriteFailure: @escaping @Sendable (StoreError?) -> Void = { _ in }
    ) {
        self.database = database
        self.commits = commits
        self.time = time
        self.buildDate = buildDate
        self.onWriteFailure = onWriteFailure
    }

    /// Returns when what `body` wrote is on the disk.
    ///
    /// - Throws: ``StoreError``: `busy`, `closed`, or what made the write fail.
    func write<Result: Sendable>(
        sharingCommit: Bool,
        _ body: @escaping @Sendable (inout WriteTransaction, inout LogAppender) throws -> Result
    ) async throws(StoreError) -> Result {
        typealias Outcome = Swift.Result<Result, StoreError>
        let outcome = await withCheckedContinuation { (caller: CheckedContinuation<Outcome, Never>) in
            submit(
                Job(sharesCommit: sharingCommit) { transaction, appender in
                    let result = try body(&transaction, &appender)
                    return { caller.resume(returning: .success(result)) }
                } fail: { error in
                    caller.resume(returning: .failure(error))
                })
        }
        return try outcome.get()
    }

    private func submit(_ job: Job) {
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

    /// Refuses what comes later, and closes the database when what came before is decided.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { caller in
            queue.async {
                self.database.close()
                caller.resume()
            }
        }
    }

    private func drain() {
        while let batch = nextBatch() { run(batch) }
    }

    /// All that may share a commit up to the first that may not, or that one alone.
    private func nextBatch() -> [Job]? {
        state.withLock { state in
            guard let first = state.queued.first else {
                state.isDraining = false
                return nil
            }
            let batch =
                first.sharesCommit
                ? state.queued.prefix(Self.maximumBatch).prefix(while: \.sharesCommit) : state.queued.prefix(1)
            state.queued.removeFirst(batch.count)
            return Array(batch)
        }
    }

    /// Commits a batch; where that fails, each of its jobs alone, so that none fails for another's sake.
    private func run(_ batch: [Job]) {
        do {
            for done in try commit(batch) { done() }
        } catch StoreError.outcomeUnknown {
            fail(batch, .outcomeUnknown)
        } catch {
            if batch.count == 1 {
                fail(batch, StoreError(error))
            } else {
                for job in batch { run([job]) }
            }
        }
    }

    private func fail(_ batch: [Job], _ error: StoreError) {
        let now = time.monotonic
        if state.withLock({ $0.writeFailures.failed(error, at: now) }) { onWriteFailure(error) }
        for job in batch { job.fail(error) }
    }

    /// - Returns: what tells the callers, each of a job that is on the disk or was refused without a trace.
    private func commit(_ batch: [Job]) throws -> [@Sendable () -> Void] {
        let now = time.wall
        let (answers, high, rooms) = try database.write { transaction, tables in
            var appender = try LogAppender(tables, wallClock: now, buildDate: buildDate, in: transaction)
            var answers: [@Sendable () -> Void] = []
            for job in batch {
                do {
                    answers.append(try job.perform(&transaction, &appender))
                } catch let refusal as StoreError where job.sharesCommit {
                    answers.append({ job.fail(refusal) })
                }
            }
            return (answers, appender.high, appender.rooms)
        }
        // A commit of nothing shows nothing of the disk.
        if !rooms.isEmpty {
            commits.committed(through: high, in: rooms)
            if state.withLock({ $0.writeFailures.succeeded() }) { onWriteFailure(nil) }
        }
        return answers
    }
}
