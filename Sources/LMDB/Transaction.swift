internal import CLMDB

/// A consistent view of an environment, for the duration of a closure: what tables read in.
///
/// ``ReadTransaction`` and ``WriteTransaction`` are the only two. Neither can be copied, stored or made by a caller, so that
/// none outlives the closure it was given to; and what tables read in one is a copy. Conforming is for this module only.
public protocol Transaction: ~Copyable {
    /// LMDB's handle; valid while the transaction is.
    @unsafe var handle: OpaquePointer { get }

    /// The environment this is a transaction of.
    var environment: ObjectIdentifier { get }
}

/// A snapshot of the environment as the last commit left it, which writers do not disturb.
///
/// Given by ``Environment/read(_:)``. While one is open, the pages it can see are not used again: keep it short.
@safe
public struct ReadTransaction: ~Copyable, Transaction {
    @unsafe public let handle: OpaquePointer
    public let environment: ObjectIdentifier

    /// Takes a reader slot.
    ///
    /// - Throws: ``LMDBError`` with `readersFull` when there is none.
    init(_ environment: Environment) throws(LMDBError) {
        unsafe handle = try environment.begin(flags: MDB_RDONLY)
        self.environment = ObjectIdentifier(environment)
    }

    /// Ends the transaction so that tables opened in it stay open, which ending it by `deinit` would undo.
    consuming func keepTables(of folder: String) throws(LMDBError) {
        let handle = unsafe self.handle
        discard self
        try unsafe check(mdb_txn_commit(handle), .open, folder)
    }

    deinit {
        unsafe mdb_txn_abort(handle)
    }
}

/// The one transaction at a time that can change the environment. It sees its own changes.
///
/// Given by ``Environment/write(_:)``. What changes something takes it `inout`, so that the compiler refuses changes
/// while a scan over the same transaction is under way.
@safe
public struct WriteTransaction: ~Copyable, Transaction {
    @unsafe public let handle: OpaquePointer
    public let environment: ObjectIdentifier

    /// Waits for the writer before, in this process or another.
    init(_ environment: Environment) throws(LMDBError) {
        unsafe handle = try environment.begin(flags: 0)
        self.environment = ObjectIdentifier(environment)
    }

    /// Makes the changes durable, then visible. They are gone if this throws.
    consuming func commit(to folder: String) throws(LMDBError) {
        let handle = unsafe self.handle
        discard self
        do {
            try unsafe check(mdb_txn_commit(handle), .commit, folder)
        } catch let error where error.code == .inputOutput && isDiskFull(at: folder) {
            // LMDB takes a write that was cut short for an input/output error.
            throw LMDBError(.diskFull, .commit, folder)
        }
    }

    /// Without a commit: drops the changes.
    deinit {
        unsafe mdb_txn_abort(handle)
    }
}
