internal import CLMDB
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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

extension Environment {
    /// How to open an environment. All limits are fixed until it is closed.
    public struct Options: Sendable, Hashable {
        /// The most the data file can grow to, in bytes; rounded up to a whole page of the system.
        ///
        /// This much address space is reserved, but neither memory nor disk. Set it large, once.
        public var mapSize: Int

        /// The most tables that can be open.
        public var maxTables: Int

        /// The most read transactions at once, over all processes; each takes 64 bytes of the lock file.
        ///
        /// The process that opens the environment first decides.
        public var maxReaders: Int

        /// Whether the environment is opened for reading only: it must exist, and writes throw `accessDenied`.
        public var readOnly: Bool

        /// Whether `lock.mdb` is made and used. Without it, only for reading, nothing in the folder is touched, and the
        /// caller has to keep out every process that writes.
        public var usesLockFile: Bool

        public init(
            mapSize: Int = defaultMapSize,
            maxTables: Int = defaultMaxTables,
            maxReaders: Int = defaultMaxReaders,
            readOnly: Bool = false,
            usesLockFile: Bool = true
        ) {
            self.mapSize = mapSize
            self.maxTables = maxTables
            self.maxReaders = maxReaders
            self.readOnly = readOnly
            self.usesLockFile = usesLockFile
        }

        /// 64 GiB.
        public static let defaultMapSize = 64 << 30
        /// 32 tables.
        public static let defaultMaxTables = 32
        /// 126 readers: LMDB's own default, a lock file of 8 KiB.
        public static let defaultMaxReaders = 126

        /// The map size as LMDB wants it: a multiple of the system's page size.
        var roundedMapSize: Int {
            let page = sysconf(Int32(_SC_PAGESIZE))
            return (mapSize + page - 1) / page * page
        }
    }
}

extension Environment {
    /// Runs `body` in a snapshot of the last commit and returns its result.
    ///
    /// Any number of threads can read at once, up to ``Options/maxReaders``, also while another writes. Readers inside readers and
    /// inside a write are allowed; inside a write they see the state before it. Unavailable in async code: a transaction must
    /// not meet an `await`, and a long one belongs on a thread of its own.
    ///
    /// - Throws: ``LMDBError`` (`readersFull`), or what `body` throws.
    @available(*, noasync)
    public func read<R: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        let transaction = try ReadTransaction(self)
        return try body(transaction)
    }

    /// Runs `body` as the only writer, commits when it returns and gives its result; drops its changes when it throws.
    ///
    /// When this returns, the changes are on the disk; when it throws, none of them is. After a failed operation in `body`
    /// the transaction may be beyond use: let the error through. Waits for a writer before, without a limit. Unavailable in async
    /// code: it blocks its thread.
    ///
    /// - Throws: ``LMDBError``: `mapFull` or `diskFull` from any change or the commit, `inputOutput`, `panic` after a failed commit,
    ///   `fileGone` if the file was removed, or another one put in its place, since it was opened, `accessDenied` if
    ///   the environment is for reading only, `wouldDeadlock` inside another write on the same thread; or what `body`
    ///   throws.
    @available(*, noasync)
    public func write<R: ~Copyable>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
        guard !writer.isCurrent else { throw LMDBError(.wouldDeadlock, .begin, folder) }
        var transaction = try WriteTransaction(self)
        writer.enter()
        defer { writer.leave() }
        try requireFile()
        lengthenAhead()
        let result = try body(&transaction)
        try transaction.commit(to: folder)
        return result
    }

    /// A handle of a new transaction, for the two transaction types.
    func begin(flags: Int32) throws(LMDBError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try unsafe check(mdb_txn_begin(handle, nil, UInt32(flags), &transaction), .begin, folder)
        guard let transaction = unsafe transaction else { throw LMDBError(.badTransaction, .begin, folder) }
        return unsafe transaction
    }
}
