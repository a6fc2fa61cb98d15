internal import CLMDB

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
