internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Environment {
    /// Copies the last commit to `data.mdb` (mode 0600) in another, existing folder, while reads and writes go on: a backup.
    ///
    /// When this returns, the copy is on the disk. If it throws, what was written of it is left there. Not inside a
    /// write on the same thread, which it would wait for.
    ///
    /// - Throws: ``LMDBError``: `fileExists` if there is a `data.mdb`, `noSuchFile`, `diskFull`, `wouldDeadlock`.
    /// - Complexity: O(n) in the size of the file.
    @available(*, noasync)
    public func copy(toFolder folder: String) throws(LMDBError) {
        guard !writer.isCurrent else { throw LMDBError(.wouldDeadlock, .copy, folder) }
        let path = "\(folder)/data.mdb"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = try unsafe checkErrno(open(path, flags, 0o600), .copy, path)
        defer { close(descriptor) }
        try unsafe check(mdb_env_copyfd(handle, descriptor), .copy, path)
        _ = try checkErrno(fsync(descriptor), .copy, path)
    }
}
