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
///
/// A transaction that appends messages changes the index once, at its end: see ``update(_:since:in:)``. Until then, the
/// index has the last message of each room before the new ones.
struct NewestRoomIndex: LogIndex {
    private let table: SetTable<NewestRoom, Empty>
    private let rooms: RoomIndex

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.sets(.newestRooms)
        rooms = try RoomIndex(from: &opener)
    }

    /// Returns the rooms with the newest messages, newest first, at most `limit`. The main room is always included.
    ///
    /// - Complexity: O(log n + limit)
    func rooms(limit: Int, in transaction: borrowing ReadTransaction) throws -> [RoomSummary] {
        let limit = max(limit, 1)
        var summaries: [RoomSummary] = []
        try table.scanPairs(in: transaction, reversed: true, limit: limit) { newest, _ in
            // An illegal name is damage, which a check finds.
            if let room = try? Room(utf8: newest.room.name) {
                summaries.append(RoomSummary(room: room, last: LogID(key: newest.last)))
            }
            return .next
        }
        if summaries.contains(where: { $0.room == .main }) { return summaries }
        let last = try rooms.last(in: RoomPrefix(.main), in: transaction).map(LogID.init(key:)) ?? .zero
        return summaries.prefix(limit - 1) + [RoomSummary(room: .main, last: last)]
    }

    /// Writes nothing: ``update(_:since:in:)`` does, once for all messages of a transaction.
    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) {}

    /// Lists the last messages of rooms to which a transaction has appended messages. The transaction calls this once,
    /// after its last message.
    ///
    /// - Parameters:
    ///   - changed: the rooms of all appended messages.
    ///   - first: the first id that the transaction has given.
    func update(
        _ changed: some Sequence<RoomPrefix>, since first: UInt64, in transaction: inout WriteTransaction
    ) throws {
        for room in changed {
            guard let last = try rooms.last(in: room, in: transaction), last >= first else { continue }
            if let earlier = try earlierLast(of: room, before: first, in: transaction) {
                try remove(NewestRoom(last: earlier, room: room), in: &transaction)
            }
            try table.insert(Empty(), under: NewestRoom(last: last, room: room), in: &transaction)
        }
    }

    /// Returns the last message of a room before an id above all ids of this index.
    ///
    /// Mostly the newest message of the index is of the same room. Then this index alone shows that.
    private func earlierLast(
        of room: RoomPrefix, before id: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> UInt64? {
        if let newest = try newest(in: transaction), newest.room == room { return newest.last }
        return try rooms.last(in: room, before: id, in: transaction)
    }

    private func newest(in transaction: borrowing WriteTransaction) throws -> NewestRoom? {
        var newest: NewestRoom?
        try table.scanPairs(in: transaction, reversed: true, limit: 1) { found, _ in
            newest = found
            return .stop
        }
        return newest
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        try remove(message, at: entry.id.rawValue, in: &transaction)
    }

    func remove(_ damaged: DamagedMessage, in transaction: inout WriteTransaction) throws {
        try remove(damaged.message, at: damaged.id, in: &transaction)
    }

    private func remove(_ message: Message, at id: UInt64, in transaction: inout WriteTransaction) throws {
        let room = RoomPrefix(message.fields.room)
        guard try remove(NewestRoom(last: id, room: room), in: &transaction),
            let last = try rooms.last(in: room, before: id, in: transaction)
        else { return }
        try table.insert(Empty(), under: NewestRoom(last: last, room: room), in: &transaction)
    }

    @discardableResult
    private func remove(_ room: NewestRoom, in transaction: inout WriteTransaction) throws -> Bool {
        try table.remove(Empty(), under: room, in: &transaction)
    }

    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    /// Returns nil: the index has rooms, not single messages.
    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? { nil }

    /// Each entry names the last message of its room, so an equal count proves that every room has its entry.
    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        let count = check.scan(table, in: snapshots) { newest, _, transaction in
            guard (try? Room(utf8: newest.room.name)) != nil,
                try rooms.last(in: newest.room, in: transaction) == newest.last
            else {
                check.note(
                    .bookkeeping(
                        "The list of rooms has message \(newest.last) as the last of a room, which it is not."))
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
        try rooms.scanRooms(in: transaction) { room in
            try order.require(room.encoded())
            count += 1
        }
        return count
    }
}

/// A room in the order of the last messages: id of the last message (4 bytes), the room as in ``RoomPrefix``.
private struct NewestRoom: TableKey {
    let last: UInt64
    let room: RoomPrefix

    init(last: UInt64, room: RoomPrefix) {
        self.last = last
        self.room = room
    }

    var encodedByteCount: Int { 4 + room.encodedByteCount }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: UInt32(clamping: last))
        room.encode(into: &bytes)
    }

    init(decoding bytes: RawSpan) throws {
        last = UInt64(try bytes.bigEndian(at: 0, as: UInt32.self))
        room = try RoomPrefix(decoding: bytes.extracting(droppingFirst: 4))
    }
}

extension Tables {
    var newestRoomIndex: NewestRoomIndex { indexes[NewestRoomIndex.self] }
}
