import TestSupport

@testable import ChatStore

extension OpenDatabase {
    /// Opens a small database.
    ///
    /// - Parameter beforeOpening: called before each opening, the first one included. An error makes the opening fail.
    convenience init(
        in folder: borrowing TemporaryFolder, beforeOpening: @escaping @Sendable () throws -> Void = {}
    ) throws {
        let storeFolder = try StoreFolder(path: folder.path)
        let options = StoreOptions(folder: folder.path, mapSizeBytes: 16 << 20)
        try self.init {
            try beforeOpening()
            return try storeFolder.openDatabase(options)
        } ids: {
            try storeFolder.idReserve(for: $0, options)
        }
    }
}
