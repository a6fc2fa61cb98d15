internal import CLMDB

/// LMDB pages that one write freed, for later writes to reuse: one entry of LMDB's list of free pages.
///
/// Only writes read this list. A damaged entry makes a write overwrite pages that are in use, or ends the process.
public struct FreePages: Sendable, Hashable {
    /// The number of the write that freed the pages.
    public let transaction: Int
    /// The page numbers; descending unless the list is damaged.
    public let pages: [Int]

    /// Decodes an entry: 8-byte words in the machine's byte order, which is little-endian on all supported platforms.
    /// The first word of the value is the number of the pages that follow.
    init(key: [UInt8], value: [UInt8]) throws(LMDBError) {
        let words = Self.words(value)
        guard let transaction = Self.words(key).first, let count = words.first, (0..<words.count).contains(count) else {
            throw LMDBError(.malformed, .decode, Self.subject)
        }
        self.transaction = transaction
        // The value may be longer than its pages: LMDB reserves space for an entry before it knows their number.
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
    /// Calls `body` with each entry of LMDB's list of free pages.
    ///
    /// - Throws: ``LMDBError``: `malformed` for an undecodable entry, `corrupted` or `pageNotFound` for a damaged file;
    ///   or the error of `body`.
    /// - Complexity: O(n) for n entries, which are copied one by one.
    public func scanFreePages(_ body: (FreePages) throws -> Void) throws {
        try Table<[UInt8], [UInt8]>(freeListIn: self).scan(in: self) { key, value in
            try body(FreePages(key: key, value: value))
            return .next
        }
    }
}
