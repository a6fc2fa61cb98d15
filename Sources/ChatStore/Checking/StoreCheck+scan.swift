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
    func scan<Scanned: ScannedTable>(
        _ table: Scanned, in snapshots: borrowing some Snapshots & ~Copyable,
        _ body: (Scanned.Key, Scanned.Item, borrowing ReadTransaction) throws -> Void = { _, _, _ in }
    ) -> Int {
        scan(table, in: snapshots, beforeSlice: { _ in }, body)
    }

    /// Scans a table as ``scan(_:in:_:)``.
    ///
    /// - Parameter beforeSlice: called in each snapshot before its first entry.
    func scan<Scanned: ScannedTable>(
        _ table: Scanned, in snapshots: borrowing some Snapshots & ~Copyable,
        beforeSlice: (borrowing ReadTransaction) throws -> Void,
        _ body: (Scanned.Key, Scanned.Item, borrowing ReadTransaction) throws -> Void
    ) -> Int {
        var progress = ScanProgress<Scanned>()
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
    private func scanSlice<Scanned: ScannedTable>(
        _ table: Scanned, _ progress: inout ScanProgress<Scanned>,
        in snapshots: borrowing some Snapshots & ~Copyable, _ transaction: borrowing ReadTransaction,
        _ body: (Scanned.Key, Scanned.Item, borrowing ReadTransaction) throws -> Void
    ) throws {
        let most = try progress.most ?? (snapshots.areOne ? .max : table.count(in: transaction))
        progress.most = most
        let countBefore = progress.count
        progress.isAtEnd = true
        guard countBefore < most else { return }
        try table.scanItems(after: progress.last, in: transaction) { key, item in
            try progress.take(key, item)
            onEntry()
            try body(key, item, transaction)
            guard progress.count < most else { return .stop }
            guard snapshots.isLongEnough(after: progress.count - countBefore) else { return .next }
            progress.isAtEnd = false
            return .stop
        }
        guard snapshots.areOne else { return }
        let stored = try table.count(in: transaction)
        if stored != progress.count {
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

/// A table that a check scans.
protocol ScannedTable {
    associatedtype Key: TableKey
    /// A value, or an element of a set.
    associatedtype Item

    var name: String { get }

    func count(in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Int

    /// Calls `body` with each entry after `last`, until it returns `stop`.
    func scanItems(
        after last: (key: Key, item: Item)?, in transaction: borrowing ReadTransaction,
        _ body: (Key, Item) throws -> ScanStep
    ) throws

    /// Returns the bytes that order the items of one key; no bytes if a key has one item.
    static func order(of item: Item) -> [UInt8]
}

extension Table: ScannedTable {
    func scanItems(
        after last: (key: Key, item: Value)?, in transaction: borrowing ReadTransaction,
        _ body: (Key, Value) throws -> ScanStep
    ) throws {
        try scan(last.map { .after($0.key) } ?? .all, in: transaction, body)
    }

    static func order(of item: Value) -> [UInt8] { [] }
}

extension SetTable: ScannedTable {
    func scanItems(
        after last: (key: Key, item: Element)?, in transaction: borrowing ReadTransaction,
        _ body: (Key, Element) throws -> ScanStep
    ) throws {
        if let last {
            try scanPairs(after: (last.key, last.item), in: transaction, body)
        } else {
            try scanPairs(in: transaction, body)
        }
    }

    static func order(of item: Element) -> [UInt8] { item.encoded() }
}

/// The position of a scan that reads a table in several snapshots.
private struct ScanProgress<Scanned: ScannedTable> {
    /// The number of entries so far.
    private(set) var count = 0
    /// The number of entries that the scan reads at most; nil before the first snapshot.
    var most: Int?
    var isAtEnd = false
    /// The last scanned entry.
    private(set) var last: (key: Scanned.Key, item: Scanned.Item)?
    private var order = AscendingKeys()

    /// - Throws: an error if the entry is not after the one before.
    mutating func take(_ key: Scanned.Key, _ item: Scanned.Item) throws {
        try order.require(key.encoded(), Scanned.order(of: item))
        last = (key, item)
        count += 1
    }
}

/// Proves that keys ascend, and that the elements of one key do.
struct AscendingKeys {
    private var previous: (key: [UInt8], element: [UInt8]) = ([], [])

    /// - Parameter element: an element of the key's set; no bytes if the key has one value.
    /// - Throws: an error if the key is not above the one before, or is equal and the element is not above the one before.
    mutating func require(_ key: [UInt8], _ element: [UInt8] = []) throws {
        guard
            previous.key.lexicographicallyPrecedes(key)
                || previous.key == key && previous.element.lexicographicallyPrecedes(element)
        else { throw KeysNotAscending() }
        previous = (key, element)
    }
}

private struct KeysNotAscending: Error, CustomStringConvertible {
    let description = "the keys do not ascend"
}

private struct WrongPage: Error, CustomStringConvertible {
    let number: Int
    var description: String { "page \(number) does not exist or is in the list twice" }
}
