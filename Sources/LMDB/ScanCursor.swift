internal import CLMDB

/// The bounds of a scan as bytes, which are valid during the scan only.
@unsafe
struct ScanRange {
    let lower: ScanBound
    let upper: ScanBound
}

/// One end of a ``ScanRange``.
@unsafe
enum ScanBound {
    case unbounded
    case inclusive(MDB_val)
    case exclusive(MDB_val)
}

/// A position during a scan: among the keys of a table, or among the elements under one key of a ``SetTable``. It must
/// not outlive its transaction, nor the bytes of this key.
@safe
struct ScanCursor: ~Copyable {
    private let tableName: String
    private let handle: OpaquePointer
    private let transaction: OpaquePointer
    private let table: MDB_dbi
    /// The key whose elements are scanned; nil if keys are scanned.
    private let setKey: MDB_val?

    /// The entry at the position; the bytes belong to the transaction.
    @unsafe private(set) var key = unsafe MDB_val()
    @unsafe private(set) var value = unsafe MDB_val()

    /// Whether elements are scanned.
    private var isSet: Bool { unsafe setKey != nil }

    /// Makes a cursor for scans of keys.
    init<K, V>(_ table: Table<K, V>, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) {
        try unsafe self.init(table, under: nil, in: transaction)
    }

    /// - Parameter setKey: the bytes of a key, to scan the elements under it; nil to scan keys.
    @unsafe
    init<K, V>(
        _ table: Table<K, V>, under setKey: MDB_val?, in transaction: borrowing some Transaction & ~Copyable
    ) throws(LMDBError) {
        var handle: OpaquePointer?
        try unsafe check(mdb_cursor_open(transaction.handle, table.index, &handle), .scan, table.name)
        guard let handle = unsafe handle else { throw LMDBError(.invalid, .scan, table.name) }
        tableName = table.name
        self.table = table.index
        unsafe self.setKey = setKey
        unsafe self.handle = handle
        unsafe self.transaction = transaction.handle
    }

    deinit {
        unsafe mdb_cursor_close(handle)
    }

    /// Calls `body` with the bytes of each entry within the bounds, in order or in reverse order, until `body` returns
    /// `stop` or `limit` entries were given. The bytes belong to the transaction.
    @unsafe
    mutating func scan(
        _ range: ScanRange, reversed: Bool, limit: Int?,
        _ body: (_ key: MDB_val, _ value: MDB_val) throws -> ScanStep
    ) throws {
        precondition(limit ?? 0 >= 0, "the limit is negative")
        var given = 0
        var isThere = try unsafe reversed ? seek(upper: range.upper) : seek(lower: range.lower)
        while isThere, unsafe reversed ? isWithin(lower: range.lower) : isWithin(upper: range.upper) {
            let step = try unsafe body(key, value)
            given += 1
            if step == .stop || given == limit { return }
            isThere = try reversed ? retreat() : advance()
        }
    }

    /// Moves to the first entry within a lower bound. Returns false if there is none.
    @unsafe
    mutating func seek(lower: ScanBound) throws(LMDBError) -> Bool {
        switch unsafe lower {
        case .unbounded:
            return try seekFirst()
        case .inclusive(let bound):
            return try unsafe seek(atLeast: bound)
        case .exclusive(let bound):
            guard try unsafe seek(atLeast: bound) else { return false }
            guard unsafe compare(with: bound) == 0 else { return true }
            return try isSet ? advance() : advanceToNextKey()
        }
    }

    /// Moves to the last entry within an upper bound. Returns false if there is none.
    ///
    /// LMDB can only seek to the first entry at or above a bound. The wanted entry is that one or the one before it, or the
    /// last entry if all are below the bound.
    @unsafe
    private mutating func seek(upper: ScanBound) throws(LMDBError) -> Bool {
        switch unsafe upper {
        case .unbounded:
            return try seekLast()
        case .inclusive(let bound):
            guard try unsafe seek(atLeast: bound) else { return try seekLast() }
            return try unsafe compare(with: bound) == 0 ? true : retreat()
        case .exclusive(let bound):
            return try unsafe seek(atLeast: bound) ? retreat() : seekLast()
        }
    }

    private mutating func seekFirst() throws(LMDBError) -> Bool {
        try isSet ? seekSet() : move(MDB_FIRST)
    }

    private mutating func seekLast() throws(LMDBError) -> Bool {
        guard isSet else { return try move(MDB_LAST) }
        return try seekSet() ? move(MDB_LAST_DUP) : false
    }

    /// Moves to the next entry. Returns false at the end.
    mutating func advance() throws(LMDBError) -> Bool { try move(isSet ? MDB_NEXT_DUP : MDB_NEXT) }

    /// Moves to the first element under the next key. Returns false at the end.
    mutating func advanceToNextKey() throws(LMDBError) -> Bool { try move(MDB_NEXT_NODUP) }

    /// The number of elements under the key at the position.
    var setCount: Int {
        get throws(LMDBError) {
            var count = 0
            try unsafe check(mdb_cursor_count(handle, &count), .count, tableName)
            return count
        }
    }

    /// Moves to the previous entry. Returns false at the beginning.
    private mutating func retreat() throws(LMDBError) -> Bool { try move(isSet ? MDB_PREV_DUP : MDB_PREV) }

    /// Whether the entry at the position is within a lower bound.
    @unsafe
    private func isWithin(lower: ScanBound) -> Bool {
        switch unsafe lower {
        case .unbounded: true
        case .inclusive(let bound): unsafe compare(with: bound) >= 0
        case .exclusive(let bound): unsafe compare(with: bound) > 0
        }
    }

    /// Whether the entry at the position is within an upper bound.
    @unsafe
    func isWithin(upper: ScanBound) -> Bool {
        switch unsafe upper {
        case .unbounded: true
        case .inclusive(let bound): unsafe compare(with: bound) <= 0
        case .exclusive(let bound): unsafe compare(with: bound) < 0
        }
    }

    /// Moves to the first entry at or above a bound. Returns false if there is none; then ``key`` and ``value`` must not be
    /// read.
    @unsafe
    private mutating func seek(atLeast bound: MDB_val) throws(LMDBError) -> Bool {
        guard let setKey = unsafe setKey else {
            unsafe key = bound
            return try move(MDB_SET_RANGE)
        }
        unsafe (key, value) = (setKey, bound)
        return try move(MDB_GET_BOTH_RANGE)
    }

    /// Moves to the first element under the key. Returns false if the table does not have the key.
    private mutating func seekSet() throws(LMDBError) -> Bool {
        if let setKey = unsafe setKey { unsafe key = setKey }
        return try move(MDB_SET)
    }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        try unsafe found(mdb_cursor_get(handle, &key, &value, operation), .scan, tableName)
    }

    /// Compares the entry at the position with `bound`, in the order of the scan: negative if below, 0 if equal, positive if
    /// above.
    @unsafe
    private func compare(with bound: MDB_val) -> Int32 {
        var (entry, bound) = unsafe (isSet ? value : key, bound)
        return unsafe isSet
            ? mdb_dcmp(transaction, table, &entry, &bound) : mdb_cmp(transaction, table, &entry, &bound)
    }
}
