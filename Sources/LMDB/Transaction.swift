internal import CLMDB

/// A consistent view of an environment during a closure. Tables read in it.
///
/// ``ReadTransaction`` and ``WriteTransaction`` are the only conforming types. A caller cannot copy, store or create
/// one, so a transaction never outlives its closure. The keys and values that tables return are copies and can outlive
/// it.
public protocol Transaction: ~Copyable {
    /// The handle of LMDB, valid during the transaction.
    @unsafe var handle: OpaquePointer { get }

    /// Whether a table that is opened in the transaction is created if it is missing.
    static var createsTables: Bool { get }
}

/// A snapshot of the environment after its last commit. Later writes do not change the snapshot.
///
/// ``Environment/read(_:)`` creates it. While it exists, LMDB cannot reuse the pages of the snapshot, so keep it short.
@safe
public struct ReadTransaction: ~Copyable, Transaction {
    public static let createsTables = false

    @unsafe public let handle: OpaquePointer

    /// Begins the transaction, which occupies a reader slot.
    ///
    /// - Throws: ``LMDBError`` with `readersFull` if all slots are in use.
    init(_ environment: Environment) throws(LMDBError) {
        unsafe handle = try environment.begin(flags: MDB_RDONLY)
    }

    /// Keeps the tables that the transaction has opened; an abort would close them.
    deinit {
        unsafe mdb_txn_commit(handle)
    }
}

/// The transaction that can change the environment; at most one exists at a time. It sees its own changes.
///
/// ``Environment/write(_:)`` creates it. Every change gets it `inout`, so that the compiler rejects a change during a
/// scan in the same transaction.
@safe
public struct WriteTransaction: ~Copyable, Transaction {
    public static let createsTables = true

    @unsafe public let handle: OpaquePointer

    /// Waits until no other write is running, in this process or another, and begins the transaction.
    init(_ environment: Environment) throws(LMDBError) {
        unsafe handle = try environment.begin(flags: 0)
    }

    /// Makes the changes durable, then visible to readers. If this throws, the changes are dropped.
    consuming func commit(to folder: String, openPath: String) throws(LMDBError) {
        let handle = unsafe self.handle
        discard self
        do {
            try unsafe check(mdb_txn_commit(handle), .commit, folder)
        } catch let error where error.code == .inputOutput && isDiskFull(at: openPath) {
            // LMDB reports a short write on a full disk as an input/output error.
            throw LMDBError(.diskFull, .commit, folder)
        }
    }

    /// Drops the changes if they were not committed.
    deinit {
        unsafe mdb_txn_abort(handle)
    }
}
