internal import ChatModel
internal import LMDB

/// The ids of the messages of each room, in ascending order. Messages whose text is present are listed apart from the
/// others, so that a view of texts reads nothing else.
struct RoomIndex: LogIndex {
    static let tableName = "rooms"

    let table: Table<RoomKey, Empty>

    init(from opener: inout some TableOpener & ~Copyable) throws {
        table = try opener.table(Self.tableName)
    }

    /// Returns the id of the last message of a room before `id`; nil if there is none.
    func last(
        in room: RoomPrefix, before id: UInt64 = .max, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UInt64? {
        var last: UInt64?
        for part in RoomKey.Part.allCases {
            guard let key = try table.last(RoomKey.range(of: room, part, before: id), in: transaction)?.key else {
                continue
            }
            last = max(last ?? key.id, key.id)
        }
        return last
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = RoomKey(entry) else { return }
        try table.put(key, Empty(), in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = RoomKey(entry) else { return }
        try table.delete(key, in: &transaction)
    }

    func remove(_ damaged: DamagedMessage, in transaction: inout WriteTransaction) throws {
        let room = RoomPrefix(damaged.message.fields.room)
        for part in RoomKey.Part.allCases { try table.delete(RoomKey(room, part, damaged.id), in: &transaction) }
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = RoomKey(entry), try !table.contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) is missing in its room.")
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each message has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in snapshots: borrowing some Snapshots & ~Copyable) {
        let count = check.scan(table, in: snapshots)
        if !check.isPossible(count, in: snapshots) {
            check.note(.bookkeeping("The index of rooms has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// A message of a room: the room as in ``RoomPrefix``, part (1 byte), id (8 bytes).
struct RoomKey: TableKey {
    /// The two parts of a room's messages.
    enum Part: UInt8, CaseIterable {
        /// Messages without a text, and messages whose text is gone.
        case withoutText = 0
        /// Messages whose text is present.
        case withText = 1
    }

    let room: RoomPrefix
    let part: Part
    let id: UInt64

    fileprivate init(_ room: RoomPrefix, _ part: Part, _ id: UInt64) {
        self.room = room
        self.part = part
        self.id = id
    }

    /// The key of a message; nil for a record without one.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body else { return nil }
        self.init(
            RoomPrefix(message.fields.room), message.fields.hasText ? .withText : .withoutText, entry.id.rawValue)
    }

    /// The greatest key of the same room.
    var endOfRoom: RoomKey { RoomKey(room, .withText, .max) }

    /// The keys of a part of a room with ids above `id`.
    static func range(of room: RoomPrefix, _ part: Part, after id: UInt64) -> KeyRange<RoomKey> {
        KeyRange(lower: .exclusive(RoomKey(room, part, id)), upper: .inclusive(RoomKey(room, part, .max)))
    }

    /// The keys of a part of a room with ids below `id`.
    static func range(of room: RoomPrefix, _ part: Part, before id: UInt64) -> KeyRange<RoomKey> {
        KeyRange(lower: .inclusive(RoomKey(room, part, 0)), upper: .exclusive(RoomKey(room, part, id)))
    }

    func encoded() -> [UInt8] {
        var bytes = room.encoded()
        bytes.append(part.rawValue)
        bytes.append(bigEndian: id)
        return bytes
    }

    init(decoding bytes: RawSpan) throws {
        room = try RoomPrefix(decoding: bytes, rest: 9)
        guard let part = Part(rawValue: try bytes.bigEndian(at: room.end)) else { throw MalformedRecord() }
        self.part = part
        id = try bytes.bigEndian(at: room.end + 1)
    }
}

extension Tables {
    var roomIndex: RoomIndex { indexes[RoomIndex.self] }
}
