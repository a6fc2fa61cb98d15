internal import CLMDB

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A failed operation of LMDB or of the operating system.
///
/// This module throws no other errors of its own; the errors of a caller's closures pass through unchanged.
/// Programs decide by ``code``; people read ``description``.
public struct LMDBError: Error, Hashable, Sendable {
    /// The reason for the failure.
    public let code: Code

    /// The failed operation in one word: `open`, `put`, `commit` and so on.
    public let operation: String

    /// The name of the table, or the path of the folder or file.
    public let subject: String

    /// A sentence: what happened and what to do about it.
    public let explanation: String

    /// Creates an error; without an explanation, it has the usual sentence of its code.
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
    /// The reason for a failure: a status of LMDB, an error number of the operating system, or a code of this module.
    ///
    /// LMDB's statuses are near -30,800, the error numbers of the operating system are positive.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int32

        /// Creates the code of a status. An exceeded quota counts as ``diskFull``, because the remedy is the same.
        public init(rawValue: Int32) {
            self.rawValue = rawValue == EDQUOT ? ENOSPC : rawValue
        }

        /// An appended key is not above the last one.
        public static let keyExists = Self(rawValue: MDB_KEYEXIST)
        /// The table does not exist.
        public static let notFound = Self(rawValue: MDB_NOTFOUND)
        /// The file is damaged: it refers to an LMDB page that does not exist.
        public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
        /// The file is damaged: an LMDB page has invalid contents.
        public static let corrupted = Self(rawValue: MDB_CORRUPTED)
        /// A commit failed halfway: all writes fail until the environment is closed and opened again. Reads still work.
        public static let panic = Self(rawValue: MDB_PANIC)
        /// Another version of LMDB wrote the file, in a format that this version cannot read.
        public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
        /// The file is not an LMDB file.
        public static let invalid = Self(rawValue: MDB_INVALID)
        /// The data has reached ``Environment/Options/mapSize``.
        public static let mapFull = Self(rawValue: MDB_MAP_FULL)
        /// The number of open tables would exceed ``Environment/maxTables``.
        public static let tablesFull = Self(rawValue: MDB_DBS_FULL)
        /// The number of concurrent readers would exceed ``Environment/maxReaders``.
        public static let readersFull = Self(rawValue: MDB_READERS_FULL)
        /// An earlier operation in this transaction failed, so the transaction can only be aborted.
        public static let badTransaction = Self(rawValue: MDB_BAD_TXN)
        /// A key is empty or longer than ``Environment/maxKeyBytes``, or a value is too large.
        public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)

        /// The disk is full, or a quota is used up.
        public static let diskFull = Self(rawValue: ENOSPC)
        /// A read from or a write to the disk failed.
        public static let inputOutput = Self(rawValue: EIO)
        /// The operating system denied access, or the environment is read-only.
        public static let accessDenied = Self(rawValue: EACCES)
        /// The disk is mounted read-only.
        public static let readOnlyDisk = Self(rawValue: EROFS)
        /// The folder does not exist, or a read-only environment has no `data.mdb`.
        public static let noSuchFile = Self(rawValue: ENOENT)
        /// The process got no more memory or address space; the map needs as much address space as its size.
        public static let outOfMemory = Self(rawValue: ENOMEM)

        /// A stored key or value could not be decoded (a code of this module, not of LMDB).
        public static let malformed = Self(rawValue: -1)
        /// `data.mdb` was removed or replaced while the environment is open (a code of this module, not of LMDB).
        public static let fileGone = Self(rawValue: -2)
        /// Another program, such as `cp`, has written to `data.mdb` while the environment is open (a code of this module, not of
        /// LMDB).
        public static let overwritten = Self(rawValue: -3)
    }
}

extension LMDBError.Code {
    /// The sentence for people: written here if there is a remedy, otherwise the one of LMDB or the operating system.
    var explanation: String {
        switch self {
        case .mapFull: "The map is full; delete entries or open the environment with a larger map size."
        case .diskFull: "The disk is full; free some space and try again."
        case .panic: "An earlier commit failed halfway; close the environment and open it again."
        case .readersFull: "Too many concurrent readers; wait for one to end."
        case .fileGone: "The file was removed or replaced; close the environment, put the file back and open it again."
        case .overwritten:
            "data.mdb was overwritten while the node was running, for example with a backup."
        case .malformed: "Stored bytes could not be decoded."
        default: unsafe "\(String(cString: mdb_strerror(rawValue))) (status \(rawValue))."
        }
    }
}

/// The operations that can fail; the raw values appear in ``LMDBError/operation``.
enum Operation: String {
    case open, begin, commit, get, put, append, delete, clear, count, scan, decode, inspect, copy
}
