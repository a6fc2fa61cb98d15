internal import ChatModel
internal import LMDB

/// An index of the log: tables that are derived from the log's records, with the code that fills and checks them.
///
/// To add an index, write a type for it in a file of its own, add it to ``Indexes`` and ``Tables``, raise `schemaVersion` in
/// `StoreFolder+database.swift` by one, and let `openDatabase` there bring no other schema to it. The program then refuses
/// existing stores, which do not have the index.
protocol LogIndex: Sendable {
    /// Adds a record to the index. The record was just appended to the log.
    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws

    /// Removes a record's message from the index, if the index has it. The record is about to become
    /// ``LogEntry/Body/gone(_:)``, or is damaged. Then the entry has the message from elsewhere, perhaps with other values
    /// and with a wrong arrival.
    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws

    /// Changes the index for a record that was rewritten under its id: the message lost its erasable values. By default,
    /// removes the old record and inserts the new one.
    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) throws

    /// Returns the problem of a record whose bytes are as written but which the index does not contain as it should.
    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem?

    /// Scans the tables of the index, and reports a wrong number of entries or an entry that does not belong there.
    ///
    /// Called after the log was scanned and ``problem(with:in:)`` was called for each readable record.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction)
}

extension LogIndex {
    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) throws {
        try remove(old, in: &transaction)
        try insert(new, in: &transaction)
    }
}

/// All indexes of the log. A check of a record stops at the first index that finds the record damaged.
typealias Indexes = IndexList<
    DigestIndex, NewestRoomIndex, RoomIndex, DisplayOrderIndex, WantedIndex, StatementIndex, AddressIndex,
    RelationIndex, RoomDetailIndex
>

/// A list of indexes of different types. The compiler knows the types, so an insertion allocates nothing for the list.
struct IndexList<each Index: LogIndex>: Sendable {
    private let list: (repeat each Index)

    init(_ list: repeat each Index) { self.list = (repeat each list) }

    /// Adds a record to all indexes.
    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        repeat try (each list).insert(entry, in: &transaction)
    }

    /// Removes a record's message from all indexes.
    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        repeat try (each list).remove(entry, in: &transaction)
    }

    /// Changes all indexes for a record that was rewritten under its id.
    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) throws {
        repeat try (each list).replace(old, with: new, in: &transaction)
    }

    /// Notes the problems that the indexes find with a record.
    ///
    /// When an index finds that the record itself is damaged, the later indexes are not called: they would report the
    /// same damage again.
    func check(_ entry: LogEntry, _ check: StoreCheck, in transaction: borrowing ReadTransaction) throws {
        for index in repeat each list {
            guard let problem = try index.problem(with: entry, in: transaction) else { continue }
            check.note(problem)
            if problem.messageID != nil { return }
        }
    }

    /// Checks the tables of all indexes.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        repeat (each list).checkTables(check, in: transaction)
    }
}
