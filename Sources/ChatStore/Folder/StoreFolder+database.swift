internal import ChatModel
internal import LMDB
internal import SystemPackage

extension StoreFolder {
    /// The number of the schema: it rises with each change of a table or a record. A store with another number is refused,
    /// except those that ``openDatabase(_:)`` brings to this one.
    static let schemaVersion: UInt64 = 17

    /// Opens the environment and all its tables.
    ///
    /// - Parameter options: the map size and the highest form count; the rest is ignored.
    /// - Throws: ``StoreError``, ``LMDBError``.
    func openDatabase(_ options: StoreOptions) throws -> OpenDatabase.Database {
        let environment = try Environment(
            folder: path, openPath: openPath, options: .init(mapSize: options.mapSizeBytes))
        try Self.requireWhole(environment, Self.storeFile(in: path))
        // The tables of another schema may have other types, so the schema is read before they are opened.
        let stored = try Self.schema(of: environment)
        guard try stored != nil || environment.info.lastTransaction == 0 else {
            throw StoreError.unsound(reason: "The number of the schema is missing.")
        }
        let checksum = try environment.write { transaction in
            let meta = try Table<Meta, UInt64>(Environment.mainTable, in: transaction)
            guard let schema = stored else {
                try meta.put(.schema, Self.schemaVersion, in: &transaction)
                let checksum = Checksum(seed: try newChecksumSeed())
                try checksum.put(into: meta, in: &transaction)
                return checksum
            }
            switch schema {
            case 13, 14, 15:
                // It knows how far the peers' logs were read in another form. Each is read from its start. Its group has no founder,
                // so no message says who is a member: the index of statements is empty.
                for table in ["peers", "exceptions", "gaps", "quarantine", "clock-setbacks"] {
                    try Table<[UInt8], [UInt8]>.remove(table, in: &transaction)
                }
            case 16: break
            default: try Self.requireSupported(schema, in: path)
            }
            return try Checksum(from: meta, in: transaction)
        }
        let tables = try environment.write { transaction in
            let tables = try Tables(in: transaction, checksum)
            try tables.readAgainByNewRules(knowing: options.highestForm, in: &transaction)
            if let stored, stored != Self.schemaVersion {
                try tables.findRelations(in: &transaction)
                try tables.eraseAllDeleted(in: &transaction)
                try tables.meta.put(.schema, Self.schemaVersion, in: &transaction)
            }
            return tables
        }
        return OpenDatabase.Database(environment: environment, tables: tables)
    }

    /// Returns the number of the schema of a store; nil for a new store.
    static func schema(of environment: Environment) throws -> UInt64? {
        try environment.read { transaction in
            let meta = try Table<Meta, UInt64>(Environment.mainTable, in: transaction)
            if let schema = try meta.get(.schema, in: transaction) { return schema }
            // Up to schema 5, the numbers had a table of their own.
            do {
                return try Table<Meta, UInt64>("meta", in: transaction).get(.schema, in: transaction)
            } catch let error as LMDBError where error.code == .notFound {
                return nil
            }
        }
    }

    /// Finds the first id to give.
    ///
    /// - Parameter options: the clocks and `onJump` count; the rest is ignored.
    /// - Throws: ``StoreError``, ``LMDBError``.
    func idReserve(for database: OpenDatabase.Database, _ options: StoreOptions) throws -> IDReserve {
        let stored = try database.environment.read { transaction in
            try database.tables.storedIDs(in: transaction)
        }
        let files = try idsFiles()
        let start = IDStart(stored, files: files, hasRun: hasKey, now: options.time.wall)
        if let jump = start.jump { options.onJump(jump) }
        return IDReserve(start, in: self, time: options.time)
    }

    /// Requires that the file was not cut short: reading beyond its end would kill the process.
    ///
    /// - Throws: ``StoreError`` with `store-truncated`.
    static func requireWhole(_ environment: Environment, _ file: FilePath) throws {
        guard let (expected, actual) = try environment.truncation() else { return }
        throw StoreError.truncated(file: file.string, bytes: actual, expectedBytes: expected)
    }

    /// Returns the seed of a new store. The store keeps the seed also if the node gets another key.
    private func newChecksumSeed() throws(StoreError) -> ChecksumSeed {
        // A store that was built again without its node key has no key yet.
        hasKey ? ChecksumSeed(of: try loadKey(replacingLost: false).key) : .random()
    }

    /// - Throws: ``StoreError`` with `schema-unknown`.
    static func requireSupported(_ schema: UInt64, in folder: String) throws(StoreError) {
        guard schema != schemaVersion else { return }
        throw .schemaUnknown(folder: folder, schema: schema, supported: schemaVersion)
    }
}
