internal import CLMDB
internal import Synchronization

/// A named, ordered map from keys to values in an environment: a small value that the transaction is passed to.
///
/// Open each table once, at start, and keep it for as long as the environment is open. A table opened in a write belongs to that write
/// until it commits; if the write is aborted, so is the opening, and the table must not be used again.
/// The types are not stored: whoever opens a table says what is in it.
///
/// All operations throw `badTable` for a transaction of another environment, and `corrupted` and its like for a damaged file.
public struct Table<Key: TableKey, Value: TableValue>: Sendable {
    /// The table's name in the environment.
    public let name: String

    let index: MDB_dbi
    private let environment: ObjectIdentifier

    /// Opens a table, and makes it unless told not to.
    ///
    /// - Throws: ``LMDBError``: `notFound` if it is missing and `create` is false; `tablesFull`, `mapFull`, `diskFull`.
    public init(_ name: String, in transaction: inout WriteTransaction, create: Bool = true) throws(LMDBError) {
        try self.init(name, in: transaction, flags: create ? MDB_CREATE : 0)
    }

    /// Opens a table that exists, in a transaction of its own: the way to open one in an environment for reading only.
    ///
    /// Otherwise that transaction is a write, so do not call this inside one.
    ///
    /// - Throws: ``LMDBError``: `notFound` if it is missing; `tablesFull`, `wouldDeadlock`.
    @available(*, noasync)
    public init(existing name: String, of environment: Environment) throws {
        guard environment.options.readOnly else {
            self = try environment.write { transaction in try Table(name, in: &transaction, create: false) }
            return
        }
        // LMDB allows one transaction at a time to open tables, and reads do not exclude each other.
        self = try environment.tableOpening.withLock { _ in
            let transaction = try ReadTransaction(environment)
            let table = try Table(name, in: transaction, flags: 0)
            try transaction.keepTables(of: environment.folder)
            return table
        }
    }

    private init(
        _ name: String,
        in transaction: borrowing some Transaction & ~Copyable,
        flags: Int32
    ) throws(LMDBError) {
        var index: MDB_dbi = 0
        try unsafe check(mdb_dbi_open(transaction.handle, name, UInt32(flags), &index), .open, name)
        self.name = name
        self.index = index
        environment = transaction.environment
    }

    /// LMDB's own list of free pages, which has the first number and can be read in a transaction for reading only.
    init(freeListIn transaction: borrowing ReadTransaction) where Key == [UInt8], Value == [UInt8] {
        name = FreePages.subject
        index = 0
        environment = transaction.environment
    }

    /// Refuses a transaction of another environment, where the table's number may be another table's.
    func requireEnvironment(
        of transaction: borrowing some Transaction & ~Copyable,
        _ operation: Operation
    ) throws(LMDBError) {
        if transaction.environment != environment { throw LMDBError(.badTable, operation, name) }
    }
}
