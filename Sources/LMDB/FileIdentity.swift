internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Distinguishes a file from its copies: renaming or writing a file keeps both values, and a copy has other values.
public struct FileIdentity: Hashable, Sendable {
    public let inode: UInt64
    /// The time at which the file was created, in nanoseconds since 1970; 0 if the system does not say it.
    public let birthNanoseconds: UInt64

    public init(inode: UInt64, birthNanoseconds: UInt64) {
        (self.inode, self.birthNanoseconds) = (inode, birthNanoseconds)
    }

    /// - Throws: ``LMDBError``: `noSuchFile`, `accessDenied` and so on.
    public init(path: String) throws(LMDBError) {
        try self.init(name: path, in: AT_FDCWD)
    }

    /// - Parameters:
    ///   - name: a path in the folder.
    ///   - folder: the descriptor of an open folder.
    /// - Throws: ``LMDBError``: `noSuchFile`, `accessDenied` and so on.
    public init(name path: String, in folder: Int32) throws(LMDBError) {
        var status = stat()
        _ = try unsafe checkErrno(fstatat(folder, path, &status, 0), .inspect, path)
        inode = UInt64(status.st_ino)
        #if os(Linux)
            // Some containers refuse statx. Then no birth time is known, as on some file systems.
            var more = statx()
            let isKnown = unsafe statx(folder, path, 0, UInt32(STATX_BTIME), &more) == 0
            let knowsBirth = isKnown && more.stx_mask & UInt32(STATX_BTIME) != 0
            birthNanoseconds = knowsBirth ? nanoseconds(more.stx_btime.tv_sec, more.stx_btime.tv_nsec) : 0
        #else
            birthNanoseconds = nanoseconds(status.st_birthtimespec.tv_sec, status.st_birthtimespec.tv_nsec)
        #endif
    }
}

private func nanoseconds(_ seconds: some BinaryInteger, _ rest: some BinaryInteger) -> UInt64 {
    UInt64(truncatingIfNeeded: seconds) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: rest)
}
