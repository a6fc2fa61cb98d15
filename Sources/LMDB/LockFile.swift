#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The environment's `lock.mdb`, held open to keep its blocks allocated.
///
/// LMDB makes the file sparse and maps it: on a full disk, opening or taking the 61st reader slot would end in SIGBUS. It must stay
/// open until LMDB has closed it, since closing any descriptor of a file drops all the locks the process has on it.
struct LockFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens the file, and makes it if needed.
    ///
    /// - Throws: ``LMDBError``: `accessDenied`, `diskFull`.
    init(folder: String) throws(LMDBError) {
        path = "\(folder)/lock.mdb"
        descriptor = try unsafe checkErrno(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), .open, path)
    }

    deinit {
        close(descriptor)
    }

    /// Allocates the file in its present size, at least its first block: once before LMDB opens it, for what it writes then,
    /// and once after, when it has set the size.
    ///
    /// - Throws: ``LMDBError`` with `diskFull` if there is no room.
    func allocate() throws(LMDBError) {
        #if os(Linux)
            var status = stat()
            _ = try unsafe checkErrno(fstat(descriptor, &status), .open, path)
            try check(posix_fallocate(descriptor, 0, max(status.st_size, 1)), .open, path)
        #endif
    }
}
