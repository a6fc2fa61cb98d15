internal import ChatModel
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    /// The number of the schema: it rises with each change of a table or a record. A store with another number is refused.
    static let schemaVersion: UInt64 = 4

    /// Opens the environment and all its tables. If the file is a copy, makes the next id jump.
    ///
    /// - Parameter options: the map size, the group and the clock count; the rest is ignored.
    /// - Throws: ``StoreError``, ``LMDBError``.
    func openDatabase(_ options: StoreOptions) throws -> OpenDatabase.Database {
        let environment = try Environment(folder: path, options: .init(mapSize: options.mapSizeBytes))
        try Self.requireWhole(environment, storeFile)
        // The tables of another schema may have other types, so the schema is read before they are opened.
        let schema = try environment.write { transaction in try Self.schema(in: &transaction) }
        guard schema == Self.schemaVersion else {
            throw StoreError.schemaUnknown(folder: path, schema: schema, supported: Self.schemaVersion)
        }
        let identity = try FileIdentity(path: storeFile.string)
        let tables = try environment.write { transaction in
            let tables = try Tables(from: &transaction)
            if let group = options.group { try tables.setGroup(group, in: self.path, &transaction) }
            try self.noticeCopy(identity, tables, options.time.wall, in: &transaction)
            return tables
        }
        return OpenDatabase.Database(environment: environment, tables: tables)
    }

    /// Requires that the file was not cut short: reading beyond its end would kill the process.
    ///
    /// - Throws: ``StoreError`` with `store-truncated`.
    static func requireWhole(_ environment: Environment, _ file: FilePath) throws {
        guard let (expected, actual) = try environment.truncation() else { return }
        throw StoreError.truncated(file: file.string, bytes: actual, expectedBytes: expected)
    }

    /// Returns the number of the store's schema. A new store gets ``schemaVersion``.
    private static func schema(in transaction: inout WriteTransaction) throws -> UInt64 {
        let meta = try Table<Meta, UInt64>(Tables.metaName, in: &transaction)
        if let schema = try meta.get(.schema, in: transaction) { return schema }
        try meta.put(.schema, schemaVersion, in: &transaction)
        return schemaVersion
    }

    /// Compares the file's identity with the stored one. Another identity means that the store is a copy.
    private func noticeCopy(
        _ identity: FileIdentity, _ tables: Tables, _ now: UnixTime, in transaction: inout WriteTransaction
    ) throws {
        let inode = try tables.meta.get(.fileInode, in: transaction)
        let birth = try tables.meta.get(.fileBirth, in: transaction)
        guard inode != identity.inode || birth != identity.birthNanoseconds else { return }
        if inode != nil {
            let next = try tables.meta.get(.nextID, in: transaction) ?? 1
            let last = try tables.log.last(in: transaction).flatMap { Record.commitTime(of: $0.value) }
            try tables.meta.put(.nextID, LogID.firstInCopy(next: next, last: last, now: now), in: &transaction)
        }
        try tables.meta.put(.fileInode, identity.inode, in: &transaction)
        try tables.meta.put(.fileBirth, identity.birthNanoseconds, in: &transaction)
    }
}

extension LogID {
    /// Returns the first id that a copy of a store gives, so that no client gets an id twice that the original has given
    /// since the copy was made.
    ///
    /// The jump is 100,000, and ten more for each second since the last commit, up to 2^28 more: a second copy of the same
    /// backup does not give the ids of the first copy again.
    ///
    /// - Parameter last: the commit time of the last record.
    static func firstInCopy(next: UInt64, last: UnixTime?, now: UnixTime) -> UInt64 {
        let elapsed = last.map { now - $0 } ?? 0
        let jump = 100_000 + min(elapsed / 100, 1 << 28)
        return min(min(next, Limits.idCeiling) + jump, Limits.idCeiling)
    }
}
