internal import CLMDB
internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// An LMDB environment: named, ordered tables in one file, with one writer and many readers.
///
/// When ``write(_:)`` returns, the commit is on the disk; LMDB's faster modes without this guarantee (NOSYNC, WRITEMAP)
/// are not available. Readers see the last commit and never wait. The environment closes with its last reference. While
/// it is open, no other program may write to `data.mdb`: the next ``write(_:)`` detects such a change and throws.
///
/// `@unchecked Sendable`: the stored properties do not change between `init` and `deinit`; LMDB allows any thread to
/// use the handle; a transaction stays on the thread that began it, because ``read(_:)`` and ``write(_:)`` take
/// synchronous closures; and `deinit` runs when no thread has a reference, hence no transaction.
@safe
public final class Environment: @unchecked Sendable {
    /// The name with which the main table is opened. Its entries are beside the list of all other tables, which every
    /// commit with changes writes. So a few entries there cost a commit no further page.
    ///
    /// The program must only read and write single entries: a scan or a count also finds the other tables, and clearing the
    /// main table would remove them. The key of an entry must not be the name of a table.
    public static let mainTable = ""

    /// The maximum length of a table key, in bytes. The minimum is 1.
    public static let maxKeyBytes = 511

    /// The path of the folder with `data.mdb` and `lock.mdb`, as given to the initializer. Errors name it.
    public let folder: String
    /// The path with which the folder is opened.
    let openPath: String

    /// The options with which the environment was opened.
    public let options: Options

    @unsafe let handle: OpaquePointer
    /// Writers of this process take turns, because the file has to be compared after a commit and before the next one.
    private let turn = DispatchSemaphore(value: 1)
    /// The hash of the meta pages of `data.mdb` after the last commit of this environment, or at its opening.
    let committed = Atomic(0)
    /// Whether `data.mdb` had its full length when it was opened.
    private(set) var isWhole = false
    /// The size of an LMDB page in bytes. Read once, because LMDB reads it from the map.
    private(set) var pageSize = 0
    private var lockFile: LockFile?

    /// Opens the environment in an existing folder. Creates its files (mode 0600) unless the options say read-only.
    ///
    /// A process must not open an environment twice: the locks of LMDB belong to the process, so closing one would drop the
    /// locks of both. Frees the reader slots of dead processes, and allocates all blocks of `lock.mdb`.
    /// Check ``truncation()`` before reading: a read beyond the end of the file ends the process with SIGBUS.
    ///
    /// - Parameter openPath: another path of the folder, for opening it; nil to open it with the path that errors name.
    /// - Throws: ``LMDBError``: `noSuchFile`, `accessDenied`, `diskFull`; `invalid`, `versionMismatch` or `corrupted` if
    ///   `data.mdb` is not a valid LMDB file.
    public init(folder: String, openPath: String? = nil, options: Options = Options()) throws(LMDBError) {
        self.folder = folder
        self.openPath = openPath ?? folder
        self.options = options
        lockFile = options.readOnly ? nil : try LockFile(folder: folder, openPath: self.openPath)
        unsafe handle = try Self.makeHandle(folder: folder)
        try configure()
        try openFiles()
        isWhole = try truncation() == nil
        pageSize = try info.pageSize
        noteCommit()
    }

    /// LMDB must close first: see ``LockFile``.
    deinit {
        unsafe mdb_env_close(handle)
        lockFile = nil
    }

    private static func makeHandle(folder: String) throws(LMDBError) -> OpaquePointer {
        var handle: OpaquePointer?
        try unsafe check(mdb_env_create(&handle), .open, folder)
        guard let handle = unsafe handle else { throw LMDBError(.invalid, .open, folder) }
        return unsafe handle
    }

    private func configure() throws(LMDBError) {
        precondition(options.mapSize > 0, "the map size is positive")
        unsafe precondition(mdb_env_get_maxkeysize(handle) >= Self.maxKeyBytes, "LMDB was built for shorter keys")
        try unsafe check(mdb_env_set_mapsize(handle, options.roundedMapSize), .open, folder)
        try unsafe check(mdb_env_set_maxdbs(handle, MDB_dbi(Self.maxTables)), .open, folder)
        try unsafe check(mdb_env_set_maxreaders(handle, UInt32(Self.maxReaders)), .open, folder)
    }

    private func openFiles() throws(LMDBError) {
        let flags = MDB_NOTLS | (options.readOnly ? MDB_RDONLY | MDB_NOLOCK : 0)
        try lockFile?.allocate()
        try unsafe check(mdb_env_open(handle, openPath, UInt32(flags), 0o600), .open, folder)
        try lockFile?.allocate()
        try unsafe check(mdb_reader_check(handle, nil), .open, folder)
    }
}

extension Environment {
    /// The maximum number of open tables.
    static let maxTables = 32

    /// The maximum number of concurrent read transactions in all processes: LMDB's default. Each takes 64 bytes of the lock
    /// file, which has 8 KiB.
    public static let maxReaders = 126

    /// How to open an environment.
    public struct Options: Sendable, Hashable {
        /// The maximum size of `data.mdb` in bytes, rounded up to a multiple of the system's page size.
        ///
        /// LMDB reserves this much address space, but neither memory nor disk space. Choose a large value once.
        public var mapSize: Int

        /// Whether the environment is read-only: it must exist, and writes throw `accessDenied`. `lock.mdb` is not created or
        /// used, no file in the folder is changed, and the caller must make sure that no process writes.
        public var readOnly: Bool

        public init(mapSize: Int = defaultMapSize, readOnly: Bool = false) {
            self.mapSize = mapSize
            self.readOnly = readOnly
        }

        /// 64 GiB.
        public static let defaultMapSize = 64 << 30

        /// The map size rounded up to a multiple of the system's page size, as LMDB requires.
        var roundedMapSize: Int {
            let page = sysconf(Int32(_SC_PAGESIZE))
            return (mapSize + page - 1) / page * page
        }
    }
}

extension Environment {
    /// Runs `body` in a snapshot of the last commit and returns its result.
    ///
    /// Up to ``maxReaders`` threads can read concurrently, also during a write. A read may run inside a read or
    /// a write on the same thread; inside a write, it sees the state before that write. Unavailable in async code,
    /// because a transaction must not be suspended by an `await`.
    ///
    /// - Throws: ``LMDBError`` with `readersFull`, or the error of `body`.
    @available(*, noasync)
    public func read<R: ~Copyable>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        let transaction = try ReadTransaction(self)
        return try body(transaction)
    }

    /// Runs `body` as the only writer, commits its changes and returns its result. Drops the changes if `body` throws.
    ///
    /// When this returns, the changes are on the disk; when it throws, none of them is. `body` must rethrow the error
    /// of a failed operation, because the transaction may be unusable afterwards. Waits without a timeout for other
    /// writers, so a write inside a write on the same thread waits forever. Unavailable in async code, because it blocks its
    /// thread.
    ///
    /// - Throws: ``LMDBError``: `mapFull` or `diskFull` from a change or the commit; `inputOutput`; `panic` after a
    ///   failed commit; `fileGone` if `data.mdb` was removed or replaced; `overwritten` if somebody else has written to it;
    ///   `accessDenied` if the environment is read-only; or the error of `body`.
    @available(*, noasync)
    public func write<R: ~Copyable>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
        turn.wait()
        defer { turn.signal() }
        var transaction = try WriteTransaction(self)
        try requireFile()
        lengthenAhead()
        let result = try body(&transaction)
        try transaction.commit(to: folder, openPath: openPath)
        noteCommit()
        return result
    }

    /// Begins a transaction and returns its handle.
    func begin(flags: Int32) throws(LMDBError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try unsafe check(mdb_txn_begin(handle, nil, UInt32(flags), &transaction), .begin, folder)
        guard let transaction = unsafe transaction else { throw LMDBError(.badTransaction, .begin, folder) }
        return unsafe transaction
    }
}
