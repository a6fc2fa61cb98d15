internal import CLMDB

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
