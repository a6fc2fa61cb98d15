public import ChatModel
internal import LMDB

/// Checks of the store, and what follows when it is unsound or its file is gone.
extension ChatStore {
    /// If `data.mdb` was removed or replaced while the store is open: writes a copy of the store to `data-rescued.mdb` in the
    /// same folder, and refuses later writes. Otherwise the messages would be lost when the store is closed.
    /// ``StoreOptions/onWriteFailure`` is called with the path of the copy. If the file was overwritten, or a read has found the
    /// store unsound, refuses later writes and reports this, too.
    ///
    /// - Throws: ``StoreError`` if no copy could be written; the next call tries again.
    /// - Complexity: O(1) while the file has its name.
    public func rescueIfFileGone() async throws(StoreError) {
        try await writer.rescue(in: folder, key: key)
    }

    /// Notified when writes begin to fail, fail in another way, or succeed again.
    public var failureChanges: ChangeSignal { writer.failureChanges }

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
}
