internal import ChatModel
internal import Dispatch
internal import LMDB
internal import Synchronization

/// The environment and its tables, which can be opened again after a commit failed beyond repair.
final class OpenDatabase: Sendable {
    struct Database: Sendable {
        let environment: Environment
        let tables: Tables

        /// The last id in the log.
        func end() throws -> LogID {
            try environment.read { transaction in try LogReader(tables: tables).end(in: transaction).id }
        }
    }

    private struct State {
        /// Nothing while it is opened again, after that failed, and when it is closed.
        var database: Database?
        var isClosed = false
        var isReopening = false
        var readers = 0
        /// Whether the last reader to leave is waited for.
        var isDraining = false
    }

    /// Where the writer works; a reader that finds no database asks here for it to be opened again.
    let queue = DispatchQueue(label: "tidings.writer", qos: .userInitiated)

    /// Readers at once; more wait for one to leave, which never takes long. LMDB has some slots more, and other processes
    /// read, too.
    static let maximumReaders = Environment.Options.defaultMaxReaders - 26
    private let slots = DispatchSemaphore(value: maximumReaders)

    /// After it no transaction can begin before the environment has been opened again.
    private struct Panic: Error {}

    private let open: @Sendable () throws -> Database
    private let reopened: @Sendable (Database) -> Void
    private let state: Mutex<State>
    private let drained = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - open: opens the environment; called again each time it has to be opened again.
    ///   - reopened: told of the database each time it has been opened again and can be read.
    init(
        _ open: @escaping @Sendable () throws -> Database,
        reopened: @escaping @Sendable (Database) -> Void = { _ in }
    ) throws {
        self.open = open
        self.reopened = reopened
        state = Mutex(State(database: try open()))
    }

    /// Closes the environment once the readers in it have left. Only the writer calls it.
    func close() {
        state.withLock { $0.isClosed = true }
        letGo()
    }
}

// MARK: - Reading

extension OpenDatabase {
    /// Reads in one transaction. Never waits for the writer. Not within another read.
    ///
    /// - Throws: ``StoreError``.
    func read<Result>(_ body: (borrowing ReadTransaction, Tables) throws -> Result) throws(StoreError) -> Result {
        try inspect { _, transaction, tables in try body(transaction, tables) }
    }

    /// As ``read(_:)``, with the environment, which must not be kept.
    func inspect<Result>(
        _ body: (Environment, borrowing ReadTransaction, Tables) throws -> Result
    ) throws(StoreError) -> Result {
        slots.wait()
        defer { slots.signal() }
        do {
            let database = try enter()
            // The environment closes with its last reference: this one has to be gone before the reader has left.
            defer { leave() }
            return try Self.read(consume database, body)
        } catch {
            throw StoreError(error)
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
        if isClosed { throw StoreError.closed }
        askForReopening()
        throw StoreError.reopening
    }

    /// On a node to which nobody writes, nobody else would try.
    private func askForReopening() {
        let isFirst = state.withLock { state in
            defer { state.isReopening = true }
            return !state.isReopening
        }
        guard isFirst else { return }
        queue.async {
            _ = try? self.current()
            self.state.withLock { $0.isReopening = false }
        }
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
    /// Writes in one transaction, on the disk when this returns. Only the writer calls it.
    ///
    /// - Throws: ``StoreError/outcomeUnknown`` where the commit failed so that nobody can say whether it counts;
    ///   the environment has been opened again by then. Else what `body` or LMDB threw: nothing was written.
    func write<Result>(_ body: (inout WriteTransaction, Tables) throws -> Result) throws -> Result {
        do {
            return try Self.write(try current(), body)
        } catch is Panic {
            // Where it cannot be had now, whoever reads or writes next has it tried again.
            _ = try? openAgain()
            throw StoreError.outcomeUnknown
        }
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

    /// LMDB refuses every transaction after a meta page could not be written.
    private static func isPanicked(_ environment: Environment) -> Bool {
        do {
            // Not a read, which fails too when there are too many readers.
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

    /// Opens the environment anew. One process must never have the same environment open twice.
    @discardableResult
    func openAgain() throws -> Database {
        letGo()
        let database = try open()
        state.withLock { $0.database = database }
        reopened(database)
        return database
    }

    /// Closes the environment once the readers in it have left.
    private func letGo() {
        let waits = state.withLock { state in
            state.database = nil
            state.isDraining = state.readers > 0
            return state.isDraining
        }
        if waits { drained.wait() }
    }
}
