public import ChatModel
internal import LMDB

/// A room, its last message, and what its messages say about it.
public struct RoomSummary: Hashable, Sendable {
    public let room: Room
    /// The id of the last message; 0 for an empty main room. Any other room has a message.
    public let last: LogID
    /// What the room is about; nil if no message says it.
    public internal(set) var topic: FieldValue?
    /// The name under which people see the room; nil if no message says it.
    public internal(set) var alias: FieldValue?

    public init(room: Room, last: LogID, topic: FieldValue? = nil, alias: FieldValue? = nil) {
        (self.room, self.last, self.topic, self.alias) = (room, last, topic, alias)
    }
}

/// The rooms by the id of their last message, and by the id of the message that created them.
///
/// A transaction that appends messages changes the index once, at its end: see ``update(_:since:in:)``. Until then, the
/// index has the last message of each room before the new ones.
struct NewestRoomIndex: LogIndex {
    private let table: SetTable<RoomAtID, Empty>
    /// Each room with the id of the first message that it had when it was added. A room of which all messages were damaged
    /// and stored again is added again.
    private let oldest: SetTable<RoomAtID, Empty>
    private let rooms: RoomIndex

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.newestRooms, in: transaction)
        oldest = try SetTable(.oldestRooms, in: transaction)
        rooms = try RoomIndex(in: transaction)
    }

    /// So many of the oldest rooms are searched for those that are in use.
    private static let oldRooms = 1000

    /// Returns rooms by their last messages: see ``ChatStore/rooms(limit:)``.
    ///
    /// - Parameters:
    ///   - isRecent: whether the message with an id is recent, so that its room is in use.
    ///   - isListed: whether a room is listed. It gets the id of the last message of the room.
    func rooms(
        limit: Int, in transaction: borrowing ReadTransaction, isRecent: (UInt64) throws -> Bool,
        isListed: (RoomPrefix, UInt64) throws -> Bool
    ) throws -> [RoomSummary] {
        let limit = max(limit, 1)
        let summaries = try newest(limit: limit == .max ? limit : limit + 1, in: transaction, isListed)
        guard summaries.count > limit else { return try withMainRoom(summaries, limit: limit, in: transaction) }
        let newest = try withMainRoom(summaries.prefix(limit - limit / 2), limit: limit, in: transaction)
        let old = try oldest(limit: limit - newest.count, except: newest.map(\.room), in: transaction) {
            try isRecent($1) && isListed($0, $1)
        }
        let listed = Set((newest + old).map(\.room))
        let rest = summaries.filter { !listed.contains($0.room) }
        return (newest + old + rest.prefix(limit - newest.count - old.count)).sorted { $0.last > $1.last }
    }

    /// Returns a list with the main room, if necessary instead of the last room.
    private func withMainRoom(
        _ summaries: some Collection<RoomSummary>, limit: Int, in transaction: borrowing ReadTransaction
    ) throws -> [RoomSummary] {
        if summaries.contains(where: { $0.room == .main }) { return Array(summaries) }
        let last = try rooms.last(in: RoomPrefix(.main), in: transaction).map(LogID.init(key:)) ?? .zero
        return summaries.prefix(limit - 1) + [RoomSummary(room: .main, last: last)]
    }

    private func newest(
        limit: Int, in transaction: borrowing ReadTransaction, _ isListed: (RoomPrefix, UInt64) throws -> Bool
    ) throws -> [RoomSummary] {
        var summaries: [RoomSummary] = []
        try table.scanPairs(in: transaction, reversed: true) { newest, _ in
            // An illegal name is damage, which a check finds.
            if let room = try? Room(utf8: newest.room.name), try isListed(newest.room, newest.id) {
                summaries.append(RoomSummary(room: room, last: LogID(key: newest.id)))
            }
            return summaries.count < limit ? .next : .stop
        }
        return summaries
    }

    /// Returns the oldest rooms that are in use, oldest first.
    private func oldest(
        limit: Int, except listed: [Room], in transaction: borrowing ReadTransaction,
        _ isWanted: (RoomPrefix, UInt64) throws -> Bool
    ) throws -> [RoomSummary] {
        guard limit > 0 else { return [] }
        var found = Set(listed)
        var summaries: [RoomSummary] = []
        try oldest.scanPairs(in: transaction, limit: Self.oldRooms) { oldest, _ in
            if let room = try? Room(utf8: oldest.room.name), found.insert(room).inserted,
                let last = try rooms.last(in: oldest.room, in: transaction), try isWanted(oldest.room, last)
            {
                summaries.append(RoomSummary(room: room, last: LogID(key: last)))
            }
            return summaries.count < limit ? .next : .stop
        }
        return summaries
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
                try remove(RoomAtID(id: earlier, room: room), in: &transaction)
            } else if let created = try rooms.first(in: room, in: transaction) {
                try oldest.insert(Empty(), under: RoomAtID(id: created, room: room), in: &transaction)
            }
            try table.insert(Empty(), under: RoomAtID(id: last, room: room), in: &transaction)
        }
    }

    /// Returns the last message of a room before an id above all ids of this index.
    ///
    /// Mostly the newest message of the index is of the same room. Then this index alone shows that.
    private func earlierLast(
        of room: RoomPrefix, before id: UInt64, in transaction: borrowing WriteTransaction
    ) throws -> UInt64? {
        if let newest = try newest(in: transaction), newest.room == room { return newest.id }
        return try rooms.last(in: room, before: id, in: transaction)
    }

    private func newest(in transaction: borrowing WriteTransaction) throws -> RoomAtID? {
        var newest: RoomAtID?
        try table.scanPairs(in: transaction, reversed: true, limit: 1) { found, _ in
            newest = found
            return .stop
        }
        return newest
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        let id = entry.id.rawValue
        let room = RoomPrefix(message.fields.room)
        guard try remove(RoomAtID(id: id, room: room), in: &transaction),
            let last = try rooms.last(in: room, before: id, in: transaction)
        else { return }
        try table.insert(Empty(), under: RoomAtID(id: last, room: room), in: &transaction)
    }

    @discardableResult
    private func remove(_ room: RoomAtID, in transaction: inout WriteTransaction) throws -> Bool {
        try table.remove(Empty(), under: room, in: &transaction)
    }

    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    /// Returns nil: the index has rooms, not single messages.
    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? { nil }

    /// Each entry names the last message of its room, so an equal count proves that every room has its entry.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction) { newest, _ in
            guard (try? Room(utf8: newest.room.name)) != nil,
                try rooms.last(in: newest.room, in: transaction) == newest.id
            else {
                check.note(
                    .bookkeeping(
                        "The list of rooms has message \(newest.id) as the last of a room, which it is not."))
                return
            }
        }
        let oldCount = check.scan(oldest, in: transaction)
        check.attempt("The rooms cannot be counted") {
            let roomCount = try countRooms(in: transaction)
            if count != roomCount {
                check.note(.bookkeeping("The list of rooms has \(count) entries for \(roomCount) rooms."))
            }
            if oldCount < roomCount {
                check.note(.bookkeeping("The list of old rooms has \(oldCount) entries for \(roomCount) rooms."))
            }
        }
    }

    /// Returns the number of rooms in the index of rooms.
    private func countRooms(in transaction: borrowing ReadTransaction) throws -> Int {
        var count = 0
        var order = AscendingKeys()
        try rooms.scanRooms(in: transaction) { room in
            try order.require(room.encoded())
            // A room of relations alone is not listed.
            if try rooms.last(in: room, in: transaction) != nil { count += 1 }
        }
        return count
    }
}

/// A room in the order of ids: id of a message (4 bytes), the room as in ``RoomPrefix``.
private struct RoomAtID: TableKey {
    let id: UInt64
    let room: RoomPrefix

    init(id: UInt64, room: RoomPrefix) {
        self.id = id
        self.room = room
    }

    var encodedByteCount: Int { 4 + room.encodedByteCount }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: UInt32(clamping: id))
        room.encode(into: &bytes)
    }

    init(decoding bytes: RawSpan) throws {
        id = UInt64(try bytes.bigEndian(at: 0, as: UInt32.self))
        room = try RoomPrefix(decoding: bytes.extracting(droppingFirst: 4))
    }
}
