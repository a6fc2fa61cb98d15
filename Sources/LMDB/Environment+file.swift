internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Environment {
    /// Figures about the environment, as of the last commit.
    public struct Info: Sendable, Hashable {
        /// The most the data file can grow to, in bytes.
        public let mapSize: Int
        /// The size of a page, in bytes.
        public let pageSize: Int
        /// The number of the last page that was ever used; pages count from 0.
        public let lastPage: Int
        /// The id of the last committed write; 0 when there was none.
        public let lastTransaction: Int
        /// The most read transactions at once.
        public let maxReaders: Int
        /// The most reader slots that were ever taken at once since the lock file was made; slots are used again.
        public let readersUsed: Int

        /// The bytes up to the last page, whether used or free for reuse: `mapFull` comes when this would exceed ``mapSize``.
        ///
        /// The largest number there is where a damaged file names more: such a file looks cut short.
        public var usedBytes: Int {
            let (pages, isTooMany) = lastPage.addingReportingOverflow(1)
            let (bytes, isTooLong) = pages.multipliedReportingOverflow(by: pageSize)
            return isTooMany || isTooLong || pages < 0 ? .max : bytes
        }
    }

    /// The figures now. O(1).
    public var info: Info {
        get throws(LMDBError) {
            var info = unsafe MDB_envinfo()
            var stat = MDB_stat()
            try unsafe check(mdb_env_info(handle, &info), .inspect, folder)
            try unsafe check(mdb_env_stat(handle, &stat), .inspect, folder)
            return unsafe Info(
                mapSize: info.me_mapsize,
                pageSize: Int(stat.ms_psize),
                lastPage: info.me_last_pgno,
                lastTransaction: info.me_last_txnid,
                maxReaders: Int(info.me_maxreaders),
                readersUsed: Int(info.me_numreaders)
            )
        }
    }

    /// The size of `data.mdb`, in bytes. O(1).
    public var fileSize: Int {
        get throws(LMDBError) { Int(try status().st_size) }
    }

    /// The sizes in bytes that `data.mdb` should and does have, if it was cut short; nil if it is whole. O(1).
    ///
    /// Reading a page beyond the file's end is a SIGBUS, so ask this once after opening.
    public func truncation() throws(LMDBError) -> (expected: Int, actual: Int)? {
        let expected = try info.usedBytes
        let actual = try fileSize
        return actual < expected ? (expected, actual) : nil
    }

    /// Bytes by which the file is kept longer than what is used. Holes: they take no room on the disk.
    private static let slack = 4 << 20

    /// Keeps the file longer than its last page, so that ``truncation()`` tells the truth. Called while the write lock is
    /// held, before anything is written.
    ///
    /// LMDB does not write pages that one write takes and frees again. If they are the last ones, the file is whole, but
    /// would look as if it had been cut short; with the slack it is longer than such a tail. Failing is no harm now: the
    /// write itself says what is wrong with the disk.
    func lengthenAhead() {
        guard isWhole, let used = try? info.usedBytes, let size = try? fileSize, let descriptor = try? descriptor,
            used < .max - Self.slack, size < used + Self.slack / 2
        else { return }
        ftruncate(descriptor, off_t(used + Self.slack))
    }

    /// What is written into a file without a name is gone when the environment is closed. A file that was moved away still
    /// has one, unless another stands in its place: then that is the one that the next opening finds.
    ///
    /// - Throws: ``LMDBError`` with `fileGone`.
    func requireFile() throws(LMDBError) {
        let path = "\(folder)/data.mdb"
        let (own, named) = (try status(), Self.status(of: path))
        let isGone = named.map { $0.st_dev != own.st_dev || $0.st_ino != own.st_ino } ?? (own.st_nlink == 0)
        if isGone { throw LMDBError(.fileGone, .begin, path) }
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    private func status() throws(LMDBError) -> stat {
        var status = stat()
        _ = try unsafe checkErrno(fstat(descriptor, &status), .inspect, folder)
        return status
    }

    /// The descriptor of `data.mdb`, which stays LMDB's: closing it, or another one of that file, would drop its locks.
    private var descriptor: Int32 {
        get throws(LMDBError) {
            var descriptor: Int32 = -1
            try unsafe check(mdb_env_get_fd(handle, &descriptor), .inspect, folder)
            return descriptor
        }
    }
}

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
