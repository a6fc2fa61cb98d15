#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The first two LMDB pages of `data.mdb`, the meta pages. Each commit writes one of them: its number, the roots of all
/// trees and the last page. So they change with every commit, and when another file is copied over `data.mdb`, unless that
/// file has as many commits, and the same roots.
struct MetaPages {
    /// The bytes of a meta page that are read: more than LMDB uses.
    private static let byteCount = 256

    /// The descriptor of `data.mdb`, which LMDB owns.
    private let descriptor: Int32
    private let pageSize: Int

    init(descriptor: Int32, pageSize: Int) {
        self.descriptor = descriptor
        self.pageSize = pageSize
    }

    /// A hash of both meta pages, equal for equal bytes within this process.
    ///
    /// Reads the file and not the map, because a read from the map of a file that was cut short ends the process. Bytes that
    /// cannot be read count as 0.
    var hash: Int {
        unsafe withUnsafeTemporaryAllocation(byteCount: 2 * Self.byteCount, alignment: 8) { buffer in
            unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
            for page in 0...1 {
                let part = unsafe buffer[page * Self.byteCount..<(page + 1) * Self.byteCount]
                unsafe pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, Self.byteCount,
                    off_t(page * pageSize))
            }
            var hasher = Hasher()
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer))
            return hasher.finalize()
        }
    }
}
