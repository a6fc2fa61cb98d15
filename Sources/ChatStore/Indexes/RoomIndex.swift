internal import ChatModel
internal import LMDB

/// The ids of the messages of each room, in ascending order. Messages whose text is present are listed apart from the
/// others, so that a view of texts reads nothing else, and so are those that have a relation to another message.
struct RoomIndex: LogIndex {
    /// The ids of the messages of each part of a room.
    let table: SetTable<RoomPart, UInt32>

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.rooms, in: transaction)
    }

    /// Returns the id of the last message of a room before `id` that has no relation to another one; nil if there is none.
    func last(
        in room: RoomPrefix, before id: UInt64 = .max, in transaction: borrowing some Transaction & ~Copyable
    ) throws -> UInt64? {
        var last: UInt64?
        for kind in RoomPart.Kind.unrelated {
            let part = RoomPart(room, kind)
            guard let id = try table.last(RoomPart.ids(before: id), under: part, in: transaction) else { continue }
            last = max(last ?? 0, UInt64(id))
        }
        return last
    }

    /// Returns the id of the first message of a room that has no relation to another one; nil if there is none.
    func first(in room: RoomPrefix, in transaction: borrowing some Transaction & ~Copyable) throws -> UInt64? {
        try RoomPart.Kind.unrelated.compactMap { kind in
            try table.first(under: RoomPart(room, kind), in: transaction).map(UInt64.init)
        }.min()
    }

    /// Calls `body` with each room that has messages.
    ///
    /// - Complexity: O(rooms · log n)
    func scanRooms(
        in transaction: borrowing some Transaction & ~Copyable, _ body: (RoomPrefix) throws -> Void
    ) throws {
        var next = try table.firstKey(in: transaction)
        while let first = next {
            try body(first.room)
            next = try table.firstKey(.after(first.lastOfRoom), in: transaction)
        }
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let part = RoomPart(entry) else { return }
        try table.insert(RoomPart.id(entry.id.rawValue), under: part, isMostlyLast: true, in: &transaction)
    }

    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body else { return }
        for kind in RoomPart.Kind.allCases {
            let part = RoomPart(RoomPrefix(message.fields.room), kind)
            try table.remove(RoomPart.id(entry.id.rawValue), under: part, in: &transaction)
        }
    }

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let part = RoomPart(entry),
            try !table.contains(RoomPart.id(entry.id.rawValue), under: part, in: transaction)
        else { return nil }
        return .bookkeeping("Message \(entry.id) is missing in its room.")
    }

    /// If no record is damaged, an equal count proves that the index has no wrong entries: each message has its own entry. An
    /// entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        if !check.isPossible(count) {
            check.note(.bookkeeping("The index of rooms has \(count) entries for \(check.messages) messages."))
        }
    }
}

/// A part of a room's messages: the room as in ``RoomPrefix``, kind of the part (1 byte). Its ids have 4 bytes each.
struct RoomPart: TableKey {
    /// The parts of a room's messages.
    enum Kind: UInt8, CaseIterable {
        /// Messages without a text, and messages whose text is gone.
        case withoutText = 0
        /// Messages whose text is present.
        case withText = 1
        /// Edits whose text is present.
        case edit = 2
        /// Other messages with a relation.
        case relation = 3

        static let unrelated: [Kind] = [.withoutText, .withText]
        static let texts: [Kind] = [.withText, .edit]
    }

    let room: RoomPrefix
    let kind: Kind

    init(_ room: RoomPrefix, _ kind: Kind) {
        self.room = room
        self.kind = kind
    }

    /// The part that has a message; nil for a record without one.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body else { return nil }
        let kind: Kind =
            switch Relation(message) {
            case nil: message.fields.hasText ? .withText : .withoutText
            case .edit where message.fields.hasText: .edit
            default: .relation
            }
        self.init(RoomPrefix(message.fields.room), kind)
    }

    /// The last part of the same room.
    var lastOfRoom: RoomPart { RoomPart(room, .relation) }

    /// An id as the table has it. All ids are below `Limits.idCeiling`; larger numbers are only bounds.
    static func id(_ id: UInt64) -> UInt32 { UInt32(clamping: id) }

    /// The ids above `id`.
    static func ids(after id: UInt64) -> KeyRange<UInt32> { .after(Self.id(id)) }

    /// The ids below `id`.
    static func ids(before id: UInt64) -> KeyRange<UInt32> { .before(Self.id(id)) }

    var encodedByteCount: Int { room.encodedByteCount + 1 }

    func encode(into bytes: inout OutputRawSpan) {
        room.encode(into: &bytes)
        bytes.append(kind.rawValue)
    }

    init(decoding bytes: RawSpan) throws {
        room = try RoomPrefix(decoding: bytes, rest: 1)
        guard let kind = Kind(rawValue: try bytes.bigEndian(at: room.end)) else { throw MalformedRecord() }
        self.kind = kind
    }
}
