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

extension Table {
    /// The value of a key, or nil. O(log n).
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for the key, `malformed` for the value.
    public func get(_ key: Key, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Value? {
        var value = unsafe MDB_val()
        let isThere = try unsafe look(up: key, into: &value, in: transaction)
        return isThere ? try unsafe self.value(from: value) : nil
    }

    /// Whether there is an entry with this key. Does not decode the value. O(log n).
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for the key.
    public func contains(_ key: Key, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Bool {
        var value = unsafe MDB_val()
        return try unsafe look(up: key, into: &value, in: transaction)
    }

    /// The number of entries. O(1).
    public func count(in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Int {
        try requireEnvironment(of: transaction, .count)
        var stat = MDB_stat()
        try unsafe check(mdb_stat(transaction.handle, index, &stat), .count, name)
        return stat.ms_entries
    }

    private func look(
        up key: Key,
        into value: inout MDB_val,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws(LMDBError) -> Bool {
        try requireEnvironment(of: transaction, .get)
        return try unsafe withBytes(of: key, .get) { keyBytes throws(LMDBError) in
            try unsafe found(mdb_get(transaction.handle, index, &keyBytes, &value), .get, name)
        }
    }
}

extension Table {
    /// Stores a value, in place of the one the key had, if any. O(log n).
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for the key, which leaves the transaction usable; `mapFull`, `diskFull`.
    public func put(_ key: Key, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try requireEnvironment(of: transaction, .put)
        try check(store(key, value, in: transaction, flags: 0, .put), .put, name)
    }

    /// Stores a value unless the key has one: false if it has. O(log n).
    ///
    /// - Throws: As ``put(_:_:in:)``.
    public func insert(_ key: Key, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) -> Bool {
        try requireEnvironment(of: transaction, .insert)
        let status = try store(key, value, in: transaction, flags: MDB_NOOVERWRITE, .insert)
        if status == MDB_KEYEXIST { return false }
        try check(status, .insert, name)
        return true
    }

    /// Stores a value under a key above all others, which fills pages better than ``put(_:_:in:)``. O(log n).
    ///
    /// - Throws: ``LMDBError``: `keyExists` if the key is not above the last one, which leaves the transaction usable; else
    ///   as ``put(_:_:in:)``.
    public func append(_ key: Key, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try requireEnvironment(of: transaction, .append)
        try check(store(key, value, in: transaction, flags: MDB_APPEND, .append), .append, name)
    }

    /// Removes a key and its value: false if there was none. O(log n).
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for the key; also `mapFull` and `diskFull`, since a change needs new pages.
    @discardableResult
    public func delete(_ key: Key, in transaction: inout WriteTransaction) throws(LMDBError) -> Bool {
        try requireEnvironment(of: transaction, .delete)
        let handle = unsafe transaction.handle
        return try unsafe withBytes(of: key, .delete) { keyBytes throws(LMDBError) in
            try unsafe found(mdb_del(handle, index, &keyBytes, nil), .delete, name)
        }
    }

    /// Removes all entries. O(n) in the pages of the table, which become free for reuse.
    ///
    /// - Throws: ``LMDBError``: `mapFull`, `diskFull`.
    public func clear(in transaction: inout WriteTransaction) throws(LMDBError) {
        try requireEnvironment(of: transaction, .clear)
        try unsafe check(mdb_drop(transaction.handle, index, 0), .clear, name)
    }

    private func store(
        _ key: Key,
        _ value: Value,
        in transaction: borrowing WriteTransaction,
        flags: Int32,
        _ operation: Operation
    ) throws(LMDBError) -> Int32 {
        let handle = unsafe transaction.handle
        return try unsafe withBytes(of: key, value, operation) { keyBytes, valueBytes in
            unsafe mdb_put(handle, index, &keyBytes, &valueBytes, UInt32(flags))
        }
    }
}
