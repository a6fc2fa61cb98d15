internal import Foundation
internal import LMDB
internal import SystemPackage

extension StoreReport {
    /// Walks the whole store in a folder, in which nothing is changed, and whose lock the caller holds.
    ///
    /// Damage to LMDB's own pages, which have no checksums, may kill the process: call it in one that may die.
    ///
    /// - Parameter isAlive: called at each entry of each table.
    /// - Throws: ``StoreError``: `store-missing`, `store-truncated`, `schema-unknown`, `store-damaged` or whatever keeps
    ///   the store from being opened.
    /// - Complexity: O(n log n), on a thread that may block.
    public init(walking folder: String, isAlive: @escaping () -> Void) throws(StoreError) {
        do {
            self = try Self.walk(StoreFolder.storeFile(in: folder), folder, StoreWalk(isAlive: isAlive))
        } catch {
            throw StoreError(error)
        }
    }

    private static func walk(_ file: FilePath, _ folder: String, _ walk: StoreWalk) throws -> StoreReport {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.string)
        guard let size = (attributes?[.size] as? NSNumber)?.intValue else {
            throw StoreError.storeMissing(file: file.string)
        }
        // A node that died before its first commit.
        if size == 0 { return walk.report(bytes: 0) }
        // LMDB enlarges the map to what the file says: where address space is scarce, 64 GiB cannot be had.
        let options = Environment.Options(mapSize: 1 << 20, readOnly: true, usesLockFile: false)
        let environment = try Environment(folder: folder, options: options)
        try StoreFolder.requireWhole(environment, file)
        try environment.read { transaction in walk.freePages(of: environment, in: transaction) }
        if let tables = try tables(of: environment, folder, walk) {
            try environment.read { transaction in StoreCheck(tables: tables).run(walk, in: transaction) }
        }
        return walk.report(bytes: try environment.info.usedBytes)
    }

    /// Nothing where the store is still empty, or lacks a table, which is a finding.
    private static func tables(of environment: Environment, _ folder: String, _ walk: StoreWalk) throws -> Tables? {
        guard let meta = try? Table<Meta, UInt64>(existing: Tables.Name.meta.rawValue, of: environment) else {
            if try environment.info.lastTransaction > 0 { walk.findInStore("The table meta is missing.") }
            return nil
        }
        // One of an older version, too: the node that opens it next reads all of it to bring it up to date.
        let schema = try environment.read { try meta.get(.schema, in: $0) } ?? StoreFolder.schemaVersion
        guard (1...StoreFolder.schemaVersion).contains(schema) else {
            throw StoreError.schemaUnknown(folder: folder, schema: schema, supported: StoreFolder.schemaVersion)
        }
        do {
            return try Tables(of: environment, schema: schema)
        } catch {
            // All tables but that one are made in one commit, after that one.
            let count = Tables.Name.allCases.count {
                (try? Table<[UInt8], [UInt8]>(existing: $0.rawValue, of: environment)) != nil
            }
            if count > 1 { walk.findInStore("A table is missing or cannot be opened: \(error).") }
            return nil
        }
    }
}
