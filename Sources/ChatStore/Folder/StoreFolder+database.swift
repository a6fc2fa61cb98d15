internal import ChatModel
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    /// Steps that bring an older store to the next schema, by the version they start from.
    private static let migrations: [UInt64: @Sendable (inout WriteTransaction) throws -> Void] = [:]
    static let schemaVersion: UInt64 = 1

    /// Opens the environment and all its tables, and notices a copy.
    ///
    /// - Parameter now: what the wall clock says.
    /// - Throws: ``StoreError``, ``LMDBError``.
    func openDatabase(mapSizeBytes: Int, now: UnixTime) throws -> OpenDatabase.Database {
        let environment = try Environment(folder: path, options: .init(mapSize: mapSizeBytes))
        if let (expected, actual) = try environment.truncation() {
            throw StoreError(
                .truncated,
                "The store \(storeFile) was cut short: \(actual) bytes instead of \(expected). Put a backup in its place, "
                    + "or move data.mdb away and let the node fill from its peers.")
        }
        // Before the tables are opened: a newer schema's may be of other types.
        let schema = try environment.write { transaction in try self.migrate(in: &transaction) }
        guard schema == Self.schemaVersion else {
            throw StoreError(
                .schemaUnknown,
                "The store in \(path) was written by another version of the program (schema \(schema), this one knows "
                    + "\(Self.schemaVersion)); start that version, or name another folder with --data.")
        }
        let identity = try FileIdentity(path: storeFile.string)
        let tables = try environment.write { transaction in
            let tables = try Tables(in: &transaction)
            try self.noticeCopy(identity, tables, now, in: &transaction)
            return tables
        }
        return OpenDatabase.Database(environment: environment, tables: tables)
    }

    /// - Returns: the schema of the store, which is a newer one than this program's if it could not be migrated.
    private func migrate(in transaction: inout WriteTransaction) throws -> UInt64 {
        let meta = try Table<Meta, UInt64>("meta", in: &transaction)
        guard var schema = try meta.get(.schema, in: transaction) else {
            try meta.put(.schema, Self.schemaVersion, in: &transaction)
            return Self.schemaVersion
        }
        while schema < Self.schemaVersion, let step = Self.migrations[schema] {
            try step(&transaction)
            schema += 1
            try meta.put(.schema, schema, in: &transaction)
        }
        return schema
    }

    private func noticeCopy(
        _ identity: FileIdentity, _ tables: Tables, _ now: UnixTime, in transaction: inout WriteTransaction
    ) throws {
        let inode = try tables.meta.get(.fileInode, in: transaction)
        let birth = try tables.meta.get(.fileBirth, in: transaction)
        guard inode != identity.inode || birth != identity.birthNanoseconds else { return }
        if inode != nil {
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            try tables.meta.put(.nextID, LogID.firstInCopy(next: next, now: now), in: &transaction)
        }
        try tables.meta.put(.fileInode, identity.inode, in: &transaction)
        try tables.meta.put(.fileBirth, identity.birthNanoseconds, in: &transaction)
    }
}
