internal import CLMDB

/// A position in a table during a scan. It must not outlive its transaction.
@safe
struct ScanCursor: ~Copyable {
    private let tableName: String
    private let handle: OpaquePointer
    private let transaction: OpaquePointer
    private let table: MDB_dbi

    /// The entry at the position; the bytes belong to the transaction.
    @unsafe private(set) var key = unsafe MDB_val()
    @unsafe private(set) var value = unsafe MDB_val()

    init<K, V>(_ table: Table<K, V>, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) {
        try table.requireEnvironment(of: transaction, .scan)
        var handle: OpaquePointer?
        try unsafe check(mdb_cursor_open(transaction.handle, table.index, &handle), .scan, table.name)
        guard let handle = unsafe handle else { throw LMDBError(.badTable, .scan, table.name) }
        tableName = table.name
        self.table = table.index
        unsafe self.handle = handle
        unsafe self.transaction = transaction.handle
    }

    deinit {
        unsafe mdb_cursor_close(handle)
    }

    /// Moves to the first entry within a lower bound. Returns false if there is none.
    mutating func seek(lower: KeyRange<[UInt8]>.Bound) throws(LMDBError) -> Bool {
        switch lower {
        case .unbounded:
            return try move(MDB_FIRST)
        case .inclusive(let bound):
            return try seek(atLeast: bound)
        case .exclusive(let bound):
            guard try seek(atLeast: bound) else { return false }
            return compare(with: bound) == 0 ? try move(MDB_NEXT) : true
        }
    }

    /// Moves to the last entry within an upper bound. Returns false if there is none.
    ///
    /// LMDB can only seek to the first key at or above a bound. The entry is that one or the one before it, or the
    /// table's last entry if all keys are below the bound.
    mutating func seek(upper: KeyRange<[UInt8]>.Bound) throws(LMDBError) -> Bool {
        switch upper {
        case .unbounded:
            return try move(MDB_LAST)
        case .inclusive(let bound):
            guard try seek(atLeast: bound) else { return try move(MDB_LAST) }
            return compare(with: bound) == 0 ? true : try move(MDB_PREV)
        case .exclusive(let bound):
            return try seek(atLeast: bound) ? move(MDB_PREV) : move(MDB_LAST)
        }
    }

    /// Moves to the next entry. Returns false at the table's end.
    mutating func advance() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

    /// Moves to the previous entry. Returns false at the table's beginning.
    mutating func retreat() throws(LMDBError) -> Bool { try move(MDB_PREV) }

    /// Whether the entry at the position is within a lower bound.
    func isWithin(lower: KeyRange<[UInt8]>.Bound) -> Bool {
        switch lower {
        case .unbounded: true
        case .inclusive(let bound): compare(with: bound) >= 0
        case .exclusive(let bound): compare(with: bound) > 0
        }
    }

    /// Whether the entry at the position is within an upper bound.
    func isWithin(upper: KeyRange<[UInt8]>.Bound) -> Bool {
        switch upper {
        case .unbounded: true
        case .inclusive(let bound): compare(with: bound) <= 0
        case .exclusive(let bound): compare(with: bound) < 0
        }
    }

    private mutating func seek(atLeast bound: [UInt8]) throws(LMDBError) -> Bool {
        // If LMDB finds an entry, `key` then points into the transaction's memory. If not, `key` still points at
        // `bound` and must not be read.
        try unsafe withValue(bound) { (sought: inout MDB_val) throws(LMDBError) in
            unsafe key = sought
            return try move(MDB_SET_RANGE)
        }
    }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        try unsafe found(mdb_cursor_get(handle, &key, &value, operation), .scan, tableName)
    }

    /// Compares the key at the position with `bound` in the table's order: negative if below, 0 if equal, positive if
    /// above.
    private func compare(with bound: [UInt8]) -> Int32 {
        var key = unsafe self.key
        return unsafe withValue(bound) { (bound: inout MDB_val) in unsafe mdb_cmp(transaction, table, &key, &bound) }
    }
}
