internal import LMDB

// MARK: - Reading tables

extension StoreCheck {
    /// Scans a table from its first to its last entry.
    ///
    /// The scan ends where keys do not ascend, because damage can lead from an LMDB page back to an earlier one for ever.
    /// A table that cannot be scanned is a problem of the store whichever table it is: its lost LMDB pages may be another
    /// table's.
    ///
    /// - Parameter body: called with each entry and its snapshot.
    /// - Returns: the number of entries.
    @discardableResult
    func scan<Key, Value>(
        _ table: Table<Key, Value>, in snapshots: borrowing some Snapshots & ~Copyable,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void = { _, _, _ in }
    ) -> Int {
        scan(table, in: snapshots, beforeSlice: { _ in }, body)
    }

    /// Scans a table as ``scan(_:in:_:)``.
    ///
    /// - Parameter beforeSlice: called in each snapshot before its first entry.
    func scan<Key, Value>(
        _ table: Table<Key, Value>, in snapshots: borrowing some Snapshots & ~Copyable,
        beforeSlice: (borrowing ReadTransaction) throws -> Void,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void
    ) -> Int {
        var progress = ScanProgress<Key>()
        attempt("The table \(table.name) cannot be scanned to its end") {
            while !progress.isAtEnd {
                try snapshots.read { transaction in
                    try beforeSlice(transaction)
                    try scanSlice(table, &progress, in: snapshots, transaction, body)
                }
            }
        }
        return progress.count
    }

    /// Continues a scan in one snapshot.
    private func scanSlice<Key, Value>(
        _ table: Table<Key, Value>, _ progress: inout ScanProgress<Key>,
        in snapshots: borrowing some Snapshots & ~Copyable, _ transaction: borrowing ReadTransaction,
        _ body: (Key, Value, borrowing ReadTransaction) throws -> Void
    ) throws {
        let stored = try table.count(in: transaction)
        let most = snapshots.areOne ? .max : progress.most ?? stored
        progress.most = most
        let countBefore = progress.count
        progress.isAtEnd = true
        guard countBefore < most else { return }
        try table.scan(progress.rest, in: transaction) { key, value in
            try progress.take(key)
            onEntry()
            try body(key, value, transaction)
            guard progress.count < most else { return .stop }
            guard snapshots.isLongEnough(after: progress.count - countBefore) else { return .next }
            progress.isAtEnd = false
            return .stop
        }
        if snapshots.areOne, stored != progress.count {
            note(.store("A scan of table \(table.name) found \(progress.count) entries; LMDB counts \(stored)."))
        }
    }

    /// Scans LMDB's list of free pages, which only writes read. A wrong list kills the node that opens the store, or makes
    /// it overwrite data.
    func scanFreePages(of environment: Environment, in transaction: borrowing ReadTransaction) {
        attempt("The list of free pages is damaged") {
            let info = try environment.info
            var isFree = [Bool](repeating: false, count: info.lastPage + 1)
            var previous = 0
            try transaction.scanFreePages { entry in
                guard (previous + 1...max(previous + 1, info.lastTransaction)).contains(entry.transaction) else {
                    throw KeysNotAscending()
                }
                previous = entry.transaction
                onEntry()
                for page in entry.pages {
                    // LMDB itself uses the first two pages.
                    guard (2...max(2, info.lastPage)).contains(page), !isFree[page] else {
                        throw WrongPage(number: page)
                    }
                    isFree[page] = true
                }
                if !zip(entry.pages, entry.pages.dropFirst()).allSatisfy(>) { throw KeysNotAscending() }
            }
        }
    }
}

/// The position of a scan that reads a table in several snapshots.
private struct ScanProgress<Key: TableKey> {
    /// The number of entries so far.
    private(set) var count = 0
    /// The number of entries that the scan reads at most; nil before the first snapshot.
    var most: Int?
    var isAtEnd = false
    /// The keys that are not scanned yet.
    private(set) var rest = KeyRange<Key>.all
    private var order = AscendingKeys()

    /// - Throws: an error if the key is not above the one before.
    mutating func take(_ key: Key) throws {
        try order.require(key.encoded())
        rest = .after(key)
        count += 1
    }
}

/// Proves that keys ascend.
struct AscendingKeys {
    private var previous: [UInt8] = []

    /// - Throws: an error if the key is not above the one before.
    mutating func require(_ key: [UInt8]) throws {
        guard previous.lexicographicallyPrecedes(key) else { throw KeysNotAscending() }
        previous = key
    }
}

private struct KeysNotAscending: Error, CustomStringConvertible {
    let description = "the keys do not ascend"
}

private struct WrongPage: Error, CustomStringConvertible {
    let number: Int
    var description: String { "page \(number) does not exist or is in the list twice" }
}
