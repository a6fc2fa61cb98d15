internal import CLMDB
internal import Synchronization

/// An ordered map with a name from keys to values in an environment.
///
/// Open each table once, after opening the environment, and keep the value as long as the environment is open. If the
/// write that opened a table is aborted, the table must not be used. The environment does not store the types of keys
/// and values: the program must open a table with the same types each time.
///
/// A table must be used in transactions of its own environment only: in another one, its index may be of another table.
/// All operations throw `corrupted` or `pageNotFound` for a damaged file.
public struct Table<Key: TableKey, Value: TableValue>: Sendable {
    /// What errors call the table: its name in its environment, "main" for the main table.
    public let name: String

    let index: MDB_dbi

    /// Opens a table. A write creates the table if it is missing. At most one transaction at a time may open tables.
    ///
    /// - Throws: ``LMDBError``: `notFound` if the table is missing and the transaction is a read; `tablesFull`, `mapFull`,
    ///   `diskFull`.
    public init(_ name: String, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) {
        try self.init(name, called: nil, in: transaction, flags: 0)
    }

    /// - Parameter label: what errors call the table; nil for its name.
    init<T: Transaction & ~Copyable>(
        _ name: String, called label: String?, in transaction: borrowing T, flags: Int32
    ) throws(LMDBError) {
        var index: MDB_dbi = 0
        let isMain = name == Environment.mainTable
        // An existing table keeps its flags.
        let flags = T.createsTables ? flags | MDB_CREATE : 0
        let status =
            unsafe isMain
            ? mdb_dbi_open(transaction.handle, nil, 0, &index)
            : mdb_dbi_open(transaction.handle, name, UInt32(flags), &index)
        self.name = label ?? (isMain ? "main" : name)
        try check(status, .open, self.name)
        self.index = index
    }

    /// LMDB's list of free pages, which is always table 0. Only for reads.
    init(freeListIn transaction: borrowing ReadTransaction) where Key == [UInt8], Value == [UInt8] {
        name = FreePages.subject
        index = 0
    }
}

extension Table {
    /// Returns the value of a key; nil if the table does not have the key. O(log n).
    ///
    /// - Throws: ``LMDBError``: `malformed` for the value.
    public func get(_ key: Key, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Value? {
        var value = unsafe MDB_val()
        let isThere = try unsafe look(up: key, into: &value, in: transaction)
        return isThere ? try unsafe self.value(from: value) : nil
    }

    /// Whether the table has a key. Does not decode the value. O(log n).
    public func contains(_ key: Key, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Bool {
        var value = unsafe MDB_val()
        return try unsafe look(up: key, into: &value, in: transaction)
    }

    /// The number of entries. O(1).
    public func count(in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Int {
        var stat = MDB_stat()
        try unsafe check(mdb_stat(transaction.handle, index, &stat), .count, name)
        return stat.ms_entries
    }

    private func look(
        up key: Key,
        into value: inout MDB_val,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws(LMDBError) -> Bool {
        return try unsafe key.withBytes { keyBytes throws(LMDBError) in
            try unsafe found(mdb_get(transaction.handle, index, &keyBytes, &value), .get, name)
        }
    }
}

extension Table {
    /// Stores a value and replaces the previous value of the key. O(log n).
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for the key, after which the transaction is still usable; `mapFull`,
    ///   `diskFull`.
    public func put(_ key: Key, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try check(store(key, value, in: transaction, flags: 0), .put, name)
    }

    /// Stores a value under a key above all others, which fills LMDB pages better than ``put(_:_:in:)``. O(log n).
    ///
    /// - Throws: ``LMDBError``: `keyExists` if the key is not above the last one, after which the transaction is still
    ///   usable; otherwise as ``put(_:_:in:)``.
    public func append(_ key: Key, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try check(store(key, value, in: transaction, flags: MDB_APPEND), .append, name)
    }

    /// Removes a key and its value. Returns false if the table does not have the key. O(log n).
    ///
    /// - Throws: ``LMDBError``: `mapFull` and `diskFull`, because every change needs new LMDB pages.
    @discardableResult
    public func delete(_ key: Key, in transaction: inout WriteTransaction) throws(LMDBError) -> Bool {
        let handle = unsafe transaction.handle
        return try unsafe key.withBytes { keyBytes throws(LMDBError) in
            try unsafe found(mdb_del(handle, index, &keyBytes, nil), .delete, name)
        }
    }

    /// Removes the table with this name, if there is one. The table must not be open. O(n) in its LMDB pages.
    ///
    /// - Throws: ``LMDBError``: `mapFull`, `diskFull`.
    public static func remove(_ name: String, in transaction: inout WriteTransaction) throws(LMDBError) {
        var index: MDB_dbi = 0
        guard try unsafe found(mdb_dbi_open(transaction.handle, name, 0, &index), .clear, name) else { return }
        try unsafe check(mdb_drop(transaction.handle, index, 1), .clear, name)
    }

    /// Removes all entries. O(n) in the LMDB pages of the table, which become free.
    ///
    /// - Throws: ``LMDBError``: `mapFull`, `diskFull`.
    public func clear(in transaction: inout WriteTransaction) throws(LMDBError) {
        precondition(index > 1, "clearing the main table would remove all tables")
        try unsafe check(mdb_drop(transaction.handle, index, 0), .clear, name)
    }

    private func store(
        _ key: Key, _ value: Value, in transaction: borrowing WriteTransaction, flags: Int32
    ) throws(LMDBError) -> Int32 {
        let handle = unsafe transaction.handle
        return try unsafe withBytes(of: key, value) { keyBytes, valueBytes in
            unsafe mdb_put(handle, index, &keyBytes, &valueBytes, UInt32(flags))
        }
    }
}
