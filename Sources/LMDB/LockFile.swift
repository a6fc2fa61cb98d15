#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The `lock.mdb` of an environment, with all its blocks allocated.
///
/// LMDB maps this file and leaves it sparse: on a full disk, opening it or using the 61st reader slot would end the
/// process with SIGBUS. This descriptor must stay open until LMDB has closed its own, because closing any descriptor of
/// a file drops all locks that the process has on the file.
struct LockFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens the file and creates it if needed.
    ///
    /// - Throws: ``LMDBError``: `accessDenied`, `diskFull`.
    init(folder: String, openPath: String) throws(LMDBError) {
        path = "\(folder)/lock.mdb"
        descriptor = try unsafe checkErrno(
            open("\(openPath)/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, 0o600), .open, path)
    }

    deinit {
        close(descriptor)
    }

    /// Allocates all blocks of the file at its current size, and at least the first block.
    ///
    /// Call this once before LMDB opens the file, because opening writes to it, and once after, when LMDB has set the
    /// size. If the system refuses the call, the file stays sparse.
    ///
    /// - Throws: ``LMDBError`` with `diskFull`.
    func allocate() throws(LMDBError) {
        #if os(Linux)
            var status = stat()
            _ = try unsafe checkErrno(fstat(descriptor, &status), .open, path)
            let error = posix_fallocate(descriptor, 0, max(status.st_size, 1))
            guard ![EINVAL, ENODEV, ENOSYS, EOPNOTSUPP, EPERM].contains(error) else { return }
            try check(error, .open, path)
        #endif
    }
}
