import LMDB

/// A key and its value, as an Equatable value.
struct Entry<Key: TableKey & Equatable & Sendable, Value: TableValue & Equatable & Sendable>: Equatable, Sendable {
    let key: Key
    let value: Value
}

/// Returns the entries of a scan.
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

/// Returns the keys of a scan.
func keys<K: Equatable & Sendable, V: Equatable & Sendable>(
    of table: Table<K, V>,
    _ range: KeyRange<K> = .all,
    in transaction: borrowing some Transaction & ~Copyable,
    reversed: Bool = false,
    limit: Int? = nil
) throws -> [K] {
    try entries(of: table, range, in: transaction, reversed: reversed, limit: limit).map(\.key)
}
