public import ChatModel
internal import LMDB

/// Checks of the store, and what follows when it is unsound or its file is gone.
extension ChatStore {
    /// Makes every later write fail, because the store is unsound: a write could destroy more. The folder notes that
    /// the store is unsound, too. The store does the same by itself when a read or a write finds that it is unsound.
    ///
    /// Does not call ``StoreOptions/onWriteFailure``, because the caller logs the reason.
    ///
    /// - Parameter reason: a sentence that says why the store is unsound.
    public func refuseWrites(asUnsound reason: String) {
        writer.note(.unsound(reason: reason))
        database.refuseWrites(.unsound(reason: reason))
    }

    /// If `data.mdb` was removed or replaced while the store is open: writes a copy of the store to `data-rescued.mdb` in the
    /// same folder, and refuses later writes. Otherwise the messages would be lost when the store is closed.
    /// ``StoreOptions/onWriteFailure`` is called with the path of the copy. If the file was overwritten, or a read has found the
    /// store unsound, refuses later writes and reports this, too.
    ///
    /// - Throws: ``StoreError`` if no copy could be written; the next call tries again.
    /// - Complexity: O(1) while the file is in its place.
    public func rescueIfFileGone() async throws(StoreError) {
        try await writer.rescue(in: folder, key: key)
    }

    /// Notified when writes begin to fail, fail in another way, or succeed again.
    public var failureChanges: ChangeSignal { writer.failureChanges }

    /// Notes in the folder that a check has ended, and that it did not find the store unsound.
    public func noteChecked() {
        folder.noteChecked()
        // A read or a write may have found what the check has not.
        if case .unsound? = database.refusal { folder.noteUnsound() }
    }

    /// Frees the reader slot of a check process that was killed during a read. Otherwise LMDB keeps the snapshot of
    /// that read, and the file grows.
    public func freeDeadReaders() {
        // Without an open environment there is nothing to free: each opening does this.
        try? database.inspect { environment, _, _ in try environment.freeDeadReaders() }
    }

    /// Checks the whole store and returns its problems; an empty array for a sound store.
    ///
    /// - Complexity: O(n log n). Blocks its thread; for tests.
    public func check() throws(StoreError) -> [StoreProblem] {
        try database.read { transaction, tables in
            let check = StoreCheck(verifiesSignatures: true)
            check.run(tables, in: transaction)
            return check.problems
        }
    }

    /// Checks the store as the check beside a running node does: see ``CheckReport/init(checkingBesideNode:mapSizeBytes:time:pause:onEntry:onDamagedMessage:)``.
    ///
    /// - Complexity: O(n log n). Blocks its thread; for tests.
    func check(inSlicesOf entries: Int, pause: @escaping () -> Void) throws(StoreError) -> [StoreProblem] {
        try database.inspect { environment, _, tables in
            let check = StoreCheck()
            check.run(tables, in: Slices(of: environment, maximumEntries: entries, time: time) { _ in pause() })
            return check.problems
        }
    }
}
