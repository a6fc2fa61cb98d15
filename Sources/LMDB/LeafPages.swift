#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The key-value pairs in a data file, read from its leaf pages without liblmdb.
///
/// LMDB finds a pair through the pages above it, trusts what it reads there, and checks nothing. This reader finds pairs
/// where those pages are damaged, too, and no damage can end the process. But it also finds pairs of pages that LMDB has
/// given up, such as earlier values of a key and keys that were deleted. It does not know to which table a pair belongs.
///
/// A value can contain bytes that look like a page. To exclude most of them, a page counts only if the number in
/// it is its index in the file. What one leaf page gives is bounded: each overflow page is read once for it, and its pairs
/// have at most four times the bytes of a page without their overflow pages. LMDB's own leaf pages keep within these bounds.
///
/// The layout is that of LMDB 0.9, in the byte order of the machine, little-endian on all supported platforms (`struct MDB_page` and `struct MDB_node` in `mdb.c`):
///
/// | page | | node | |
/// |---|---|---|---|
/// | 0 ..< 8 | page number | 0 ..< 4 | length of the value |
/// | 10 ..< 12 | flags | 4 ..< 6 | flags |
/// | 12 ..< 14 | end of the node offsets, which begin at 16 | 6 ..< 8 | length of the key |
/// | 12 ..< 16 | instead, for an overflow page: the number of pages that the value takes | 8 … | key, then the value or the number of its overflow page (8 bytes) |
/// | 16 … | for an overflow page: the value | | |
@safe
public struct LeafPages: ~Copyable {
    private static let headerBytes = 16
    private static let nodeHeaderBytes = 8
    private static let leafFlag: UInt64 = 0x02
    private static let overflowFlag: UInt64 = 0x04
    private static let overflowValueFlag: UInt64 = 0x01
    private static let nodeFlagsOfTables: UInt64 = 0x06

    /// Longer values are considered damage, because the program stores none.
    private static let maximumValueBytes = 1 << 20

    private let descriptor: Int32
    private let pageBytes = sysconf(Int32(_SC_PAGESIZE))
    /// The number of whole or partial pages in the file.
    public let count: Int

    /// Opens a data file for reading.
    ///
    /// - Throws: ``LMDBError``: `noSuchFile`, `accessDenied`.
    public init(of file: String) throws(LMDBError) {
        descriptor = try unsafe checkErrno(open(file, O_RDONLY | O_CLOEXEC), .open, file)
        var status = stat()
        _ = unsafe fstat(descriptor, &status)
        count = (Int(status.st_size) + pageBytes - 1) / pageBytes
    }

    deinit { close(descriptor) }

    /// Calls `body` with the key and the value of each pair, in the order of the pages in the file, until `body` returns
    /// `stop`. Leaves out pairs that do not fit into their page or into the file.
    ///
    /// - Returns: the number of pages that could not be read from the disk.
    /// - Complexity: O(n) in the bytes of the file.
    public func scan(_ body: ([UInt8], [UInt8]) throws -> ScanStep) throws -> Int {
        var unread = 0
        for number in 0..<count {
            let page = Page(bytes: read(pageBytes, at: number * pageBytes))
            if page.bytes.isEmpty { unread += 1 }
            guard page[0, 8] == number, page[10, 2] == Self.leafFlag else { continue }
            if try scan(page, body) == .stop { break }
        }
        return unread
    }

    private func scan(_ page: Page, _ body: ([UInt8], [UInt8]) throws -> ScanStep) throws -> ScanStep {
        let end = min(Int(page[12, 2]), page.bytes.count)
        var bytesLeft = 4 * pageBytes
        var overflowPages: Set<UInt64> = []
        for offset in stride(from: Self.headerBytes, to: end - 1, by: 2) {
            guard let node = Node(in: page, at: Int(page[offset, 2])), node.bytes <= bytesLeft else { continue }
            bytesLeft -= node.bytes
            let value: [UInt8]?
            switch node.value {
            case .inPage(let bytes): value = bytes
            case .overflow(let first, let length):
                value = overflowPages.insert(first).inserted ? read(length, fromOverflowPage: first) : nil
            }
            if let value, try body(node.key, value) == .stop { return .stop }
        }
        return .next
    }

    /// Returns the value that begins on an overflow page; nil if there is no value of this length.
    private func read(_ length: Int, fromOverflowPage first: UInt64) -> [UInt8]? {
        guard first < count else { return nil }
        let start = Int(first) * pageBytes
        let head = Page(bytes: read(Self.headerBytes, at: start))
        let pages = (Self.headerBytes + length + pageBytes - 1) / pageBytes
        guard head[0, 8] == first, head[10, 2] == Self.overflowFlag, head[12, 4] == pages else { return nil }
        let bytes = read(length, at: start + Self.headerBytes)
        return bytes.count == length ? bytes : nil
    }

    /// Returns up to `count` bytes from an offset in the file; fewer at its end, and none if the disk fails.
    private func read(_ count: Int, at offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
        return Array(bytes.prefix(max(0, length)))
    }

    private struct Page {
        let bytes: [UInt8]

        /// The integer of `count` bytes at an offset; 0 beyond the end.
        subscript(offset: Int, count: Int) -> UInt64 {
            guard offset >= 0, offset + count <= bytes.count else { return 0 }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// A key-value pair in a leaf page.
    private struct Node {
        enum Value {
            case inPage([UInt8])
            case overflow(first: UInt64, length: Int)
        }

        let key: [UInt8]
        let value: Value
        /// The bytes in the leaf page.
        let bytes: Int

        /// Reads the node at an offset; nil if it is that of a table, or does not fit into the page.
        init?(in page: Page, at start: Int) {
            let flags = page[start + 4, 2]
            let key = start + LeafPages.nodeHeaderBytes
            let value = key + Int(page[start + 6, 2])
            let length = Int(page[start, 4])
            guard start >= LeafPages.headerBytes, key < value, value <= page.bytes.count,
                flags & LeafPages.nodeFlagsOfTables == 0, length <= LeafPages.maximumValueBytes
            else { return nil }
            let isOverflow = flags & LeafPages.overflowValueFlag != 0
            let end = value + (isOverflow ? 8 : length)
            guard end <= page.bytes.count else { return nil }
            self.key = Array(page.bytes[key..<value])
            self.value =
                isOverflow
                ? .overflow(first: page[value, 8], length: length) : .inPage(Array(page.bytes[value..<end]))
            bytes = end - start
        }
    }
}
