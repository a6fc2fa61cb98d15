import LMDB

/// A key and its value, comparable as tuples are not.
struct Entry<Key: TableKey & Equatable & Sendable, Value: TableValue & Equatable & Sendable>: Equatable, Sendable {
    let key: Key
    let value: Value
}

/// The entries that a scan gives.
func entries<K: Equatable & Sendable, V: Equatable & Sendable>(
    of table: Table<K, V>,
    _ range: KeyRange<K> = .all,
    in transaction: borrowing some Transaction & ~Copyable,
    reversed: Bool = false,
    limit: Int? = nil
) throws -> [Entry<K, V>] {
    var entries: [Entry<K, V>] = []
    try table.scan(range, in: transaction, reversed: reversed, limit: limit) { key, value in
        entries.append(Entry(key: key, value: value))
        return .next
    }
    return entries
}

/// The keys that a scan gives.
func keys<K: Equatable & Sendable, V: Equatable & Sendable>(
    of table: Table<K, V>,
    _ range: KeyRange<K> = .all,
    in transaction: borrowing some Transaction & ~Copyable,
    reversed: Bool = false,
    limit: Int? = nil
) throws -> [K] {
    try entries(of: table, range, in: transaction, reversed: reversed, limit: limit).map(\.key)
}
