internal import ChatModel
internal import LMDB

/// A table whose keys are ids of this store. An id takes 4 bytes, so that more short records fit into an LMDB page.
///
/// All ids of a store are below ``Limits/idCeiling``. Peers and clients may ask for larger ones, which no table has.
///
/// The functions do what those of ``Table`` do.
struct IDTable<Value: TableValue & Sendable>: Sendable {
    typealias Entry = (key: UInt64, value: Value)

    private let table: Table<UInt32, Value>

    init(_ name: String, from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table(name)
    }

    func get(_ id: UInt64, in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Value? {
        try table.get(UInt32(clamping: id), in: transaction)
    }

    func put(_ id: UInt64, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try table.put(UInt32(id), value, in: &transaction)
    }

    func append(_ id: UInt64, _ value: Value, in transaction: inout WriteTransaction) throws(LMDBError) {
        try table.append(UInt32(id), value, in: &transaction)
    }

    @discardableResult
    func delete(_ id: UInt64, in transaction: inout WriteTransaction) throws(LMDBError) -> Bool {
        try table.delete(UInt32(id), in: &transaction)
    }

    func scan(
        _ ids: KeyRange<UInt64> = .all, in transaction: borrowing some Transaction & ~Copyable, reversed: Bool = false,
        limit: Int? = nil, _ body: (_ id: UInt64, _ value: Value) throws -> ScanStep
    ) throws {
        try table.scan(Self.keys(ids), in: transaction, reversed: reversed, limit: limit) { key, value in
            try body(UInt64(key), value)
        }
    }

    func count(
        _ ids: KeyRange<UInt64>, upTo limit: Int, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Int {
        try table.count(Self.keys(ids), upTo: limit, in: transaction)
    }

    func first(
        _ ids: KeyRange<UInt64> = .all, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Entry? {
        try table.first(Self.keys(ids), in: transaction).map { (UInt64($0.key), $0.value) }
    }

    func last(
        _ ids: KeyRange<UInt64> = .all, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> Entry? {
        try table.last(Self.keys(ids), in: transaction).map { (UInt64($0.key), $0.value) }
    }

    private static func keys(_ ids: KeyRange<UInt64>) -> KeyRange<UInt32> { ids.map { UInt32(clamping: $0) } }
}

extension IDTable: ScannedTable {
    var name: String { table.name }

    func count(in transaction: borrowing some Transaction & ~Copyable) throws(LMDBError) -> Int {
        try table.count(in: transaction)
    }

    func scanItems(
        in transaction: borrowing ReadTransaction, _ body: (UInt64, Value) throws -> ScanStep
    ) throws {
        try scan(in: transaction, body)
    }

    static func order(of item: Value) -> [UInt8] { [] }
}
