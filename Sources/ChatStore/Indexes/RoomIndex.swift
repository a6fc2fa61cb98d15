internal import ChatModel
internal import LMDB

/// The ids of the messages of each room, in ascending order.
struct RoomIndex: LogIndex {
    static let tableName = "rooms"

    let table: Table<RoomKey, Empty>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table(Self.tableName)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        try table.put(RoomKey(message.fields.room, entry.id.rawValue), Empty(), in: &transaction)
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard case .message(let message) = entry.body else { return nil }
        let isPresent = try table.contains(RoomKey(message.fields.room, entry.id.rawValue), in: transaction)
        return isPresent ? nil : .bookkeeping("Message \(entry.id) is missing in its room.")
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each message has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        if count != check.messages {
            check.note(.bookkeeping("The index of rooms has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// A message of a room: the room as in ``RoomPrefix``, id (8 bytes).
struct RoomKey: TableKey {
    let room: RoomPrefix
    let id: UInt64

    init(_ room: Room, _ id: UInt64) {
        self.init(room: RoomPrefix(room), id: id)
    }

    private init(room: RoomPrefix, id: UInt64) {
        self.room = room
        self.id = id
    }

    /// The greatest key of the same room.
    var endOfRoom: RoomKey { RoomKey(room: room, id: .max) }

    /// All keys of a room.
    static func range(of room: Room) -> KeyRange<RoomKey> {
        .from(RoomKey(room, 0), through: RoomKey(room, .max))
    }

    func encoded() -> [UInt8] {
        var bytes = room.encoded()
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        room = try RoomPrefix(decoding: bytes, rest: 8)
        id = try bytes.bigEndian(at: room.end)
    }
}

extension Tables {
    var roomIndex: RoomIndex { indexes[RoomIndex.self] }
}
