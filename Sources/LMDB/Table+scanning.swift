extension Table {
    /// An entry of the table.
    public typealias Entry = (key: Key, value: Value)

    /// Calls `body` with each entry of a range in key order, or in reverse order, until `body` returns `stop`.
    ///
    /// In a write, `body` cannot change the table, because the scan borrows the transaction: collect a bounded number
    /// of keys, end the scan, and then change their entries.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of entries; nil for no limit.
    /// - Throws: ``LMDBError``: `malformed` for an entry; or the error of `body`.
    /// - Complexity: O(log n + k) for k entries, which are decoded one by one.
    public func scan(
        _ range: KeyRange<Key> = .all,
        in transaction: borrowing some Transaction & ~Copyable,
        reversed: Bool = false,
        limit: Int? = nil,
        _ body: (_ key: Key, _ value: Value) throws -> ScanStep
    ) throws {
        if limit == 0 { return }
        try unsafe range.withBytes { range in
            var cursor = try ScanCursor(self, in: transaction)
            try unsafe cursor.scan(range, reversed: reversed, limit: limit) { key, value in
                try unsafe body(self.key(from: key), self.value(from: value))
            }
        }
    }

    /// Counts the entries of a range up to `limit`, without decoding them.
    ///
    /// - Complexity: O(log n + limit)
    public func count(
        _ range: KeyRange<Key>, upTo limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Int {
        guard limit > 0 else { return 0 }
        return try unsafe range.withBytes { range in
            var cursor = try ScanCursor(self, in: transaction)
            var count = 0
            var isThere = try unsafe cursor.seek(lower: range.lower)
            while isThere, unsafe cursor.isWithin(upper: range.upper), count < limit {
                count += 1
                isThere = try cursor.advance()
            }
            return count
        }
    }

    /// Returns the first entry of a range; nil if the range is empty. O(log n).
    ///
    /// - Throws: ``LMDBError``, as ``scan(_:in:reversed:limit:_:)``.
    public func first(
        _ range: KeyRange<Key> = .all,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Entry? {
        try end(of: range, in: transaction, reversed: false)
    }

    /// Returns the last entry of a range; nil if the range is empty. O(log n).
    ///
    /// - Throws: ``LMDBError``, as ``scan(_:in:reversed:limit:_:)``.
    public func last(
        _ range: KeyRange<Key> = .all,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Entry? {
        try end(of: range, in: transaction, reversed: true)
    }

    private func end(
        of range: KeyRange<Key>,
        in transaction: borrowing some Transaction & ~Copyable,
        reversed: Bool
    ) throws -> Entry? {
        var entry: Entry?
        try scan(range, in: transaction, reversed: reversed, limit: 1) { key, value in
            entry = (key, value)
            return .stop
        }
        return entry
    }
}

/// Whether a scan continues after an entry.
public enum ScanStep: Sendable, Hashable {
    /// Continues with the next entry.
    case next
    /// Ends the scan.
    case stop
}
