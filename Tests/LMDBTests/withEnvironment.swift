import LMDB
import TestSupport
import Testing

typealias Numbers = Table<UInt64, UInt64>
typealias Texts = Table<[UInt8], [UInt8]>

/// Runs `body` with an environment in a temporary folder, and then checks all its tables.
func withEnvironment(
    _ options: Environment.Options = Environment.Options(mapSize: 16 << 20),
    _ body: (Environment) throws -> Void
) throws {
    let folder = try TemporaryFolder()
    let environment = try Environment(folder: folder.path, options: options)
    try body(environment)
    try check(environment)
}

/// Creates a table in a write of its own.
func makeTable<K, V>(_ name: String = "table", in environment: Environment) throws -> Table<K, V> {
    try environment.write { transaction in try Table(name, in: transaction) }
}

/// Checks an environment. In each table, the keys must ascend, a backward scan must give the entries of a forward scan in
/// reverse, the count must be the number of entries, and a lookup must find each key. The file must not be truncated.
func check(_ environment: Environment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    // The module cannot list the tables of an environment, but the tests use only these names.
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

/// Opens a table of bytes; nil if it does not exist.
private func existing(_ name: String, _ environment: Environment) throws -> Texts? {
    do {
        return try environment.read { try Texts(name, in: $0) }
    } catch let error as LMDBError where error.code == .notFound {
        return nil
    }
}

/// The LMDB error that `body` throws; nil if it does not throw one.
func failure(_ body: () throws -> Void) -> LMDBError? {
    do {
        try body()
        return nil
    } catch {
        return error as? LMDBError
    }
}

/// An error that a test's own closure throws.
struct BodyError: Error {}

/// Opens `depth` read transactions, each within the previous one.
func nestReads(_ depth: Int, in environment: Environment) throws -> Bool {
    if depth == 0 { return true }
    return try environment.read { _ in try nestReads(depth - 1, in: environment) }
}
