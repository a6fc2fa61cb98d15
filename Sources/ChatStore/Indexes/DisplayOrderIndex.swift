internal import ChatModel
internal import LMDB

/// The messages of each room in display order, without those that have a relation to another one. A commit decides the rank of its messages.
struct DisplayOrderIndex: LogIndex {
    let table: SetTable<RoomPrefix, DisplayRank>
    private let relations: RelationIndex

    init(in transaction: borrowing some Transaction & ~Copyable) throws {
        table = try SetTable(.roomOrder, in: transaction)
        relations = try RelationIndex(in: transaction)
    }

    /// Returns the newest display stamp of all rooms that is not after `limit`, or nil if there is none.
    ///
    /// - Complexity: O(rooms · log n)
    func newest(through limit: Stamp, in transaction: borrowing some Transaction & ~Copyable) throws -> Stamp? {
        var newest: Stamp?
        var next = try table.firstKey(in: transaction)
        while let room = next {
            if let last = try table.last(.through(.end(at: limit)), under: room, in: transaction)?.stamp {
                newest = max(newest ?? last, last)
            }
            next = try table.firstKey(.after(room), in: transaction)
        }
        return newest
    }

    func contains(_ key: DisplayOrderKey, in transaction: borrowing some Transaction & ~Copyable) throws -> Bool {
        try table.contains(key.rank, under: key.room, in: transaction)
    }

    private func insert(_ key: DisplayOrderKey, in transaction: inout WriteTransaction) throws {
        try table.insert(key.rank, under: key.room, isMostlyLast: true, in: &transaction)
    }

    private func remove(_ key: DisplayOrderKey, in transaction: inout WriteTransaction) throws -> Bool {
        try table.remove(key.rank, under: key.room, in: &transaction)
    }

    func insert(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard let key = DisplayOrderKey(entry) else { return }
        try insert(key, in: &transaction)
    }

    /// - Complexity: O(log n), unless the arrival is wrong and the message is not displayed by its stamp. Then O(n) in the
    ///   messages of the room.
    func remove(_ entry: LogEntry, in transaction: inout WriteTransaction) throws {
        guard case .message(let message) = entry.body, Relation(message) == nil else { return }
        let id = entry.id.rawValue
        for stamp in [message.stamp.displayStamp(arrival: entry.arrival), message.stamp] {
            if try remove(DisplayOrderKey(message, stamp, id), in: &transaction) { return }
        }
        let room = RoomPrefix(message.fields.room)
        var found: DisplayRank?
        try table.scan(.through(.end(at: message.stamp)), under: room, in: transaction, reversed: true) { rank in
            guard rank == DisplayRank(message, rank.stamp, id) else { return .next }
            found = rank
            return .stop
        }
        if let found { try table.remove(found, under: room, in: &transaction) }
    }

    func replace(_ old: LogEntry, with new: LogEntry, in transaction: inout WriteTransaction) {}

    func problem(with entry: LogEntry, in transaction: borrowing ReadTransaction) throws -> StoreProblem? {
        guard let key = DisplayOrderKey(entry), try !contains(key, in: transaction) else { return nil }
        return .bookkeeping("Message \(entry.id) is missing in the display order of its room.")
    }

    /// An entry of a damaged record cannot be told from a wrong one.
    func checkTables(_ check: StoreCheck, in transaction: borrowing ReadTransaction) {
        let count = check.scan(table, in: transaction)
        check.attempt("The relations cannot be counted") {
            let others = try relations.count(in: transaction)
            if !check.isPossible(count + others) {
                check.note(
                    .bookkeeping(
                        "The display order has \(count) entries for \(check.messages) messages, of which \(others) have a relation."
                    ))
            }
        }
    }
}

/// A message's rank in the display order of its room: display stamp (8 bytes), first bytes of the digest (8 bytes), id
/// (4 bytes).
///
/// Digests order equal stamps. The ids order digests with the same first bytes.
struct DisplayRank: SetElement, Equatable {
    static let byteCount = 20

    let stamp: Stamp
    private let digestStart: UInt64
    let id: UInt64

    private init(_ stamp: Stamp, digestStart: UInt64, _ id: UInt64) {
        self.stamp = stamp
        self.digestStart = digestStart
        self.id = id
    }

    /// The rank of a message at a display stamp.
    init(_ message: Message, _ stamp: Stamp, _ id: UInt64) {
        self.init(stamp, digestStart: UInt64(bigEndian: message.digest.bytes.prefix(8)), id)
    }

    /// Whether two ranks differ in nothing but the ids.
    func hasOrder(of other: DisplayRank) -> Bool { stamp == other.stamp && digestStart == other.digestStart }

    /// The last rank at a display stamp.
    static func end(at stamp: Stamp) -> DisplayRank { DisplayRank(stamp, digestStart: .max, .max) }

    func encode(into bytes: inout OutputRawSpan) {
        bytes.append(bigEndian: stamp.rawValue)
        bytes.append(bigEndian: digestStart)
        bytes.append(bigEndian: UInt32(clamping: id))
    }

    init(decoding bytes: RawSpan) throws {
        try bytes.requireCount(Self.byteCount)
        stamp = Stamp(rawValue: try bytes.bigEndian(at: 0))
        digestStart = try bytes.bigEndian(at: 8)
        id = UInt64(try bytes.bigEndian(at: 16, as: UInt32.self))
    }
}

/// A message's rank in the display order of all rooms: the room as in ``RoomPrefix``, the rank as in ``DisplayRank``.
struct DisplayOrderKey {
    let room: RoomPrefix
    let rank: DisplayRank

    /// The key of a message; nil for a record without one, and for a message with a relation.
    init?(_ entry: LogEntry) {
        guard case .message(let message) = entry.body, Relation(message) == nil else { return nil }
        self.init(message, message.stamp.displayStamp(arrival: entry.arrival), entry.id.rawValue)
    }

    /// The key of a message at a display stamp.
    init(_ message: Message, _ stamp: Stamp, _ id: UInt64) {
        room = RoomPrefix(message.fields.room)
        rank = DisplayRank(message, stamp, id)
    }
}
