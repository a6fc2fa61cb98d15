internal import CLMDB

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
