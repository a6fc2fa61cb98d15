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
/// The layout is that of LMDB 0.9, in the byte order of the machine (`struct MDB_page` and `struct MDB_node` in `mdb.c`):
///
/// | page | | node | |
/// |---|---|---|---|
/// | 0 ..< 8 | page number | 0 ..< 4 | length of the value |
/// | 10 ..< 12 | flags | 4 ..< 6 | flags |
/// | 12 ..< 14 | end of the node offsets, which begin at 16 | 6 ..< 8 | length of the key |
/// | 16 … | for an overflow page: the value | 8 … | key, then the value or the number of its overflow page (8 bytes) |
@safe
public struct LeafPages: ~Copyable {
    private static let headerBytes = 16
    private static let nodeHeaderBytes = 8
    private static let leafFlag: UInt16 = 0x02
    private static let overflowValueFlag: UInt16 = 0x01
    private static let nodeFlagsOfTables: UInt16 = 0x06

    /// Longer values are taken for damage, because the program stores none.
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

    /// Calls `body` with the key and the value of each pair, in the order of the pages in the file. Leaves out pairs that
    /// do not fit into their page or into the file.
    ///
    /// - Returns: the number of pages that could not be read from the disk.
    /// - Complexity: O(n) in the bytes of the file.
    public func scan(_ body: ([UInt8], [UInt8]) throws -> Void) throws -> Int {
        var unread = 0
        for page in 0..<count {
            let bytes = read(pageBytes, at: page * pageBytes)
            if bytes.isEmpty { unread += 1 }
            guard number(bytes, at: 10, bytes: 2) == UInt64(Self.leafFlag) else { continue }
            let end = min(Int(number(bytes, at: 12, bytes: 2)), bytes.count)
            for offset in stride(from: Self.headerBytes, to: end - 1, by: 2) {
                guard let entry = entry(in: bytes, at: Int(number(bytes, at: offset, bytes: 2))) else { continue }
                try body(entry.key, entry.value)
            }
        }
        return unread
    }

    private func entry(in page: [UInt8], at node: Int) -> (key: [UInt8], value: [UInt8])? {
        let flags = UInt16(number(page, at: node + 4, bytes: 2))
        let key = node + Self.nodeHeaderBytes
        let value = key + Int(number(page, at: node + 6, bytes: 2))
        let length = Int(number(page, at: node, bytes: 4))
        guard node >= Self.headerBytes, key < value, value <= page.count, flags & Self.nodeFlagsOfTables == 0,
            length <= Self.maximumValueBytes
        else { return nil }
        let keyBytes = Array(page[key..<value])
        guard flags & Self.overflowValueFlag != 0 else {
            return value + length <= page.count ? (keyBytes, Array(page[value..<value + length])) : nil
        }
        let first = number(page, at: value, bytes: 8)
        guard first < UInt64(count) else { return nil }
        let bytes = read(length, at: Int(first) * pageBytes + Self.headerBytes)
        return bytes.count == length ? (keyBytes, bytes) : nil
    }

    /// Returns up to `count` bytes from an offset in the file; fewer at its end, and none if the disk fails.
    private func read(_ count: Int, at offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
        return Array(bytes.prefix(max(0, length)))
    }

    /// Returns the integer at an offset; 0 beyond the end.
    private func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
        guard offset >= 0, offset + count <= bytes.count else { return 0 }
        #if _endian(little)
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        #else
            return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
        #endif
    }
}
