extension Table {
    /// An entry of the table.
    public typealias Entry = (key: Key, value: Value)

    /// Gives the entries of a range to `body` in key order, or from the last to the first, until it says stop.
    ///
    /// Entries are decoded one by one as they are given. In a write, `body` cannot change the table, since the scan has the transaction:
    /// collect keys, in pages of a bounded size, and change them afterwards.
    ///
    /// - Parameters:
    ///   - limit: The most entries to give; nil for no limit.
    /// - Throws: ``LMDBError``: `badValueSize` for a bound, `malformed` for an entry; or what `body` throws.
    /// - Complexity: O(log n + k) for k entries given.
    public func scan(
        _ range: KeyRange<Key> = .all,
        in transaction: borrowing some Transaction & ~Copyable,
        reversed: Bool = false,
        limit: Int? = nil,
        _ body: (_ key: Key, _ value: Value) throws -> ScanStep
    ) throws {
        precondition(limit ?? 0 >= 0, "a limit is not negative")
        let range = try encode(range)
        if limit == 0 { return }
        var cursor = try Cursor(self, in: transaction)
        var given = 0
        var isThere = try reversed ? cursor.seek(upper: range.upper) : cursor.seek(lower: range.lower)
        while isThere, reversed ? cursor.isWithin(lower: range.lower) : cursor.isWithin(upper: range.upper) {
            let step = try unsafe body(key(from: cursor.key), value(from: cursor.value))
            given += 1
            if step == .stop || given == limit { return }
            isThere = try reversed ? cursor.retreat() : cursor.advance()
        }
    }

    /// How many entries a range has, counted up to `limit`. Decodes nothing.
    ///
    /// - Throws: ``LMDBError``: `badValueSize` for a bound.
    /// - Complexity: O(log n + limit)
    public func count(
        _ range: KeyRange<Key>, upTo limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Int {
        let range = try encode(range)
        guard limit > 0 else { return 0 }
        var cursor = try Cursor(self, in: transaction)
        var count = 0
        var isThere = try cursor.seek(lower: range.lower)
        while isThere, cursor.isWithin(upper: range.upper), count < limit {
            count += 1
            isThere = try cursor.advance()
        }
        return count
    }

    /// The first entry of a range, or nil if the range is empty. O(log n).
    ///
    /// - Throws: ``LMDBError``, as ``scan(_:in:reversed:limit:_:)``.
    public func first(
        _ range: KeyRange<Key> = .all,
        in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Entry? {
        try end(of: range, in: transaction, reversed: false)
    }

    /// The last entry of a range, or nil if the range is empty. O(log n).
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

/// What a scan does after an entry.
public enum ScanStep: Sendable, Hashable {
    /// Goes on to the next entry.
    case next
    /// Ends here.
    case stop
}
