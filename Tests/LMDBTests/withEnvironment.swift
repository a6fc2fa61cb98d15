import LMDB
import TestSupport
import Testing

typealias Numbers = Table<UInt64, UInt64>
typealias Texts = Table<[UInt8], [UInt8]>

/// Runs `body` with an environment in a folder of its own, then walks through all its tables.
func withEnvironment(
    _ options: Environment.Options = Environment.Options(mapSize: 16 << 20),
    _ body: (Environment) throws -> Void
) throws {
    let folder = try TemporaryFolder()
    let environment = try Environment(folder: folder.path, options: options)
    try body(environment)
    try walk(environment)
}

/// A table that is made in a write of its own.
func makeTable<K, V>(_ name: String = "table", in environment: Environment) throws -> Table<K, V> {
    try environment.write { transaction in try Table(name, in: &transaction) }
}

/// What must hold in every environment: in each table the keys ascend, the backward scan is the forward one reversed, the count is the
/// number of entries, each key is found, and the file is as long as it says.
func walk(_ environment: Environment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    // LMDB lists its tables in the unnamed one, which this module does not open: the tests' names are known.
    for name in ["table", "other", "third"] {
        guard let table = try existing(name, environment) else { continue }
        try environment.read { transaction in
            let forward = try entries(of: table, in: transaction)
            let backward = try entries(of: table, in: transaction, reversed: true)
            let keys = forward.map(\.key)
            #expect(backward == forward.reversed(), sourceLocation: sourceLocation)
            #expect(try table.count(in: transaction) == forward.count, sourceLocation: sourceLocation)
            #expect(
                zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) },
                sourceLocation: sourceLocation
            )
            for entry in forward {
                #expect(try table.get(entry.key, in: transaction) == entry.value, sourceLocation: sourceLocation)
            }
        }
    }
    #expect(try environment.truncation() == nil, sourceLocation: sourceLocation)
}

/// A table as bytes, or nil if it was never made.
private func existing(_ name: String, _ environment: Environment) throws -> Texts? {
    do {
        return try Texts(existing: name, of: environment)
    } catch let error as LMDBError where error.code == .notFound {
        return nil
    }
}
