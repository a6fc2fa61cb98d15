internal import CLMDB
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Environment {
    /// Sizes and counters of an environment, as of its last commit.
    public struct Info: Sendable, Hashable {
        /// The maximum size of `data.mdb`, in bytes.
        public let mapSize: Int
        /// The size of an LMDB page, in bytes.
        public let pageSize: Int
        /// The number of the last LMDB page that was ever used. Page numbers begin at 0.
        public let lastPage: Int
        /// The number of the last committed write; 0 before the first.
        public let lastTransaction: Int

        /// The bytes up to the last LMDB page, in use or free. A write that would need more than ``mapSize`` throws
        /// `mapFull`.
        ///
        /// `Int.max` if a damaged file names a page number that overflows: ``truncation()`` then reports the file.
        public var usedBytes: Int {
            let (pages, isTooMany) = lastPage.addingReportingOverflow(1)
            let (bytes, isTooLong) = pages.multipliedReportingOverflow(by: pageSize)
            return isTooMany || isTooLong || pages < 0 ? .max : bytes
        }
    }

    /// The current sizes and counters. O(1).
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
                lastTransaction: info.me_last_txnid
            )
        }
    }

    /// The size of `data.mdb`, in bytes. O(1).
    public var fileSize: Int {
        get throws(LMDBError) { Int(try status().st_size) }
    }

    /// The expected and the actual size of `data.mdb` in bytes if the file was cut short; nil if it is complete. O(1).
    ///
    /// Call this once after opening: reading an LMDB page beyond the end of the file ends the process with SIGBUS.
    public func truncation() throws(LMDBError) -> (expected: Int, actual: Int)? {
        let expected = try info.usedBytes
        let actual = try fileSize
        return actual < expected ? (expected, actual) : nil
    }

    /// The unused bytes at the end of the file after it was lengthened. They are a hole and take no disk space.
    private static let slack = 4 << 20

    /// Keeps the file longer than its last LMDB page, so that ``truncation()`` is right. Called in a write, before
    /// anything is written.
    ///
    /// LMDB does not write pages that a transaction allocates and frees again. If they are the last pages, a complete
    /// file would look cut short; the slack is longer than such a tail. Errors are ignored here, because the write
    /// itself then reports what is wrong with the disk.
    func lengthenAhead() {
        guard isWhole, let used = try? info.usedBytes, let size = try? fileSize, let descriptor = try? descriptor,
            used < .max - Self.slack, size < used + Self.slack / 2
        else { return }
        ftruncate(descriptor, off_t(used + Self.slack))
    }

    /// Checks that the next process that opens the folder will find the file that this environment writes, with what this
    /// environment has committed.
    ///
    /// Writes to a deleted file are lost when the environment is closed. A file that was renamed is fine, unless
    /// another file got its name. `cp` writes into the same file, so only the contents of the file tell.
    ///
    /// - Throws: ``LMDBError`` with `fileGone` or `overwritten`.
    func requireFile() throws(LMDBError) {
        let path = "\(folder)/data.mdb"
        let (own, named) = (try status(), Self.status(of: "\(openPath)/data.mdb"))
        let isGone = named.map { $0.st_dev != own.st_dev || $0.st_ino != own.st_ino } ?? (own.st_nlink == 0)
        if isGone { throw LMDBError(.fileGone, .begin, path) }
        if metaHash != committed.load(ordering: .relaxed) { throw LMDBError(.overwritten, .begin, path) }
    }

    /// What is wrong with `data.mdb`; nil if the next process that opens the folder would find what this environment has
    /// committed. Called while no write is in progress.
    ///
    /// - Returns: an error with `fileGone` or `overwritten`, or of the system.
    public var fileProblem: LMDBError? {
        do {
            try requireFile()
            return nil
        } catch {
            return error
        }
    }

    /// Writes a copy of the newest committed state to a file, also after `data.mdb` was removed. Blocks other writers for a
    /// moment. Unavailable in async code, because it blocks its thread.
    ///
    /// - Parameter descriptor: an empty file, opened for writing.
    /// - Throws: ``LMDBError``: `diskFull`, `inputOutput`.
    @available(*, noasync)
    public func copy(to descriptor: Int32) throws(LMDBError) {
        try unsafe check(mdb_env_copyfd2(handle, descriptor, 0), .copy, folder)
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// Notes that the meta pages of the file are those of this environment's last commit.
    func noteCommit() {
        if let metaHash { committed.store(metaHash, ordering: .relaxed) }
    }

    /// The bytes of a meta page that are hashed: more than LMDB uses.
    private static let metaPageBytes = 256

    /// A hash of the first two LMDB pages of `data.mdb`, the meta pages, equal for equal bytes within this process; nil if the
    /// file is not open.
    ///
    /// Each commit writes one of them: its number, the roots of all trees and the last page. So they change with every commit,
    /// and when another file is copied over `data.mdb`, unless that file has as many commits, and the same roots. Reads the file
    /// and not the map, because a read from the map of a file that was cut short ends the process. Bytes that cannot be read
    /// count as 0.
    private var metaHash: Int? {
        guard let descriptor = try? descriptor else { return nil }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 2 * Self.metaPageBytes, alignment: 8) { buffer in
            unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
            for page in 0...1 {
                let part = unsafe buffer[page * Self.metaPageBytes..<(page + 1) * Self.metaPageBytes]
                unsafe pread(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, Self.metaPageBytes,
                    off_t(page * pageSize))
            }
            var hasher = Hasher()
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer))
            return hasher.finalize()
        }
    }

    private func status() throws(LMDBError) -> stat {
        var status = stat()
        _ = try unsafe checkErrno(fstat(descriptor, &status), .inspect, folder)
        return status
    }

    /// The descriptor of `data.mdb`, which LMDB owns: closing this or any other descriptor of the file drops LMDB's
    /// locks.
    private var descriptor: Int32 {
        get throws(LMDBError) {
            var descriptor: Int32 = -1
            try unsafe check(mdb_env_get_fd(handle, &descriptor), .inspect, folder)
            return descriptor
        }
    }
}
