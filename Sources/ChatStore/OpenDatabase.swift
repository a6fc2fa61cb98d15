internal import ChatModel
internal import Dispatch
internal import LMDB
internal import Synchronization

/// The LMDB environment and its tables. They are opened again after a commit that makes the environment unusable.
final class OpenDatabase: Sendable {
    struct Database: Sendable {
        let environment: Environment
        let tables: Tables

        /// Returns the last id of the log.
        func end() throws -> LogID {
            try environment.read { transaction in try LogReader(tables: tables).end(in: transaction).id }
        }
    }

    private struct State {
        /// Nil while the database is being opened again, after it could not be opened again, and after it was closed.
        var database: Database?
        /// The error of every write once the store accepts no writes any more.
        var refusal: StoreError?
        var isClosed = false
        var readers = 0
        /// Whether the writer waits for the last reader to leave.
        var isDraining = false
    }

    /// The queue on which the writer runs.
    let queue = DispatchQueue(label: "tidings.writer", qos: .userInitiated)

    /// LMDB's panic: no transaction can begin until the environment is opened again.
    private struct Panic: Error {}

    /// The ids that the store may give. They stay the same when the database is opened again.
    let ids: IDReserve
    private let open: @Sendable () throws -> Database
    private let reopened: @Sendable (Database) -> Void
    private let foundUnsound: @Sendable () -> Void
    private let state: Mutex<State>
    private let drained = DispatchSemaphore(value: 0)
    private let changes = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - open: opens the environment.
    ///   - ids: called once, with the first database.
    ///   - reopened: called with the database after each reopening.
    ///   - foundUnsound: called once when the store is known to be unsound.
    init(
        _ open: @escaping @Sendable () throws -> Database,
        ids: (Database) throws -> IDReserve,
        reopened: @escaping @Sendable (Database) -> Void = { _ in },
        foundUnsound: @escaping @Sendable () -> Void = {}
    ) throws {
        self.open = open
        self.reopened = reopened
        self.foundUnsound = foundUnsound
        let database = try open()
        self.ids = try ids(database)
        state = Mutex(State(database: database))
    }

    /// Closes the environment for ever, after its readers have left. Only the writer calls it.
    func close() {
        state.withLock { $0.isClosed = true }
        endIDs()
        closeEnvironment()
    }

    /// Lets the ids file name the next id of the store. If the next id cannot be read, the file keeps its bound.
    private func endIDs() {
        guard let database = state.withLock({ $0.database }) else { return }
        let stored = try? database.environment.read { transaction in try database.tables.storedIDs(in: transaction) }
        if let stored { ids.end(at: stored.next) }
    }
}

// MARK: - Changes

extension OpenDatabase {
    /// A number that grows with each write. A read that began after the number was read sees at least all writes that the
    /// number counts.
    var changeCount: UInt64 { changes.load(ordering: .sequentiallyConsistent) }
}

// MARK: - Refused writes

extension OpenDatabase {
    /// The error of every write, once the store is known to be unsound, or was copied because `data.mdb` is gone; nil before.
    /// A write to an unsound store could destroy what can still be read, and a write after the copy would be lost.
    var refusal: StoreError? { state.withLock { $0.refusal } }

    /// Makes every later write fail with an error.
    func refuseWrites(_ error: StoreError) {
        let isFirst = state.withLock { state in
            defer { state.refusal = state.refusal ?? error }
            return state.refusal == nil
        }
        if isFirst, case .unsound = error { foundUnsound() }
    }

    /// Returns the store's error for an error of a transaction, and refuses writes if the error shows that the store is
    /// unsound.
    private func noted(_ error: any Error) -> StoreError {
        let error = StoreError(error)
        if case .unsound = error { refuseWrites(error) }
        return error
    }
}

// MARK: - Reading

extension OpenDatabase {
    /// Reads in one transaction. Never waits for the writer. Must not be called inside another read.
    ///
    /// - Throws: ``StoreError``.
    func read<Result>(_ body: (borrowing ReadTransaction, Tables) throws -> Result) throws(StoreError) -> Result {
        try inspect { _, transaction, tables in try body(transaction, tables) }
    }

    /// Reads in one transaction as ``read(_:)``, with the environment, which `body` must not keep.
    func inspect<Result>(
        _ body: (Environment, borrowing ReadTransaction, Tables) throws -> Result
    ) throws(StoreError) -> Result {
        do {
            let database = try enter()
            // The environment closes with its last reference, so this reference must end before the reader leaves.
            defer { leave() }
            return try Self.read(consume database, body)
        } catch {
            throw noted(error)
        }
    }

    private static func read<Result>(
        _ database: consuming Database, _ body: (Environment, borrowing ReadTransaction, Tables) throws -> Result
    ) throws -> Result {
        let (environment, tables) = (database.environment, database.tables)
        return try environment.read { transaction in try body(environment, transaction, tables) }
    }

    private func enter() throws(StoreError) -> Database {
        let (database, isClosed) = state.withLock { state in
            if state.database != nil { state.readers += 1 }
            return (state.database, state.isClosed)
        }
        if let database { return database }
        throw isClosed ? .closed : .reopening
    }

    private func leave() {
        let isLast = state.withLock { state in
            state.readers -= 1
            guard state.isDraining, state.readers == 0 else { return false }
            state.isDraining = false
            return true
        }
        if isLast { drained.signal() }
    }
}

// MARK: - Writing

extension OpenDatabase {
    /// Writes in one transaction, which is on the disk when this returns. Only the writer calls it.
    ///
    /// - Throws: ``StoreError/outcomeUnknown`` if the commit failed and may still be on the disk; the environment was
    ///   opened again if possible. Any other error means that nothing was written: ``StoreError/unsound(reason:)`` as
    ///   soon as the store is known to be unsound, or an error of `body` or LMDB.
    func write<Result>(_ body: (inout WriteTransaction, Tables) throws -> Result) throws -> Result {
        try requireWritable()
        // A failed write counts, too, because its commit may be on the disk.
        defer { changes.add(1, ordering: .sequentiallyConsistent) }
        do {
            return try Self.write(try current()) { transaction, tables in
                let result = try body(&transaction, tables)
                // A read may have found the store unsound meanwhile.
                try requireWritable()
                return result
            }
        } catch is Panic {
            // If this fails, the next write tries again.
            _ = try? openAgain()
            throw StoreError.outcomeUnknown
        } catch {
            throw noted(error)
        }
    }

    private func requireWritable() throws(StoreError) {
        if let refusal { throw refusal }
    }

    private static func write<Result>(
        _ database: consuming Database, _ body: (inout WriteTransaction, Tables) throws -> Result
    ) throws -> Result {
        let (environment, tables) = (database.environment, database.tables)
        do {
            return try environment.write { transaction in try body(&transaction, tables) }
        } catch {
            throw isPanicked(environment) ? Panic() : error
        }
    }

    /// Returns whether LMDB refuses every transaction because a meta page could not be written.
    private static func isPanicked(_ environment: Environment) -> Bool {
        do {
            // A read would also fail while there are too many readers.
            try environment.write { _ in }
            return false
        } catch {
            return (error as? LMDBError)?.code == .panic
        }
    }

    private func current() throws -> Database {
        let (database, isClosed) = state.withLock { ($0.database, $0.isClosed) }
        if let database { return database }
        if isClosed { throw StoreError.closed }
        return try openAgain()
    }

    /// Closes the environment and opens it again. One process must never have the same environment open twice.
    @discardableResult
    func openAgain() throws -> Database {
        closeEnvironment()
        let database = try open()
        let stored = try database.environment.read { transaction in try database.tables.storedIDs(in: transaction) }
        ids.reopened(at: stored.next)
        state.withLock { $0.database = database }
        reopened(database)
        return database
    }

    /// Closes the environment after its readers have left.
    private func closeEnvironment() {
        let waits = state.withLock { state in
            state.database = nil
            state.isDraining = state.readers > 0
            return state.isDraining
        }
        if waits { drained.wait() }
    }
}
