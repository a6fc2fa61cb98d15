internal import CLMDB

/// Pages that one write gave free, to be written again: an entry of LMDB's own list of them.
///
/// Only writes read that list. One that names wrong pages makes them write over what is in use, or kills them.
public struct FreePages: Sendable, Hashable {
    /// The write that gave them free.
    public let transaction: Int
    /// Descending, where the list is sound.
    public let pages: [Int]

    /// Reads what LMDB wrote: words in the machine's order, which is little-endian wherever this runs; in the value first
    /// how many of those behind it count.
    init(key: [UInt8], value: [UInt8]) throws(LMDBError) {
        let words = Self.words(value)
        guard let transaction = Self.words(key).first, let count = words.first, (0..<words.count).contains(count) else {
            throw LMDBError(.malformed, .decode, Self.subject)
        }
        self.transaction = transaction
        // LMDB may leave an entry that it has made room for and then not needed.
        pages = Array(words.dropFirst().prefix(count))
    }

    static let subject = "free pages"

    private static func words(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, through: bytes.count - 8, by: 8).map { start in
            bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

extension ReadTransaction {
    /// Gives the entries of the list of free pages to `body`.
    ///
    /// - Throws: ``LMDBError``: `malformed` for an entry, `corrupted` and its like; or what `body` throws.
    /// - Complexity: O(n) for n entries, each copied.
    public func scanFreePages(_ body: (FreePages) throws -> Void) throws {
        try Table<[UInt8], [UInt8]>(freeListIn: self).scan(in: self) { key, value in
            try body(FreePages(key: key, value: value))
            return .next
        }
    }
}
