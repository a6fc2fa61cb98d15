internal import CLMDB

/// The elements of a ``SetTable``. The byte order of the encoded elements is the order of each set.
public protocol SetElement: TableKey, TableValue {
    /// The number of bytes of each encoded element: 0 to ``Environment/maxKeyBytes``.
    static var byteCount: Int { get }
}

extension SetElement {
    public var encodedByteCount: Int { Self.byteCount }
}

/// Four bytes, big-endian: the order of the elements is then the order of the numbers.
extension UInt32: SetElement {
    public static var byteCount: Int { 4 }

    public func encode(into bytes: inout OutputRawSpan) { bytes.append(bigEndian: self) }

    public init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(4)
        self = try bytes.bigEndian()
    }
}

/// The only element of a set whose key says everything.
extension Empty: SetElement {
    public static var byteCount: Int { 0 }

    public func encode(into bytes: inout OutputRawSpan) {}
}

/// A table with a sorted set of elements under each key. A key without elements does not exist.
///
/// Each set is a B-tree of its own. Its leaf pages contain elements of equal size without headers (`MDB_DUPFIXED`). A small
/// set is a part of the LMDB page that has its key. A ``Table`` adds 10 bytes and the key to each entry. LMDB fills the
/// pages of a set if elements are appended at its end, also while other sets grow. Use this type for many small entries
/// under few keys.
///
/// Several set tables of an environment can be in one LMDB table. Each has a prefix there, which is the first byte of its
/// keys. A commit writes each LMDB page between a changed element and the root of its LMDB table, so it writes fewer pages
/// if the set tables that it changes have one root.
///
/// The rules for ``Table`` are the same here: open it once, with the same types and the same prefix each time.
public struct SetTable<Key: TableKey, Element: SetElement>: Sendable {
    /// All pairs of a key and an element: LMDB keeps them as values of one key.
    private let pairs: Table<PrefixedKey<Key>, Element>
    private let prefix: UInt8

    /// What errors call the table.
    public var name: String { pairs.name }

    /// Opens a set table. A write creates its LMDB table if that is missing.
    ///
    /// - Parameters:
    ///   - name: what errors call the table.
    ///   - prefix: a number below 255 that no other set table in the LMDB table has.
    ///   - table: the name of the LMDB table.
    /// - Throws: ``LMDBError`` as ``Table/init(_:in:)``.
    public init(
        _ name: String, prefix: UInt8, of table: String, in transaction: borrowing some Transaction & ~Copyable
    ) throws(LMDBError) {
        precondition(prefix < .max, "a range of keys ends before the next prefix")
        pairs = try Table(table, called: name, in: transaction, flags: MDB_DUPSORT | MDB_DUPFIXED)
        self.prefix = prefix
    }
}

/// A key of a ``SetTable`` in its LMDB table: the prefix (1 byte), the key.
private struct PrefixedKey<Key: TableKey>: TableKey {
    let prefix: UInt8
    /// nil for the lowest key with the prefix.
    let key: Key?

    var encodedByteCount: Int { 1 + (key?.encodedByteCount ?? 0) }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(prefix)
        key?.encode(into: &bytes)
    }

    init(_ prefix: UInt8, _ key: Key?) {
        self.prefix = prefix
        self.key = key
    }

    init(decoding bytes: RawSpan) throws {
        prefix = try bytes.bigEndian()
        key = try Key(decoding: bytes.extracting(droppingFirst: 1))
    }
}

// MARK: - Reading

extension SetTable {
    /// Whether a set has an element. O(log n).
    public func contains(
        _ element: Element, under key: Key, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Bool {
        try first(.from(element, through: element), under: key, in: transaction) != nil
    }

    /// Returns the number of elements of all sets.
    ///
    /// - Complexity: O(log n + k) for k sets
    public func count(in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Int {
        try unsafe prefixed(.all).withBytes { keys throws(LMDBError) in
            var cursor = try ScanCursor(pairs, in: transaction)
            var count = 0
            var isThere = try unsafe cursor.seek(lower: keys.lower)
            while isThere, unsafe cursor.isWithin(upper: keys.upper) {
                count += try cursor.setCount
                isThere = try cursor.advanceToNextKey()
            }
            return count
        }
    }

    /// Returns the number of elements of a set. O(log n).
    public func count(
        under key: Key, in transaction: borrowing some Transaction & ~Copyable
    ) throws(LMDBError) -> Int {
        try unsafe PrefixedKey(prefix, key).withBytes { key throws(LMDBError) in
            var cursor = try unsafe ScanCursor(pairs, under: key, in: transaction)
            return try unsafe cursor.seek(lower: .unbounded) ? cursor.setCount : 0
        }
    }

    /// Returns the first key of a range; nil if the range is empty. O(log n).
    public func firstKey(
        _ range: KeyRange<Key> = .all, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Key? {
        try pairs.first(prefixed(range), in: transaction)?.key.key
    }

    /// Calls `body` with each element of a range of a set in order, or in reverse order, until `body` returns `stop`.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of elements; nil for no limit.
    /// - Throws: ``LMDBError``: `malformed` for an element; or the error of `body`.
    /// - Complexity: O(log n + k) for k elements, which are decoded one by one.
    public func scan(
        _ range: KeyRange<Element> = .all,
        under key: Key,
        in transaction: borrowing some Transaction & ~Copyable,
        reversed: Bool = false,
        limit: Int? = nil,
        _ body: (Element) throws -> ScanStep
    ) throws {
        if limit == 0 { return }
        try unsafe PrefixedKey(prefix, key).withBytes { key in
            try unsafe range.withBytes { range in
                var cursor = try unsafe ScanCursor(pairs, under: key, in: transaction)
                try unsafe cursor.scan(range, reversed: reversed, limit: limit) { _, element in
                    try unsafe body(pairs.value(from: element))
                }
            }
        }
    }

    /// Returns the first element of a range of a set; nil if there is none. O(log n).
    public func first(
        _ range: KeyRange<Element> = .all, under key: Key, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Element? {
        try end(of: range, under: key, in: transaction, reversed: false)
    }

    /// Returns, for each of these elements, the first element of a set that is not below it; nil if there is none.
    ///
    /// - Complexity: O(log n) for each. One cursor finds all, which costs half of as many calls of ``first(_:under:in:)``.
    public func firsts(
        from lowest: [Element], under key: Key, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> [Element?] {
        try unsafe PrefixedKey(prefix, key).withBytes { key in
            var cursor = try unsafe ScanCursor(pairs, under: key, in: transaction)
            var found: [Element?] = []
            found.reserveCapacity(lowest.count)
            for element in lowest {
                let isThere = try unsafe element.withBytes { try unsafe cursor.seek(lower: .inclusive($0)) }
                found.append(isThere ? try unsafe pairs.value(from: cursor.value) : nil)
            }
            return found
        }
    }

    /// Returns the last element of a range of a set; nil if there is none. O(log n).
    public func last(
        _ range: KeyRange<Element> = .all, under key: Key, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Element? {
        try end(of: range, under: key, in: transaction, reversed: true)
    }

    private func end(
        of range: KeyRange<Element>, under key: Key, in transaction: borrowing some Transaction & ~Copyable,
        reversed: Bool
    ) throws -> Element? {
        var end: Element?
        try scan(range, under: key, in: transaction, reversed: reversed, limit: 1) { element in
            end = element
            return .stop
        }
        return end
    }

    /// Calls `body` with each pair of a key and an element, in the order of the keys and then of the elements, or in
    /// reverse order, until `body` returns `stop`.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of pairs; nil for no limit.
    /// - Complexity: O(log n + k) for k pairs, which are decoded one by one.
    public func scanPairs(
        in transaction: borrowing some Transaction & ~Copyable, reversed: Bool = false, limit: Int? = nil,
        _ body: (_ key: Key, _ element: Element) throws -> ScanStep
    ) throws {
        // LMDB seeks to the first element of a key, so a reversed scan must not have an inclusive upper bound.
        try pairs.scan(prefixed(.all), in: transaction, reversed: reversed, limit: limit) { key, element in
            guard let key = key.key else { return .next }
            return try body(key, element)
        }
    }
}

extension SetTable {
    /// Returns the keys of the LMDB table that a range of this table's keys comprises.
    private func prefixed(_ range: KeyRange<Key>) -> KeyRange<PrefixedKey<Key>> {
        var keys = range.map { PrefixedKey(prefix, $0) }
        if case .unbounded = keys.lower { keys.lower = .inclusive(PrefixedKey(prefix, nil)) }
        if case .unbounded = keys.upper { keys.upper = .exclusive(PrefixedKey(prefix + 1, nil)) }
        return keys
    }

    /// Calls `body` with the bytes of a key and an element, which are valid during the call only.
    private func withBytes<R>(
        of key: Key, _ element: Element, _ body: (inout MDB_val, inout MDB_val) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        try unsafe PrefixedKey(prefix, key).withBytes { key throws(LMDBError) in
            try unsafe element.withBytes { element throws(LMDBError) in
                try unsafe body(&key, &element)
            }
        }
    }
}

// MARK: - Writing

extension SetTable {
    /// Adds an element to a set. Returns false if the set has the element. O(log n).
    ///
    /// - Parameter isMostlyLast: whether such an element is mostly above all others of its set. Then the LMDB pages of
    ///   the set become full; otherwise they become half full if the elements ascend.
    /// - Throws: ``LMDBError``: `badValueSize` for the key; `mapFull`, `diskFull`.
    @discardableResult
    public func insert(
        _ element: Element, under key: Key, isMostlyLast: Bool = false, in transaction: inout WriteTransaction
    ) throws(LMDBError) -> Bool {
        if isMostlyLast, try put(key, element, MDB_APPENDDUP, in: &transaction) { return true }
        return try put(key, element, MDB_NODUPDATA, in: &transaction)
    }

    private func put(
        _ key: Key, _ element: Element, _ flags: Int32, in transaction: inout WriteTransaction
    ) throws(LMDBError) -> Bool {
        let handle = unsafe transaction.handle
        return try unsafe withBytes(of: key, element) { key, element throws(LMDBError) in
            let status = unsafe mdb_put(handle, pairs.index, &key, &element, UInt32(flags))
            if status == MDB_KEYEXIST { return false }
            try check(status, .put, name)
            return true
        }
    }

    /// Removes an element from a set. Returns false if the set does not have the element. O(log n).
    ///
    /// - Throws: ``LMDBError``: `mapFull` and `diskFull`, because every change needs new LMDB pages.
    @discardableResult
    public func remove(
        _ element: Element, under key: Key, in transaction: inout WriteTransaction
    ) throws(LMDBError) -> Bool {
        let handle = unsafe transaction.handle
        return try unsafe withBytes(of: key, element) { key, element throws(LMDBError) in
            try unsafe found(mdb_del(handle, pairs.index, &key, &element), .delete, name)
        }
    }
}
