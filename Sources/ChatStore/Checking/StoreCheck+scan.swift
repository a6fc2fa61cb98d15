internal import LMDB

// MARK: - Reading tables

extension StoreCheck {
    /// Scans a table from its first to its last entry.
    ///
    /// The scan ends where keys do not ascend, because damage can lead from an LMDB page back to an earlier one for ever.
    /// A table that cannot be scanned is a problem of the store whichever table it is: its lost LMDB pages may be another
    /// table's.
    ///
    /// - Parameter body: called with each entry.
    /// - Returns: the number of entries.
    @discardableResult
    func scan<Scanned: ScannedTable>(
        _ table: Scanned, in transaction: borrowing ReadTransaction,
        _ body: (Scanned.Key, Scanned.Item) throws -> Void = { _, _ in }
    ) -> Int {
        var count = 0
        attempt("The table \(table.name) cannot be scanned to its end") {
            var order = AscendingKeys()
            try table.scanItems(in: transaction) { key, item in
                guard !isCancelled() else { return .stop }
                try order.require(key.encoded(), Scanned.order(of: item))
                count += 1
                try body(key, item)
                return .next
            }
            let stored = try table.count(in: transaction)
            if stored != count {
                note(.store("A scan of table \(table.name) found \(count) entries; LMDB counts \(stored)."))
            }
        }
        return count
    }

    /// Scans the list of free LMDB pages, which only writes read. A wrong list kills the node that opens the store, or makes
    /// it overwrite data.
    func scanFreeLMDBPages(of environment: Environment, in transaction: borrowing ReadTransaction) {
        attempt("The list of free pages is damaged") {
            let info = try environment.info
            var isFree = [Bool](repeating: false, count: info.lastPage + 1)
            var previous = 0
            try transaction.scanFreePages { entry in
                guard (previous + 1...max(previous + 1, info.lastTransaction)).contains(entry.transaction) else {
                    throw KeysNotAscending()
                }
                previous = entry.transaction
                for page in entry.pages {
                    // LMDB itself uses the first two LMDB pages.
                    guard (2...max(2, info.lastPage)).contains(page), !isFree[page] else {
                        throw WrongLMDBPage(number: page)
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

    /// Calls `body` with each entry until it returns `stop`.
    func scanItems(in transaction: borrowing ReadTransaction, _ body: (Key, Item) throws -> ScanStep) throws

    /// Returns the bytes that order the items of one key; no bytes if a key has one item.
    static func order(of item: Item) -> [UInt8]
}

extension Table: ScannedTable {
    func scanItems(in transaction: borrowing ReadTransaction, _ body: (Key, Value) throws -> ScanStep) throws {
        try scan(in: transaction, body)
    }

    static func order(of item: Value) -> [UInt8] { [] }
}

extension SetTable: ScannedTable {
    func scanItems(in transaction: borrowing ReadTransaction, _ body: (Key, Element) throws -> ScanStep) throws {
        try scanPairs(in: transaction, body)
    }

    static func order(of item: Element) -> [UInt8] { item.encoded() }
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

private struct WrongLMDBPage: Error, CustomStringConvertible {
    let number: Int
    var description: String { "page \(number) does not exist or is in the list twice" }
}
