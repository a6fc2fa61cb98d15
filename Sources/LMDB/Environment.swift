internal import CLMDB
internal import Synchronization

/// An LMDB environment: named, ordered tables in one file, with one writer and many readers.
///
/// Commits are on the disk when ``write(_:)`` returns; the modes of LMDB in which they are not (NOSYNC, WRITEMAP) are not offered.
/// Readers see the last commit and never wait. It closes when the last reference goes.
///
/// `@unchecked Sendable`: the stored properties do not change between `init` and `deinit`; LMDB allows every thread to use the
/// handle; transactions stay on the thread that began them, since ``read(_:)`` and ``write(_:)`` take synchronous closures;
/// and `deinit` runs when no thread has a reference, hence no transaction.
@safe
public final class Environment: @unchecked Sendable {
    /// The most bytes a key can have. The least is 1.
    public static let maxKeyBytes = 511

    /// The folder of `data.mdb` and `lock.mdb`, as given.
    public let folder: String

    /// What it was opened with.
    public let options: Options

    @unsafe let handle: OpaquePointer
    let writer = WriterThread()
    let tableOpening = Mutex(())
    /// Whether the file was not cut short when it was opened.
    private(set) var isWhole = false
    private var claim: FolderClaim?
    private var lockFile: LockFile?

    /// Opens the environment in an existing folder, and makes its files (mode 0600) unless it is for reading only.
    ///
    /// Frees the reader slots of processes that died, and allocates `lock.mdb` in full.
    /// Check ``truncation()`` before anything is read: reading a page beyond the file's end kills the process.
    ///
    /// - Throws: ``LMDBError``: `noSuchFile`, `accessDenied`, `alreadyOpen` (by this process), `diskFull`; `invalid`,
    ///   `versionMismatch` or `corrupted` if the file is not one of LMDB's.
    public init(folder: String, options: Options = Options()) throws(LMDBError) {
        self.folder = folder
        self.options = options
        claim = try FolderClaim(folder: folder)
        lockFile = try Self.openLockFile(folder: folder, options: options)
        unsafe handle = try Self.makeHandle(folder: folder)
        try configure()
        try openFiles()
        isWhole = try truncation() == nil
    }

    /// The order matters: see ``LockFile`` and ``FolderClaim``.
    deinit {
        unsafe mdb_env_close(handle)
        lockFile = nil
        claim = nil
    }

    /// Nil where it is not wanted, and on a disk that cannot be written, where LMDB reads without locks.
    private static func openLockFile(folder: String, options: Options) throws(LMDBError) -> LockFile? {
        guard options.usesLockFile else { return nil }
        do {
            return try LockFile(folder: folder)
        } catch {
            guard options.readOnly, error.code == .readOnlyDisk else { throw error }
            return nil
        }
    }

    private static func makeHandle(folder: String) throws(LMDBError) -> OpaquePointer {
        var handle: OpaquePointer?
        try unsafe check(mdb_env_create(&handle), .open, folder)
        guard let handle = unsafe handle else { throw LMDBError(.invalid, .open, folder) }
        return unsafe handle
    }

    private func configure() throws(LMDBError) {
        precondition(options.usesLockFile || options.readOnly, "writers need the lock file")
        precondition(options.mapSize > 0 && options.maxTables > 0 && options.maxReaders > 0, "limits are positive")
        unsafe precondition(mdb_env_get_maxkeysize(handle) >= Self.maxKeyBytes, "an LMDB made for shorter keys")
        try unsafe check(mdb_env_set_mapsize(handle, options.roundedMapSize), .open, folder)
        try unsafe check(mdb_env_set_maxdbs(handle, MDB_dbi(options.maxTables)), .open, folder)
        try unsafe check(mdb_env_set_maxreaders(handle, UInt32(options.maxReaders)), .open, folder)
    }

    private func openFiles() throws(LMDBError) {
        let flags = MDB_NOTLS | (options.readOnly ? MDB_RDONLY : 0) | (options.usesLockFile ? 0 : MDB_NOLOCK)
        try lockFile?.allocate()
        try unsafe check(mdb_env_open(handle, folder, UInt32(flags), 0o600), .open, folder)
        try lockFile?.allocate()
        try unsafe check(mdb_reader_check(handle, nil), .open, folder)
    }
}
