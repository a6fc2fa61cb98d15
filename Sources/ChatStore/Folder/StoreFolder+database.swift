internal import ChatModel
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    /// Steps that bring an older store to the next schema, by the version they start from.
    private static let migrations: [UInt64: @Sendable (inout WriteTransaction) throws -> Void] = [
        // The order in each room, and that of the rooms, are new.
        1: { transaction in
            let tables = try Tables(in: &transaction)
            try RoomOrder(tables: tables).build(in: &transaction)
            try NewestRooms(tables: tables).build(in: &transaction)
        }
    ]
    static let schemaVersion: UInt64 = 2

    /// Opens the environment and all its tables, and notices a copy.
    ///
    /// - Parameters:
    ///   - now: what the wall clock says.
    ///   - announce: as ``StoreOptions/announce``.
    /// - Throws: ``StoreError``, ``LMDBError``.
    func openDatabase(
        mapSizeBytes: Int, now: UnixTime, announce: (String) -> Void = { _ in }
    ) throws -> OpenDatabase.Database {
        let environment = try Environment(folder: path, options: .init(mapSize: mapSizeBytes))
        try Self.requireWhole(environment, storeFile)
        // Before the tables are opened: a newer schema's may be of other types.
        let schema = try environment.write { transaction in try self.migrate(in: &transaction, announce) }
        guard schema == Self.schemaVersion else {
            throw StoreError.schemaUnknown(folder: path, schema: schema, supported: Self.schemaVersion)
        }
        let identity = try FileIdentity(path: storeFile.string)
        let tables = try environment.write { transaction in
            let tables = try Tables(in: &transaction)
            try self.noticeCopy(identity, tables, now, in: &transaction)
            return tables
        }
        return OpenDatabase.Database(environment: environment, tables: tables)
    }

    /// - Throws: ``StoreError`` with `store-truncated` for a file that was cut short: reading behind its end would kill
    ///   the process.
    static func requireWhole(_ environment: Environment, _ file: FilePath) throws {
        guard let (expected, actual) = try environment.truncation() else { return }
        throw StoreError.truncated(file: file.string, bytes: actual, expectedBytes: expected)
    }

    /// - Returns: the schema of the store, which is a newer one than this program's if it could not be migrated.
    private func migrate(in transaction: inout WriteTransaction, _ announce: (String) -> Void) throws -> UInt64 {
        let meta = try Table<Meta, UInt64>("meta", in: &transaction)
        guard var schema = try meta.get(.schema, in: transaction) else {
            try meta.put(.schema, Self.schemaVersion, in: &transaction)
            return Self.schemaVersion
        }
        while schema < Self.schemaVersion, let step = Self.migrations[schema] {
            announce(
                "The store in \(path) is being brought up to date, from schema \(schema) to \(schema + 1): all of it is read."
            )
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
            let last = try tables.log.last(in: transaction).flatMap { Record.arrival(of: $0.value) }
            try tables.meta.put(.nextID, LogID.firstInCopy(next: next, last: last, now: now), in: &transaction)
        }
        try tables.meta.put(.fileInode, identity.inode, in: &transaction)
        try tables.meta.put(.fileBirth, identity.birthNanoseconds, in: &transaction)
    }
}
