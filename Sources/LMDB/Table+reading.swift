internal import CLMDB

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
