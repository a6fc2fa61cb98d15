internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What LMDB, or the system below it, refused to do.
///
/// Every failure of this module is one of these; errors thrown by a caller's own closures pass through unchanged.
/// Decide by ``code``, show ``description``.
public struct LMDBError: Error, Hashable, Sendable {
    /// Why it failed: the value to switch on.
    public let code: Code

    /// The operation that failed, as one word: `open`, `put`, `commit` and so on.
    public let operation: String

    /// What the operation was about: a table's name or a folder.
    public let subject: String

    /// What happened and what can be done, as a sentence.
    public let explanation: String

    /// An error with an explanation of its own in place of the code's usual sentence.
    init(_ code: Code, _ operation: Operation, _ subject: String, _ explanation: String? = nil) {
        self.code = code
        self.operation = operation.rawValue
        self.subject = subject
        self.explanation = explanation ?? code.explanation
    }
}

extension LMDBError: CustomStringConvertible {
    /// For example: `put in "log" failed: The map is full; …`.
    public var description: String { "\(operation) in \"\(subject)\" failed: \(explanation)" }
}

extension LMDBError {
    /// The reason of a failure: LMDB's status, the system's error number, or a code of this module.
    ///
    /// LMDB's own statuses are near -30,800, the system's are positive. Codes without a name here keep their number.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int32

        /// The code for a status; a full quota counts as ``diskFull``, since the remedy is the same.
        public init(rawValue: Int32) {
            self.rawValue = rawValue == EDQUOT ? ENOSPC : rawValue
        }

        /// An entry with this key is there already, or an appended key does not follow the last one.
        public static let keyExists = Self(rawValue: MDB_KEYEXIST)
        /// There is no such table.
        public static let notFound = Self(rawValue: MDB_NOTFOUND)
        /// A page number points at nothing: the file is damaged.
        public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
        /// A page is not what it should be: the file is damaged.
        public static let corrupted = Self(rawValue: MDB_CORRUPTED)
        /// A commit failed half way: every write fails until the environment is closed and opened again. Reads go on.
        public static let panic = Self(rawValue: MDB_PANIC)
        /// The file was written by an LMDB of another format.
        public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
        /// The file is not an LMDB file.
        public static let invalid = Self(rawValue: MDB_INVALID)
        /// The data has reached ``Environment/Options/mapSize``.
        public static let mapFull = Self(rawValue: MDB_MAP_FULL)
        /// More tables than ``Environment/Options/maxTables``.
        public static let tablesFull = Self(rawValue: MDB_DBS_FULL)
        /// More concurrent readers than ``Environment/Options/maxReaders``.
        public static let readersFull = Self(rawValue: MDB_READERS_FULL)
        /// One transaction changed too many pages.
        public static let transactionFull = Self(rawValue: MDB_TXN_FULL)
        /// Another process enlarged the map.
        public static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
        /// The table was made with other options.
        public static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
        /// An earlier operation in this transaction failed: it can only be aborted.
        public static let badTransaction = Self(rawValue: MDB_BAD_TXN)
        /// A key of 0 bytes or of more than ``Environment/maxKeyBytes``, or a value that is too large.
        public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
        /// The table does not belong to the transaction's environment.
        public static let badTable = Self(rawValue: MDB_BAD_DBI)

        /// The disk, or a quota on it, is full.
        public static let diskFull = Self(rawValue: ENOSPC)
        /// Reading from or writing to the disk failed.
        public static let inputOutput = Self(rawValue: EIO)
        /// The system refused access, or the environment is open for reading only.
        public static let accessDenied = Self(rawValue: EACCES)
        /// The disk is mounted for reading only.
        public static let readOnlyDisk = Self(rawValue: EROFS)
        /// The folder does not exist, or has no environment in it and is to be opened for reading only.
        public static let noSuchFile = Self(rawValue: ENOENT)
        /// The file to be written exists already.
        public static let fileExists = Self(rawValue: EEXIST)
        /// The system has no more memory, or address space, of which the map takes much.
        public static let outOfMemory = Self(rawValue: ENOMEM)
        /// This process has the environment open already.
        public static let alreadyOpen = Self(rawValue: EBUSY)
        /// A write inside a write on the same thread would wait for itself.
        public static let wouldDeadlock = Self(rawValue: EDEADLK)
        /// LMDB was given an argument that it refuses, such as a table whose opening was aborted.
        public static let invalidArgument = Self(rawValue: EINVAL)

        /// A stored key or value is not one of the table's type (a code of this module, not of LMDB).
        public static let malformed = Self(rawValue: -1)
        /// The file was removed or replaced while the environment is open (a code of this module, not of LMDB).
        public static let fileGone = Self(rawValue: -2)
    }
}

extension LMDBError.Code {
    /// The sentence for a person: our own where there is something to be done, else LMDB's or the system's.
    var explanation: String {
        switch self {
        case .mapFull: "The map is full; delete something or open the environment with a larger map size."
        case .diskFull: "The disk is full; make room on it, then try again."
        case .panic: "An earlier commit failed half way; close the environment and open it again."
        case .readersFull: "Too many readers at once; wait for one to end or open with a larger reader limit."
        case .tablesFull: "Too many tables; open the environment with a larger table limit."
        case .alreadyOpen: "This process has it open already; an environment is opened once and shared."
        case .wouldDeadlock: "A write inside a write on the same thread would wait for itself for ever."
        case .badTable: "The table belongs to another environment than the transaction."
        case .badTransaction: "An earlier operation in this transaction failed, so it can only be aborted."
        case .fileGone: "The file was removed or replaced; close the environment, put the file back and open it again."
        case .malformed: "Stored bytes are not of the table's type."
        default: unsafe "\(String(cString: mdb_strerror(rawValue))) (status \(rawValue))."
        }
    }
}

/// The operations that can fail, as the words that ``LMDBError/operation`` shows.
enum Operation: String {
    case open, begin, commit, get, put, insert, append, delete, clear, count, scan, decode, inspect, copy
}
