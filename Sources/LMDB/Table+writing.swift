internal import CLMDB

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
