public import ChatModel
internal import LMDB

/// A room and its last message.
public struct RoomSummary: Hashable, Sendable {
    public let room: Room
    /// The id of the last message; 0 for an empty main room. Any other room has a message.
    public let last: LogID

    public init(room: Room, last: LogID) {
        self.room = room
        self.last = last
    }
}

/// The rooms by the id of their last message.
struct NewestRoomIndex: LogIndex {
    /// The room's name by the id of its last message; empty for the main room.
    private let table: Table<UInt64, [UInt8]>
    private let rooms: RoomIndex

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table("newest-rooms")
        rooms = try RoomIndex(from: &opener)
    }

    /// Returns the rooms with the newest messages, newest first, at most `limit`. The main room is always included.
    ///
    /// - Complexity: O(log n + limit)
    func rooms(limit: Int, in transaction: borrowing ReadTransaction) throws -> [RoomSummary] {
        let limit = max(limit, 1)
        var summaries: [RoomSummary] = []
        try table.scan(in: transaction, reversed: true, limit: limit) { id, name in
            // An illegal name is damage, which a check finds.
            if let room = try? Room(utf8: name) { summaries.append(RoomSummary(room: room, last: LogID(key: id))) }
            return .next
        }
        if summaries.contains(where: { $0.room == .main }) { return summaries }
        let last = try rooms.last(in: RoomPrefix(.main), in: transaction).map(LogID.init(key:)) ?? .zero
        return summaries.prefix(limit - 1) + [RoomSummary(room: .main, last: last)]
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        let (room, id) = (RoomPrefix(message.fields.room), entry.id.rawValue)
        if let last = try last(in: room, before: id, in: transaction) { try table.delete(last, in: &transaction) }
        try table.put(id, room.name, in: &transaction)
    }

    /// Returns the last message of a room before a new message of the room.
    ///
    /// Mostly the message before is of the same room. Then this table alone shows that, which takes half the time.
    private func last(
        in room: RoomPrefix, before id: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> UInt64? {
        if let newest = try table.last(in: transaction), newest.value == room.name { return newest.key }
        return try rooms.last(in: room, before: id, in: transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        try remove(message, at: entry.id.rawValue, in: &transaction)
    }

    func remove(_ damaged: DamagedMessage, in transaction: inout WriteTransaction) throws {
        try remove(damaged.message, at: damaged.id, in: &transaction)
    }

    private func remove(_ message: Message, at id: UInt64, in transaction: inout WriteTransaction) throws {
        guard try table.delete(id, in: &transaction) else { return }
        let room = RoomPrefix(message.fields.room)
        guard let last = try rooms.last(in: room, before: id, in: transaction) else { return }
        try table.put(last, room.name, in: &transaction)
    }

    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    /// Returns nil: the index has rooms, not single messages.
    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? { nil }

    /// Each entry names the last message of its room, so an equal count proves that every room has its entry.
    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        let count = check.scan(table, in: snapshots) { id, name, transaction in
            guard let room = try? Room(utf8: name),
                try rooms.last(in: RoomPrefix(room), in: transaction) == id
            else {
                check.note(
                    .bookkeeping("The list of rooms has message \(id) as the last of a room, which it is not."))
                return
            }
        }
        guard snapshots.areOne else { return }
        check.attempt("The rooms cannot be counted") {
            let roomCount = try snapshots.read { try countRooms(in: $0) }
            if count != roomCount {
                check.note(.bookkeeping("The list of rooms has \(count) entries for \(roomCount) rooms."))
            }
        }
    }

    /// Returns the number of rooms in the index of rooms.
    private func countRooms(in transaction: borrowing ReadTransaction) throws -> Int {
        var count = 0
        var order = AscendingKeys()
        var next = try rooms.table.first(in: transaction)?.key
        while let first = next {
            try order.require(first.encoded())
            count += 1
            next = try rooms.table.first(.after(first.endOfRoom), in: transaction)?.key
        }
        return count
    }
}

extension Tables {
    var newestRoomIndex: NewestRoomIndex { indexes[NewestRoomIndex.self] }
}
